"""Following somebody, from their profile."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import following, names
from accounts.models import User


@require_POST
def follow(request: HttpRequest, name: str) -> HttpResponse:
    """Begin to follow (`on=1`) or end it; strangers and guests have nobody to follow with."""
    user = request.user
    if not isinstance(user, User) or "\0" in name:
        raise Http404
    other = User.objects.filter(skeleton=names.skeleton(name), is_guest=False, is_active=True).first()
    if other is None or not following.may_follow(user, other):
        raise Http404
    if request.POST.get("on") != "1":
        following.unfollow(user, other)
        messages.success(request, _("Du folgst %(name)s nicht mehr.") % {"name": other.username})
        return redirect("../")
    try:
        following.follow(user, other)
    except following.Unfollowable:
        messages.error(request, _("Du folgst schon %(most)d Menschen, mehr gehen nicht.") % {"most": following.MOST})
    else:
        messages.success(
            request, _("Du folgst %(name)s. In den Bestenlisten findest du euch unter „Gefolgte“.") % {"name": other.username}
        )
    return redirect("../")
