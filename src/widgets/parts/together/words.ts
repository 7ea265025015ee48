/** What only campaigns and community have to say, in every language of the widgets: labels with a number beside. */
import type { Words } from "../../core/i18n.ts"

interface Said {
  readonly tokens: string
  readonly quests: string
  readonly join: string
  readonly leave: string
  readonly players: string
  /** what one has brought oneself */
  readonly mine: string
  readonly lotteries: string
  readonly ticket: string
  readonly tickets: string
  readonly ticketsOfAll: string
  readonly chance: string
  readonly kudos: string
  readonly causes: string
  /** `{name}` is another player's */
  readonly from: string
  /** said once it is done; `{name}` is the quest's or the lottery's */
  readonly joined: string
  readonly left: string
  readonly entered: string
}

export const all: Readonly<Record<string, Said>> = {
  en: {
    tokens: "Tokens",
    quests: "Quests",
    join: "Join",
    leave: "Leave",
    players: "Players",
    mine: "From you",
    lotteries: "Draws",
    ticket: "Get a ticket",
    tickets: "Your tickets",
    ticketsOfAll: "Tickets in all",
    chance: "Chance per ticket",
    kudos: "Kudos",
    causes: "For a good cause",
    from: "from {name}",
    joined: "You are in: {name}.",
    left: "You have left: {name}.",
    entered: "The ticket is yours: {name}."
  },
  de: {
    tokens: "Token",
    quests: "Gemeinsame Ziele",
    join: "Mitmachen",
    leave: "Aussteigen",
    players: "Dabei",
    mine: "Von dir",
    lotteries: "Verlosungen",
    ticket: "Los holen",
    tickets: "Deine Lose",
    ticketsOfAll: "Lose insgesamt",
    chance: "Chance je Los",
    kudos: "Kudos",
    causes: "Für eine gute Sache",
    from: "von {name}",
    joined: "Du bist dabei: {name}.",
    left: "Du bist nicht mehr dabei: {name}.",
    entered: "Das Los gehört dir: {name}."
  },
  fr: {
    tokens: "Jetons",
    quests: "Quêtes",
    join: "Participer",
    leave: "Quitter",
    players: "Participants",
    mine: "De vous",
    lotteries: "Tirages",
    ticket: "Prendre un billet",
    tickets: "Vos billets",
    ticketsOfAll: "Billets au total",
    chance: "Chance par billet",
    kudos: "Bravos",
    causes: "Pour une bonne cause",
    from: "de {name}",
    joined: "Vous participez : {name}.",
    left: "Vous avez quitté : {name}.",
    entered: "Le billet est à vous : {name}."
  },
  es: {
    tokens: "Fichas",
    quests: "Misiones",
    join: "Unirse",
    leave: "Salir",
    players: "Participan",
    mine: "Tu parte",
    lotteries: "Sorteos",
    ticket: "Conseguir un boleto",
    tickets: "Tus boletos",
    ticketsOfAll: "Boletos en total",
    chance: "Probabilidad por boleto",
    kudos: "Aplausos",
    causes: "Por una buena causa",
    from: "de {name}",
    joined: "Ya participas: {name}.",
    left: "Has salido: {name}.",
    entered: "El boleto es tuyo: {name}."
  },
  pt: {
    tokens: "Fichas",
    quests: "Missões",
    join: "Participar",
    leave: "Sair",
    players: "Participantes",
    mine: "De você",
    lotteries: "Sorteios",
    ticket: "Pegar um bilhete",
    tickets: "Seus bilhetes",
    ticketsOfAll: "Bilhetes no total",
    chance: "Chance por bilhete",
    kudos: "Aplausos",
    causes: "Por uma boa causa",
    from: "de {name}",
    joined: "Você está participando: {name}.",
    left: "Você saiu: {name}.",
    entered: "O bilhete é seu: {name}."
  },
  ja: {
    tokens: "トークン",
    quests: "みんなのクエスト",
    join: "参加する",
    leave: "やめる",
    players: "参加者",
    mine: "あなたの分",
    lotteries: "抽選",
    ticket: "チケットを取る",
    tickets: "あなたのチケット",
    ticketsOfAll: "チケット総数",
    chance: "1枚の当選確率",
    kudos: "ほめ言葉",
    causes: "社会のために",
    from: "{name}より",
    joined: "参加しました：{name}",
    left: "参加をやめました：{name}",
    entered: "チケットを取りました：{name}"
  },
  ar: {
    tokens: "الرموز",
    quests: "مهام جماعية",
    join: "انضمام",
    leave: "مغادرة",
    players: "المشاركون",
    mine: "منك",
    lotteries: "السحوبات",
    ticket: "احصل على تذكرة",
    tickets: "تذاكرك",
    ticketsOfAll: "مجموع التذاكر",
    chance: "فرصة كل تذكرة",
    kudos: "تحيات",
    causes: "من أجل قضية نبيلة",
    from: "من {name}",
    joined: "أنت مشارك الآن: {name}.",
    left: "لقد غادرت: {name}.",
    entered: "التذكرة لك: {name}."
  },
  he: {
    tokens: "אסימונים",
    quests: "משימות משותפות",
    join: "להצטרף",
    leave: "לעזוב",
    players: "משתתפים",
    mine: "ממך",
    lotteries: "הגרלות",
    ticket: "לקחת כרטיס",
    tickets: "הכרטיסים שלך",
    ticketsOfAll: "סך כל הכרטיסים",
    chance: "סיכוי לכל כרטיס",
    kudos: "מחמאות",
    causes: "למען מטרה טובה",
    from: "מאת {name}",
    joined: "הצטרפת: {name}.",
    left: "עזבת: {name}.",
    entered: "הכרטיס שלך: {name}."
  }
}

export const saidIn = ({ tag }: Words): Said => all[new Intl.Locale(tag).language] ?? all["en"]!

/** With a name in it, which keeps its direction whatever it holds. */
export const naming = (words: Words, key: "from" | "joined" | "left" | "entered", name: string): string =>
  saidIn(words)[key].replace("{name}", () => words.apart(name))
