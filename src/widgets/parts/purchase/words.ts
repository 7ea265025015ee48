/** What only purchases have to say, in every language of the widgets. */
import type { Words } from "../../core/i18n.ts"

interface Said {
  readonly price: string
  readonly leftAfter: string
  /** `{name}` is the item's */
  readonly question: string
  /** the list price of an item on sale, to those who hear it */
  readonly before: string
  readonly changed: string
  /** `{name}` is the item's */
  readonly bought: string
  readonly cancel: string
}

export const all: Readonly<Record<string, Said>> = {
  en: {
    price: "Price",
    leftAfter: "Left after that",
    question: "Buy {name}?",
    before: "before:",
    bought: "{name} is yours.",
    cancel: "Not now",
    changed: "The price has just changed. Look at it again."
  },
  de: {
    price: "Preis",
    leftAfter: "Danach bleiben",
    question: "{name} kaufen?",
    before: "vorher:",
    bought: "{name} gehört dir.",
    cancel: "Jetzt nicht",
    changed: "Der Preis hat sich gerade geändert. Schau ihn dir noch einmal an."
  },
  fr: {
    price: "Prix",
    leftAfter: "Il restera",
    question: "Acheter {name} ?",
    before: "avant :",
    bought: "{name} est à toi.",
    cancel: "Pas maintenant",
    changed: "Le prix vient de changer. Regardez-le de nouveau."
  },
  es: {
    price: "Precio",
    leftAfter: "Te quedarán",
    question: "¿Comprar {name}?",
    before: "antes:",
    bought: "{name} es tuyo.",
    cancel: "Ahora no",
    changed: "El precio acaba de cambiar. Míralo otra vez."
  },
  pt: {
    price: "Preço",
    leftAfter: "Vão sobrar",
    question: "Comprar {name}?",
    before: "antes:",
    bought: "{name} é seu.",
    cancel: "Agora não",
    changed: "O preço acabou de mudar. Veja-o de novo."
  },
  ja: {
    price: "値段",
    leftAfter: "購入後の残り",
    question: "{name}を買いますか？",
    before: "元の値段:",
    bought: "{name}を手に入れました。",
    cancel: "今はやめる",
    changed: "値段が変わりました。もう一度確認してください。"
  },
  ar: {
    price: "السعر",
    leftAfter: "يتبقى بعد ذلك",
    question: "هل تريد شراء {name}؟",
    before: "قبل ذلك:",
    bought: "{name} لك الآن.",
    cancel: "ليس الآن",
    changed: "تغيّر السعر للتو. ألقِ نظرة عليه مرة أخرى."
  },
  he: {
    price: "מחיר",
    leftAfter: "יישארו",
    question: "לקנות את {name}?",
    before: "לפני כן:",
    bought: "{name} שלך.",
    cancel: "לא עכשיו",
    changed: "המחיר השתנה כרגע. כדאי להסתכל עליו שוב."
  }
}

export const saidIn = ({ tag }: Words): Said => all[new Intl.Locale(tag).language] ?? all["en"]!

/** Whatever the name holds, what stands beside it keeps its direction. */
export const questionIn = (words: Words, name: string): string => words.say(saidIn(words).question, { name })
