// What a mail asks for happens on the button, never on opening the page. The token is kept in memory only.

const texts = {
  en: {
    name: "Your name (optional)",
    password: "New password",
    rule: "10 to 256 characters. Anything goes: letters, spaces, emoji.",
    reveal: "Show the password",
    busy: "One moment …",
    unreadable:
      "There is nothing to do here without the whole link from the mail. Open the mail and follow its link again.",
    short: "The password needs 10 to 256 characters.",
    refused: "This was not accepted. Please choose another password.",
    often: "Too many tries. Wait a minute and try again.",
    silent: "There was no answer. Check your connection and try again.",
    failed: "This did not work just now. Please try again in a moment.",
    copy: "Copy the access token",
    copied: "Copied. The token works for one hour.",
    onward: "Go on",
    console: "Go to the console",
    "verify-email": {
      title: "Confirm your e-mail address",
      intro: "One click, and we know that this address is yours.",
      send: "Confirm address",
      done: "Your address is confirmed. You can close this page.",
      spent:
        "This link was used already or is too old. If you have confirmed the address before, all is well; " +
        "otherwise sign in and ask for another mail."
    },
    "reset-password": {
      title: "Set a new password",
      intro: "It replaces the old one, and everybody who is signed in to this account is signed out.",
      send: "Set password",
      done: "Your new password is set. Sign in with it from now on.",
      spent: "This link was used already or is too old. Ask for a new password again to get another mail."
    },
    "accept-invitation": {
      title: "Join the workspace",
      intro: "Choose a password. With it and the address this invitation came to you sign in from now on.",
      send: "Accept invitation",
      done: "Welcome! Sign in with your address and this password from now on.",
      spent:
        "This link was used already, is too old, or the invitation was taken back. If you have accepted it before, " +
        "sign in; otherwise ask for another invitation.",
      elsewhere:
        "This workspace takes no passwords: sign in with your company, in the console. Your invitation goes on until " +
        "then."
    },
    "sso-complete": {
      title: "Sign in",
      intro: "Your company has said who you are. One click, and you are signed in.",
      send: "Sign in",
      done: "You are signed in as {who}. If that is not you, close this page.",
      unreadable: "There is nothing to do here without a sign-in that was begun. Begin again.",
      spent: "This sign-in was used already, took longer than a minute, or was begun in another browser. Begin again.",
      errors: {
        sso_state_invalid:
          "This sign-in was used already, took longer than ten minutes, or was begun in another browser. Begin again.",
        sso_login_failed: "Your company's sign-in did not say who you are. Begin again, or ask whoever looks after it.",
        sso_not_configured: "Your workspace does not sign in this way. Sign in with a password.",
        sso_domain_mismatch: "Your e-mail address does not belong to this workspace.",
        email_not_verified: "Your company's sign-in does not vouch for your e-mail address.",
        sso_user_unknown: "You are no member of this workspace yet. Ask for an invitation.",
        email_taken: "Your e-mail address has an account in another workspace.",
        member_limit: "This workspace is full.",
        bad_gateway: "Your company's sign-in does not answer. Try again in a moment."
      }
    },
    "billing/return": {
      title: "Back from the payment pages",
      intro:
        "What you completed there takes effect as soon as the payment provider confirms it, mostly within a minute. " +
        "You can close this page.",
      cancelled: "You left before the end: nothing was bought and nothing has changed. You can close this page."
    }
  },
  de: {
    name: "Dein Name (freiwillig)",
    password: "Neues Passwort",
    rule: "10 bis 256 Zeichen. Alles ist erlaubt: Buchstaben, Leerzeichen, Emoji.",
    reveal: "Passwort anzeigen",
    busy: "Einen Moment …",
    unreadable:
      "Ohne den ganzen Link aus der Mail gibt es hier nichts zu tun. Öffne die Mail und folge dem Link noch einmal.",
    short: "Das Passwort braucht 10 bis 256 Zeichen.",
    refused: "Das wurde nicht angenommen. Bitte wähle ein anderes Passwort.",
    often: "Zu viele Versuche. Warte eine Minute und versuche es noch einmal.",
    silent: "Es kam keine Antwort. Prüfe deine Verbindung und versuche es noch einmal.",
    failed: "Das hat gerade nicht geklappt. Bitte versuche es gleich noch einmal.",
    copy: "Zugriffstoken kopieren",
    copied: "Kopiert. Das Token gilt eine Stunde.",
    onward: "Weiter",
    console: "Zur Konsole",
    "verify-email": {
      title: "Bestätige deine E-Mail-Adresse",
      intro: "Ein Klick, und wir wissen, dass diese Adresse dir gehört.",
      send: "Adresse bestätigen",
      done: "Deine Adresse ist bestätigt. Du kannst diese Seite schließen.",
      spent:
        "Dieser Link wurde schon benutzt oder ist zu alt. Hast du die Adresse bereits bestätigt, ist alles gut; " +
        "sonst melde dich an und fordere eine neue Mail an."
    },
    "reset-password": {
      title: "Setze ein neues Passwort",
      intro: "Es ersetzt das alte, und wer mit diesem Konto angemeldet ist, wird abgemeldet.",
      send: "Passwort setzen",
      done: "Dein neues Passwort ist gesetzt. Melde dich ab jetzt damit an.",
      spent: "Dieser Link wurde schon benutzt oder ist zu alt. Fordere noch einmal ein neues Passwort an."
    },
    "accept-invitation": {
      title: "Tritt dem Workspace bei",
      intro: "Wähle ein Passwort. Damit und mit der Adresse, an die diese Einladung ging, meldest du dich ab jetzt an.",
      send: "Einladung annehmen",
      done: "Willkommen! Melde dich ab jetzt mit deiner Adresse und diesem Passwort an.",
      spent:
        "Dieser Link wurde schon benutzt, ist zu alt, oder die Einladung wurde zurückgezogen. Hast du sie bereits " +
        "angenommen, melde dich an; sonst bitte um eine neue Einladung.",
      elsewhere:
        "Dieser Workspace nimmt keine Passwörter: Melde dich in der Konsole über deine Firma an. Bis dahin gilt " +
        "deine Einladung weiter."
    },
    "sso-complete": {
      title: "Anmelden",
      intro: "Deine Firma hat gesagt, wer du bist. Ein Klick, und du bist angemeldet.",
      send: "Anmelden",
      done: "Du bist als {who} angemeldet. Wenn du das nicht bist, schließe diese Seite.",
      unreadable: "Ohne eine begonnene Anmeldung gibt es hier nichts zu tun. Beginne noch einmal.",
      spent:
        "Diese Anmeldung wurde schon benutzt, hat länger als eine Minute gedauert oder begann in einem anderen " +
        "Browser. Beginne noch einmal.",
      errors: {
        sso_state_invalid:
          "Diese Anmeldung wurde schon benutzt, hat länger als zehn Minuten gedauert oder begann in einem anderen " +
          "Browser. Beginne noch einmal.",
        sso_login_failed:
          "Die Anmeldung deiner Firma hat nicht gesagt, wer du bist. Beginne noch einmal oder frage, wer sie betreut.",
        sso_not_configured: "Dein Workspace meldet niemanden auf diesem Weg an. Nimm dein Passwort.",
        sso_domain_mismatch: "Deine E-Mail-Adresse gehört nicht zu diesem Workspace.",
        email_not_verified: "Die Anmeldung deiner Firma bürgt nicht für deine E-Mail-Adresse.",
        sso_user_unknown: "Du bist noch kein Mitglied dieses Workspace. Bitte um eine Einladung.",
        email_taken: "Deine E-Mail-Adresse hat ein Konto in einem anderen Workspace.",
        member_limit: "Dieser Workspace ist voll.",
        bad_gateway: "Die Anmeldung deiner Firma antwortet nicht. Versuche es gleich noch einmal."
      }
    },
    "billing/return": {
      title: "Zurück von den Zahlungsseiten",
      intro:
        "Was du dort abgeschlossen hast, gilt, sobald der Zahlungsanbieter es bestätigt, meist in einer Minute. " +
        "Du kannst diese Seite schließen.",
      cancelled:
        "Du bist vor dem Ende gegangen: Nichts wurde gekauft und nichts geändert. Du kannst diese Seite schließen."
    }
  }
}

