/** What only the brag button has to say, in every language of the widgets. */
import type { Words } from "../../core/i18n.ts"

interface Said {
  readonly tell: string
  readonly copy_link: string
  readonly copied: string
  readonly native_share: string
  readonly email: string
  readonly failed: string
}

const english: Said = {
  tell: "Tell others",
  copy_link: "Copy link",
  copied: "Copied",
  native_share: "Share",
  email: "E-mail",
  failed: "That did not work. Try again."
}

const all: Readonly<Record<string, Said>> = {
  en: english,
  de: {
    tell: "Erzähl es weiter",
    copy_link: "Link kopieren",
    copied: "Kopiert",
    native_share: "Teilen",
    email: "E-Mail",
    failed: "Das hat nicht geklappt. Versuche es noch einmal."
  },
  fr: {
    tell: "Raconte-le",
    copy_link: "Copier le lien",
    copied: "Copié",
    native_share: "Partager",
    email: "E-mail",
    failed: "Ça n’a pas marché. Réessaie."
  },
  es: {
    tell: "Cuéntalo",
    copy_link: "Copiar enlace",
    copied: "Copiado",
    native_share: "Compartir",
    email: "Correo",
    failed: "No ha funcionado. Inténtalo de nuevo."
  },
  pt: {
    tell: "Conte para todos",
    copy_link: "Copiar link",
    copied: "Copiado",
    native_share: "Compartilhar",
    email: "E-mail",
    failed: "Não deu certo. Tente de novo."
  },
  ja: {
    tell: "みんなに伝える",
    copy_link: "リンクをコピー",
    copied: "コピーしました",
    native_share: "共有",
    email: "メール",
    failed: "うまくいきませんでした。もう一度お試しください。"
  },
  ar: {
    tell: "أخبر الآخرين",
    copy_link: "نسخ الرابط",
    copied: "تم النسخ",
    native_share: "مشاركة",
    email: "بريد إلكتروني",
    failed: "لم ينجح ذلك. حاول مرة أخرى."
  },
  he: {
    tell: "לספר לאחרים",
    copy_link: "העתקת קישור",
    copied: "הועתק",
    native_share: "שיתוף",
    email: "דוא״ל",
    failed: "זה לא הצליח. נסו שוב."
  }
}

/** Names of their own, in every language. */
const networks: Readonly<Record<string, string>> = {
  x: "X",
  linkedin: "LinkedIn",
  whatsapp: "WhatsApp",
  facebook: "Facebook"
}

export const saidIn = ({ tag }: Words): Said => all[new Intl.Locale(tag).language] ?? english

export const channelName = (said: Said, channel: string): string =>
  networks[channel] ?? said[channel as "copy_link" | "native_share" | "email"] ?? channel
