/** What only great moments have to say, in every language of the widgets: by ceremony a title and a text. */
import type { Words } from "../../core/i18n.ts"
import type { CeremonyKind } from "../../core/model.ts"

interface Said {
  /** `{name}` is the buddy's, `{stage}` what it has reached */
  readonly title: string
  readonly text: string
}

export const all: Readonly<Record<string, Readonly<Record<CeremonyKind, Said>>>> = {
  en: {
    hatch: { title: "{name} has hatched!", text: "Say hello to your new buddy." },
    evolution: { title: "{name} has reached {stage}!", text: "Look how far you have come together." },
    prestige: { title: "{name} starts again, shining brighter.", text: "A new round begins." }
  },
  de: {
    hatch: { title: "{name} ist geschlüpft!", text: "Sag Hallo zu deinem neuen Buddy." },
    evolution: { title: "{name} ist jetzt {stage}!", text: "So weit seid ihr zusammen gekommen." },
    prestige: { title: "{name} fängt neu an und strahlt noch heller.", text: "Eine neue Runde beginnt." }
  },
  fr: {
    hatch: { title: "{name} a éclos !", text: "Dis bonjour à ton nouveau compagnon." },
    evolution: { title: "{name} est devenu {stage} !", text: "Quel chemin parcouru ensemble." },
    prestige: { title: "{name} recommence, plus éclatant encore.", text: "Un nouveau tour commence." }
  },
  es: {
    hatch: { title: "¡{name} ha salido del huevo!", text: "Saluda a tu nuevo compañero." },
    evolution: { title: "¡{name} ya es {stage}!", text: "Mirad todo lo que habéis avanzado." },
    prestige: { title: "{name} vuelve a empezar con más brillo.", text: "Empieza una nueva vuelta." }
  },
  pt: {
    hatch: { title: "{name} nasceu!", text: "Diga olá ao seu novo companheiro." },
    evolution: { title: "{name} agora é {stage}!", text: "Vejam o quanto já avançaram juntos." },
    prestige: { title: "{name} recomeça, brilhando ainda mais.", text: "Uma nova rodada começa." }
  },
  ja: {
    hatch: { title: "{name}が生まれました！", text: "新しいバディにごあいさつしましょう。" },
    evolution: { title: "{name}が{stage}に進化しました！", text: "ふたりでここまで来ました。" },
    prestige: { title: "{name}がさらに輝いて再出発します。", text: "新しい旅が始まります。" }
  },
  ar: {
    hatch: { title: "لقد فقس {name}!", text: "رحّب برفيقك الجديد." },
    evolution: { title: "أصبح {name} الآن {stage}!", text: "انظر كم قطعتما معًا." },
    prestige: { title: "يبدأ {name} من جديد بتألق أكبر.", text: "جولة جديدة تبدأ." }
  },
  he: {
    hatch: { title: "{name} בקע מהביצה!", text: "זה הזמן להכיר את החבר החדש שלך." },
    evolution: { title: "{name} גדל והפך ל{stage}!", text: "תראו כמה התקדמתם יחד." },
    prestige: { title: "{name} מתחיל מחדש וזוהר עוד יותר.", text: "סיבוב חדש מתחיל." }
  }
}

const filled = (text: string, words: Words, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => words.apart(values[name] ?? ""))

export const saidIn = (words: Words, kind: CeremonyKind, values: { readonly name: string; readonly stage: string }) => {
  const { text, title } = (all[new Intl.Locale(words.tag).language] ?? all["en"]!)[kind]
  return { title: filled(title, words, values), text }
}