const routes = {
  "verify-email": { path: "email/verify", body: () => ({}) },
  "reset-password": {
    path: "password/reset",
    asks: ["password"],
    body: () => ({ new_password: field("password").value })
  },
  "accept-invitation": {
    path: "invitations/accept",
    asks: ["name", "password"],
    body: () => {
      const name = field("name").value.trim()
      return { password: field("password").value, ...(name === "" ? {} : { name }) }
    }
  },
  // With the cookie of the browser that began, which no script can read.
  "sso-complete": { path: "sso/token", carries: "code", credentials: "same-origin", body: () => ({}) }
}

const field = (id) => document.getElementById(id)

// The service may stand behind a path of its own; paths are matched without regard to case.
const [, root, found] =
  /^(.*?)\/(verify-email|reset-password|accept-invitation|sso-complete|billing\/return)\/*$/i.exec(location.pathname)
const here = found.toLowerCase()
const language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en"
const words = { ...texts[language], ...texts[language][here] }
const route = routes[here]

let token = ""
let session

const say = (text, isBad = false) => {
  const outcome = field("outcome")
  outcome.textContent = text
  outcome.classList.toggle("bad", isBad)
}

/** Takes what stands behind the `#` out of the address bar and the history, before anything else is done. */
const take = () => {
  const given = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, "", location.pathname)
  return given
}

