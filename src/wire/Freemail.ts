/** Mail domains that say nothing of who somebody works for: anybody may have an address there. */
const domains = new Set(
  (
    "gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com " +
    "aol.com gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com mail.ru yandex.com yandex.ru proton.me " +
    "protonmail.com pm.me tutanota.com zoho.com fastmail.com hey.com qq.com 163.com 126.com naver.com orange.fr " +
    "free.fr laposte.net libero.it"
  ).split(" ")
)

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase()

/** The box a mail to this address lands in: what follows a plus is its owner's own, and Gmail reads no dots. */
export const mailboxOf = (email: string): string => {
  const domain = domainOf(email).replace(/^googlemail\.com$/, "gmail.com")
  const [name = ""] = email.slice(0, email.lastIndexOf("@")).toLowerCase().split("+")
  return `${domain === "gmail.com" ? name.replaceAll(".", "") : name}@${domain}`
}

export const isFreemail = (domain: string): boolean => domains.has(domain)
