// Forms that a passkey fills in. allauth's script speaks with the browser; the button says what for.

const KINDS = { add: "addForm", login: "loginForm", authenticate: "authenticateForm" };

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const { passkey } = form.dataset;
  const ids = { credential: form.elements.credential.id, passwordless: form.elements.passwordless?.id, data: "js_data", [passkey]: `passkey-${passkey}` };
  if (window.PublicKeyCredential && isSecureContext) window.allauth.webauthn.forms[KINDS[passkey]]({ ids });
  else document.getElementById(`passkey-${passkey}`).disabled = true;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-failed").hidden = false;
});