const begin = () => {
  const given = take()
  token = given.get(route?.carries ?? "token") ?? ""
  const isReadable = route === undefined || (token !== "" && token.length <= 200)
  field("intro").textContent = given.has("cancelled") && words.cancelled ? words.cancelled : words.intro
  if (!isReadable) field("intro").textContent = words.unreadable
  field("form").hidden = route === undefined || !isReadable
  field("session").hidden = true
  field("console").hidden = here !== "billing/return"
  say("")
  if (given.has("error") && words.errors) {
    field("intro").textContent = ""
    const error = given.get("error")
    say(Object.hasOwn(words.errors, error) ? words.errors[error] : words.failed, true)
  }
}

/** Nothing more can be done with this token. The button that had the focus is gone, so the outcome gets it. */
const end = (text, isBad) => {
  token = ""
  field("password").value = ""
  field("form").hidden = true
  field("intro").textContent = ""
  say(text, isBad)
  field("console").hidden = isBad
  field("outcome").focus()
}

const isLongEnough = (password) => {
  const { length } = Array.from(password.normalize("NFKC"))
  return length >= 10 && length <= 256
}

const refusePassword = (text) => {
  field("password").setAttribute("aria-invalid", "true")
  say(text, true)
  field("password").focus()
}

/** The session stays in memory, for whoever wants to use it elsewhere. */
const welcome = async (response) => {
  const { access_token, customer, return_to, user } = await response.json()
  session = access_token
  field("session").hidden = false
  field("onward").hidden = return_to === null
  if (return_to !== null) field("onward").href = root + return_to
  return `${user.email} (${customer.name})`
}

const post = (body) =>
  fetch(`${root}/api/v1/auth/${route.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    credentials: route.credentials ?? "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer"
  })

const send = async () => {
  const response = await post({ [route.carries ?? "token"]: token, ...route.body() }).catch(() => undefined)
  if (response === undefined) return say(words.silent, true)
  if (response.ok) {
    const who = route.carries === "code" ? await welcome(response) : ""
    return end(
      words.done.replace("{who}", () => who),
      false
    )
  }
  if (response.status === 400) return end(words.spent, true)
  if (response.status === 403 && words.elsewhere !== undefined) {
    end(words.elsewhere, true)
    // Nothing is wrong with whoever is invited, and there is a door.
    field("console").hidden = false
    return
  }
  if (response.status === 422 && route.asks !== undefined) return refusePassword(words.refused)
  return say(response.status === 429 ? words.often : words.failed, true)
}

field("form").addEventListener("submit", async (event) => {
  event.preventDefault()
  const button = field("send")
  if (button.getAttribute("aria-disabled") === "true") return
  field("password").removeAttribute("aria-invalid")
  if (route.asks?.includes("password") && !isLongEnough(field("password").value)) return refusePassword(words.short)
  button.setAttribute("aria-disabled", "true")
  say(words.busy)
  await send()
  button.removeAttribute("aria-disabled")
})

field("copy").addEventListener("click", async () => {
  const isCopied = await navigator.clipboard.writeText(session).then(
    () => true,
    () => false
  )
  say(isCopied ? words.copied : words.failed, !isCopied)
})

// The console keeps its session in the tab, under this name: whoever goes there from here is signed in already.
field("console").addEventListener("click", () => {
  if (session !== undefined) sessionStorage.setItem("hatchery.token", session)
})

field("reveal").addEventListener("change", ({ target }) => {
  field("password").type = target.checked ? "text" : "password"
})

// A second link of the same kind, pasted over the first, loads no page anew.
addEventListener("hashchange", begin)

document.documentElement.lang = language
document.title = `${words.title} · Hatchery`
field("title").textContent = words.title
field("send").textContent = words.send ?? ""
for (const element of document.querySelectorAll("[data-text]")) element.textContent = words[element.dataset.text]
field("console").href = `${root}/console`
for (const id of route?.asks ?? []) field(`${id}-field`).hidden = false
begin()
document.documentElement.dataset.ready = ""
