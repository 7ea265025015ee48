/** What the service says itself where a workspace has set no text: by language and tone. */
import type { Tone } from "../../../../wire/content/Narrative.ts"
import { languageOf } from "../../../../wire/surfaces/Spoken.ts"

/** Of a hatching, of a stage reached, and of a new life. */
export interface Moments {
  readonly hatch: string
  readonly evolution: string
  readonly prestige: string
}

type Tones = Readonly<Record<Tone, Moments>>
const said = (hatch: string, evolution: string, prestige: string): Moments => ({ hatch, evolution, prestige })

const languages: Readonly<Record<string, Tones>> = {
  en: {
    playful: said("Peekaboo! {name} is here.", "Ta-da! {name} is {stage} now.", "Round and round: {name} starts anew!"),
    calm: said("{name} has arrived.", "{name} has grown to {stage}.", "{name} begins again, at ease."),
    epic: said("Behold: {name} has awoken!", "{name} rises to {stage}!", "From the ashes {name} returns!"),
    professional: said("{name} is ready to start.", "{name} has reached {stage}.", "{name} starts a new cycle.")
  },
  de: {
    playful: said(
      "Kuckuck! {name} ist da.",
      "Tadaa! {name} ist jetzt {stage}.",
      "Und gleich noch mal: {name} fängt neu an!"
    ),
    calm: said("{name} ist angekommen.", "{name} ist zu {stage} herangewachsen.", "{name} beginnt in Ruhe von vorn."),
    epic: said("Seht: {name} ist erwacht!", "{name} steigt auf zu {stage}!", "Aus der Asche kehrt {name} zurück!"),
    professional: said("{name} ist bereit.", "{name} hat {stage} erreicht.", "{name} beginnt einen neuen Zyklus.")
  },
  fr: {
    playful: said(
      "Coucou ! Voici {name}.",
      "Tadam ! {name} est maintenant {stage}.",
      "Et c'est reparti : {name} recommence !"
    ),
    calm: said("{name} est là.", "{name} a grandi : {stage}.", "{name} recommence en douceur."),
    epic: said("Voyez : {name} s'est éveillé !", "{name} s'élève : {stage} !", "{name} renaît de ses cendres !"),
    professional: said("{name} peut commencer.", "{name} a atteint {stage}.", "{name} commence un nouveau cycle.")
  },
  es: {
    playful: said(
      "¡Cucú! Aquí está {name}.",
      "¡Tachán! {name} ya es {stage}.",
      "¡Otra vuelta! {name} empieza de nuevo."
    ),
    calm: said("{name} ha llegado.", "{name} ha crecido: {stage}.", "{name} vuelve a empezar con calma."),
    epic: said("¡Mirad: {name} ha despertado!", "¡{name} asciende a {stage}!", "¡{name} renace de sus cenizas!"),
    professional: said("{name} puede empezar.", "{name} ha alcanzado {stage}.", "{name} inicia un nuevo ciclo.")
  },
  pt: {
    playful: said("Cucu! {name} chegou.", "Tcharam! {name} agora é {stage}.", "Mais uma volta: {name} recomeça!"),
    calm: said("{name} chegou.", "{name} cresceu: {stage}.", "{name} recomeça com calma."),
    epic: said("Vejam: {name} despertou!", "{name} ascende a {stage}!", "{name} renasce das cinzas!"),
    professional: said("{name} pode começar.", "{name} alcançou {stage}.", "{name} inicia um novo ciclo.")
  },
  ja: {
    playful: said(
      "ばあ！{name}だよ。",
      "じゃーん！{name}は{stage}になったよ。",
      "もう一周！{name}の新しいスタートだよ。"
    ),
    calm: said("{name}がやって来ました。", "{name}は{stage}に育ちました。", "{name}はまた静かに歩き出します。"),
    epic: said("見よ、{name}が目覚めた！", "{name}、{stage}へ昇る！", "{name}、灰の中からよみがえる！"),
    professional: said(
      "{name}の準備が整いました。",
      "{name}が{stage}に到達しました。",
      "{name}の新しいサイクルが始まります。"
    )
  },
  ar: {
    playful: said("مفاجأة! وصل {name}.", "ها هو {name} قد صار {stage}!", "جولة أخرى: {name} يبدأ من جديد!"),
    calm: said("وصل {name}.", "نما {name} وبلغ {stage}.", "يبدأ {name} من جديد بهدوء."),
    epic: said("انظروا: استيقظ {name}!", "يرتقي {name} إلى {stage}!", "يعود {name} من بين الرماد!"),
    professional: said("{name} جاهز للبدء.", "بلغ {name} المرحلة {stage}.", "يبدأ {name} دورة جديدة.")
  },
  he: {
    playful: said("קוקו! {name} כאן.", "טה-דה! {name} בשלב {stage}.", "עוד סיבוב: התחלה חדשה עם {name}!"),
    calm: said("{name} כאן.", "{name} בשלב {stage}.", "התחלה חדשה ורגועה עם {name}."),
    epic: said("ראו: {name} בין החיים!", "{name} בדרך אל הפסגה: {stage}!", "מן האפר: {name} בסיבוב חדש!"),
    professional: said("{name}: מוכנים להתחיל.", "{name}: הושג השלב {stage}.", "{name}: מחזור חדש מתחיל.")
  }
}

/** In the language of a BCP 47 tag as far as there are texts in it, else in English. */
export const momentsOf = (locale: string, tone: Tone): Moments => {
  const language = languageOf(locale)
  return (Object.hasOwn(languages, language) ? languages[language]! : languages["en"]!)[tone]
}
