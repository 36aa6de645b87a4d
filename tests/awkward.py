"""Strings that break what is not made for them (QUA-3.7)."""

MARK = "geknackt"
"""What a script of ours would leave behind if it ran."""

MARKUP = (
    f"<script>window.{MARK}=1</script>",
    f"<img src=x onerror=window.{MARK}=1>",
    f'"><svg/onload=window.{MARK}=1>',
    f"javascript:window.{MARK}=1",
    f"</textarea><script>window.{MARK}=1</script>",
    f"'-window.{MARK}=1-'",
    "&lt;b&gt;&amp;&#x3C;",
)

CODE = (
    "'; DROP TABLE accounts_user; --",
    '" OR ""="',
    "{{ 7*7 }}{% debug %}${7*7}#{7*7}",
    "%s%n%(x)s{0}{seat}{card}",
    '=cmd|" /C calc"!A1',
    "../../../../etc/passwd",
    "a\r\nSet-Cookie: x=1",
    "null",
    "\\u0000\\x00",
)

SIGNS = (
    "שלום \u202eתירבע\u202c عربى",
    "\u200b\u200d\ufeff\u2060",
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034fA\u0334\u0335\u031c\u0330\u0354L\u0355\u0356",
    "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏿",
    "\x00\x07\x1b[31m",
    "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    "ﷺﷺﷺ𒐫𒈙꧅",
    "Ωmega ﬁ ① ㎏ İıſß",
    "W" * 300,
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3,
    "x" * 10_000,
    " \t\n ",
)

ALL = (*MARKUP, *CODE, *SIGNS)

NAMES = ("WWWWWWWWWWWWWWWWWWWW", "אבגדהוזחטיכלמנסעפצקר", "Ünaussprechlich-ÄÖÜẞ")
"""Names that somebody may have."""
