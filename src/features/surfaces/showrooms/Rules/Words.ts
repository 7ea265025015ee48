/** What the page of a showroom says by itself, in the languages widgets speak. */

export interface ShowroomWords {
  /** where nobody is shown */
  readonly empty: string
  /** leads on, where the tenant has not said how */
  readonly go: string
  readonly prestige: string
  readonly streak: string
  readonly coins: string
  /** a single one */
  readonly coin: string
  readonly more: string
}

const words = (empty: string, go: string, counts: Omit<ShowroomWords, "empty" | "go">): ShowroomWords => ({
  empty,
  go,
  ...counts
})

const english = words("Nobody has moved in yet. Come back soon!", "Find out more", {
  prestige: "Prestige {n}",
  streak: "Streak of {n}",
  coins: "{n} coins",
  coin: "{n} coin",
  more: "More badges: {n}"
})

export const showroomWords: Readonly<Record<string, ShowroomWords>> & { readonly en: ShowroomWords } = {
  en: english,
  de: words("Hier ist noch niemand eingezogen. Schau bald wieder vorbei!", "Mehr erfahren", {
    prestige: "Prestige {n}",
    streak: "Serie von {n}",
    coins: "{n} Münzen",
    coin: "{n} Münze",
    more: "Weitere Abzeichen: {n}"
  }),
  fr: words("Personne ne s’est encore installé. Reviens bientôt !", "En savoir plus", {
    prestige: "Prestige {n}",
    streak: "Série de {n}",
    coins: "{n} pièces",
    coin: "{n} pièce",
    more: "Autres badges : {n}"
  }),
  es: words("Aún no se ha mudado nadie. ¡Vuelve pronto!", "Saber más", {
    prestige: "Prestigio {n}",
    streak: "Racha de {n}",
    coins: "{n} monedas",
    coin: "{n} moneda",
    more: "Más insignias: {n}"
  }),
  pt: words("Ninguém se mudou para cá ainda. Volte em breve!", "Saiba mais", {
    prestige: "Prestígio {n}",
    streak: "Sequência de {n}",
    coins: "{n} moedas",
    coin: "{n} moeda",
    more: "Mais emblemas: {n}"
  }),
  ja: words("まだ誰もいません。また来てください！", "もっと知る", {
    prestige: "プレステージ {n}",
    streak: "連続 {n}",
    coins: "コイン {n}枚",
    coin: "コイン {n}枚",
    more: "ほか {n}個のバッジ"
  }),
  ar: words("لم يسكن هنا أحد بعد. عُد قريبًا!", "اعرف المزيد", {
    prestige: "الهيبة {n}",
    streak: "سلسلة من {n}",
    coins: "العملات: {n}",
    coin: "العملات: {n}",
    more: "شارات أخرى: {n}"
  }),
  he: words("עדיין לא עבר לכאן אף אחד. חזרו בקרוב!", "לגלות עוד", {
    prestige: "יוקרה {n}",
    streak: "רצף של {n}",
    coins: "{n} מטבעות",
    coin: "מטבע אחד",
    more: "תגים נוספים: {n}"
  })
}
