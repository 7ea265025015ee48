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
}

export const all: Readonly<Record<string, Said>> = {
  en: {
    price: "Price",
    leftAfter: "Left after that",
    question: "Buy {name}?",
    before: "before:",
    changed: "The price has just changed. Look at it again."
  },
  de: {
    price: "Preis",
    leftAfter: "Danach bleiben",
    question: "{name} kaufen?",
    before: "vorher:",
    changed: "Der Preis hat sich gerade geändert. Schau ihn dir noch einmal an."
  },
  fr: {
    price: "Prix",
    leftAfter: "Il restera",
    question: "Acheter {name} ?",
    before: "avant :",
    changed: "Le prix vient de changer. Regardez-le de nouveau."
  },
  es: {
    price: "Precio",
    leftAfter: "Te quedarán",
    question: "¿Comprar {name}?",
    before: "antes:",
    changed: "El precio acaba de cambiar. Míralo otra vez."
  },
  pt: {
    price: "Preço",
    leftAfter: "Vão sobrar",
    question: "Comprar {name}?",
    before: "antes:",
    changed: "O preço acabou de mudar. Veja-o de novo."
  },
  ja: {
    price: "値段",
    leftAfter: "購入後の残り",
    question: "{name}を買いますか？",
    before: "元の値段:",
    changed: "値段が変わりました。もう一度確認してください。"
  },
  ar: {
    price: "السعر",
    leftAfter: "يتبقى بعد ذلك",
    question: "هل تريد شراء {name}؟",
    before: "قبل ذلك:",
    changed: "تغيّر السعر للتو. ألقِ نظرة عليه مرة أخرى."
  },
  he: {
    price: "מחיר",
    leftAfter: "יישארו",
    question: "לקנות את {name}?",
    before: "לפני כן:",
    changed: "המחיר השתנה כרגע. כדאי להסתכל עליו שוב."
  }
}

export const saidIn = ({ tag }: Words): Said => all[new Intl.Locale(tag).language] ?? all["en"]!

/** Whatever the name holds, what stands beside it keeps its direction. */
export const questionIn = (words: Words, name: string): string =>
  saidIn(words).question.replace("{name}", () => words.apart(name))
