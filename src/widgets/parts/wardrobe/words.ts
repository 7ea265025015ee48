/** What only the wardrobe has to say, in every language of the widgets. */
import type { Words } from "../../core/i18n.ts"

interface Said {
  readonly wear: string
  readonly takeOff: string
  /** `{name}` is the piece's */
  readonly putOn: string
  readonly takenOff: string
  readonly nothing: string
}

export const all: Readonly<Record<string, Said>> = {
  en: {
    wear: "Wear",
    takeOff: "Take off",
    putOn: "{name} is on.",
    takenOff: "{name} is off.",
    nothing: "What you buy is kept here."
  },
  de: {
    wear: "Anziehen",
    takeOff: "Ausziehen",
    putOn: "{name} ist angezogen.",
    takenOff: "{name} ist ausgezogen.",
    nothing: "Was du kaufst, findest du hier."
  },
  fr: {
    wear: "Mettre",
    takeOff: "Enlever",
    putOn: "{name} est mis.",
    takenOff: "{name} est enlevé.",
    nothing: "Tes achats seront rangés ici."
  },
  es: {
    wear: "Poner",
    takeOff: "Quitar",
    putOn: "{name}: puesto.",
    takenOff: "{name}: quitado.",
    nothing: "Lo que compres se guarda aquí."
  },
  pt: {
    wear: "Vestir",
    takeOff: "Tirar",
    putOn: "{name}: vestido.",
    takenOff: "{name}: tirado.",
    nothing: "O que você comprar fica guardado aqui."
  },
  ja: {
    wear: "着ける",
    takeOff: "外す",
    putOn: "{name}を着けました。",
    takenOff: "{name}を外しました。",
    nothing: "買ったものはここにしまわれます。"
  },
  ar: {
    wear: "ارتداء",
    takeOff: "خلع",
    putOn: "تم ارتداء {name}.",
    takenOff: "تم خلع {name}.",
    nothing: "ما تشتريه يُحفظ هنا."
  },
  he: {
    wear: "ללבוש",
    takeOff: "להוריד",
    putOn: "{name} נלבש.",
    takenOff: "{name} הוסר.",
    nothing: "מה שייקנה יישמר כאן."
  }
}

export const saidIn = ({ tag }: Words): Said => all[new Intl.Locale(tag).language] ?? all["en"]!
