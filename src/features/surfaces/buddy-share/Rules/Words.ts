/** What the page of a shared buddy says by itself, in the languages widgets speak. */

export interface ShareWords {
  /** `{tenant}` is who the buddy grows up at */
  readonly at: string
  readonly visit: string
  readonly more: string
  readonly badges: string
  readonly skills: string
  readonly level: string
  readonly streak: string
  readonly coins: string
  /** a single one */
  readonly coin: string
  readonly prestige: string
  /** of a card, where the buddy says nothing itself */
  readonly card: string
}

const english: ShareWords = {
  at: "Growing up at {tenant}",
  visit: "Go to {tenant}",
  more: "Find out more",
  badges: "Badges",
  skills: "Skills",
  level: "Level {count}",
  streak: "{count} in a row",
  coins: "{count} coins",
  coin: "{count} coin",
  prestige: "Prestige {count}",
  card: "{name} has come this far: {stage}. Have a look!"
}

export const shareWords: Readonly<Record<string, ShareWords>> & { readonly en: ShareWords } = {
  en: english,
  de: {
    at: "Zu Hause bei {tenant}",
    visit: "Zu {tenant}",
    more: "Mehr erfahren",
    badges: "Abzeichen",
    skills: "Fähigkeiten",
    level: "Stufe {count}",
    streak: "{count} in Folge",
    coins: "{count} Münzen",
    coin: "{count} Münze",
    prestige: "Prestige {count}",
    card: "{name} hat es weit gebracht: {stage}. Sieh es dir an!"
  },
  fr: {
    at: "Grandit chez {tenant}",
    visit: "Aller chez {tenant}",
    more: "En savoir plus",
    badges: "Badges",
    skills: "Compétences",
    level: "Niveau {count}",
    streak: "{count} d’affilée",
    coins: "{count} pièces",
    coin: "{count} pièce",
    prestige: "Prestige {count}",
    card: "{name} en est arrivé là : {stage}. Viens voir !"
  },
  es: {
    at: "Crece en {tenant}",
    visit: "Ir a {tenant}",
    more: "Saber más",
    badges: "Insignias",
    skills: "Habilidades",
    level: "Nivel {count}",
    streak: "{count} seguidos",
    coins: "{count} monedas",
    coin: "{count} moneda",
    prestige: "Prestigio {count}",
    card: "{name} ha llegado hasta aquí: {stage}. ¡Échale un vistazo!"
  },
  pt: {
    at: "Crescendo em {tenant}",
    visit: "Ir para {tenant}",
    more: "Saiba mais",
    badges: "Medalhas",
    skills: "Habilidades",
    level: "Nível {count}",
    streak: "{count} seguidos",
    coins: "{count} moedas",
    coin: "{count} moeda",
    prestige: "Prestígio {count}",
    card: "{name} chegou até aqui: {stage}. Dê uma olhada!"
  },
  ja: {
    at: "{tenant}で成長中",
    visit: "{tenant}へ",
    more: "くわしく見る",
    badges: "バッジ",
    skills: "スキル",
    level: "レベル{count}",
    streak: "{count}連続",
    coins: "コイン{count}枚",
    coin: "コイン{count}枚",
    prestige: "プレステージ{count}",
    card: "{name}はここまで来ました：{stage}。見に来てください！"
  },
  ar: {
    at: "ينمو في {tenant}",
    visit: "إلى {tenant}",
    more: "اعرف المزيد",
    badges: "الأوسمة",
    skills: "المهارات",
    level: "المستوى {count}",
    streak: "{count} على التوالي",
    coins: "العملات: {count}",
    coin: "العملات: {count}",
    prestige: "الهيبة {count}",
    card: "وصل {name} إلى هنا: {stage}. ألقِ نظرة!"
  },
  he: {
    at: "גדל אצל {tenant}",
    visit: "אל {tenant}",
    more: "לפרטים נוספים",
    badges: "תגים",
    skills: "כישורים",
    level: "רמה {count}",
    streak: "{count} ברצף",
    coins: "מטבעות: {count}",
    coin: "מטבעות: {count}",
    prestige: "יוקרה {count}",
    card: "{name} הגיע עד כאן: {stage}. בואו לראות!"
  }
}

export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""))

/** The longest word that stands in one line of a heading as large as we write them. */
const letters_max = 9
/** Whether a name has a word that a large heading would break apart. */
export const isLong = (name: string): boolean => name.split(/[\s-]/u).some((word) => [...word].length > letters_max)
