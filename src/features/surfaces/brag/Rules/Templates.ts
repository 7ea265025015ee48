/** What is handed out to be posted, where a workspace has no words of its own, in the languages widgets speak. */
import type { BragMoment } from "../../../../wire/surfaces/Brags.ts"
import { languageOf } from "../../../../wire/surfaces/Spoken.ts"

type Templates = Readonly<Record<BragMoment, string>>

const english: Templates = {
  evolution: "{name} has reached {stage_name}!",
  badge: "{name} has won a badge: {badge_label}!",
  streak_milestone: "{name} and I: {streak} in a row!",
  league_rank: "Rank {rank} in the league, together with {name}!",
  path_completed: "We made it to the end of “{path_title}”, {name} and I!"
}

const languages: Readonly<Record<string, Templates>> = {
  en: english,
  de: {
    evolution: "{name} ist jetzt {stage_name}!",
    badge: "{name} hat ein Abzeichen gewonnen: {badge_label}!",
    streak_milestone: "{name} und ich: {streak} in Folge!",
    league_rank: "Platz {rank} in der Liga, zusammen mit {name}!",
    path_completed: "Geschafft: „{path_title}“, {name} und ich sind am Ziel!"
  },
  fr: {
    evolution: "{name} est devenu {stage_name} !",
    badge: "{name} a gagné un badge : {badge_label} !",
    streak_milestone: "{name} et moi : {streak} d’affilée !",
    league_rank: "{rank}ᵉ place de la ligue, avec {name} !",
    path_completed: "« {path_title} » : {name} et moi sommes arrivés au bout !"
  },
  es: {
    evolution: "¡{name} ya es {stage_name}!",
    badge: "¡{name} ha ganado una insignia: {badge_label}!",
    streak_milestone: "{name} y yo: ¡{streak} seguidos!",
    league_rank: "¡Puesto {rank} de la liga, junto a {name}!",
    path_completed: "¡{name} y yo hemos completado «{path_title}»!"
  },
  pt: {
    evolution: "{name} agora é {stage_name}!",
    badge: "{name} ganhou uma medalha: {badge_label}!",
    streak_milestone: "{name} e eu: {streak} seguidos!",
    league_rank: "{rank}º lugar na liga, com {name}!",
    path_completed: "{name} e eu completamos “{path_title}”!"
  },
  ja: {
    evolution: "{name}が{stage_name}に進化しました！",
    badge: "{name}がバッジを獲得：{badge_label}！",
    streak_milestone: "{name}といっしょに{streak}連続達成！",
    league_rank: "{name}といっしょにリーグ{rank}位！",
    path_completed: "{name}といっしょに「{path_title}」をやりきりました！"
  },
  ar: {
    evolution: "أصبح {name} الآن {stage_name}!",
    badge: "فاز {name} بوسام: {badge_label}!",
    streak_milestone: "أنا و{name}: {streak} على التوالي!",
    league_rank: "المركز {rank} في الدوري مع {name}!",
    path_completed: "أكملت مع {name} مسار «{path_title}»!"
  },
  he: {
    evolution: "{name} גדל והפך ל{stage_name}!",
    badge: "{name} זכה בתג: {badge_label}!",
    streak_milestone: "{name} ואני: {streak} ברצף!",
    league_rank: "מקום {rank} בליגה, יחד עם {name}!",
    path_completed: "{name} ואני השלמנו את „{path_title}”!"
  }
}

export const templatesIn = (language: string): Templates => languages[languageOf(language)] ?? english
