/** What products are about, and how that looks. Words stand in the singular. */
import type { WidgetTheme } from "../../../../wire/answers/Customer.ts"

export type Traits = Partial<Pick<WidgetTheme, "mode" | "radius" | "font">>

export interface Mood {
  readonly accent: string
  readonly traits: Traits
  readonly words: ReadonlySet<string>
}

const mood = (accent: string, traits: Traits, words: string): Mood => ({
  accent,
  traits,
  words: new Set(words.split(/\s+/))
})

/** In the order in which they win where several are spoken of as often. */
export const moods: ReadonlyArray<Mood> = [
  mood(
    "#c2255c",
    { radius: "lg", font: "rounded" },
    `child kid toddler baby parent family toy playground fairy kind kinder familie eltern enfant famille
    niño familia`
  ),
  mood(
    "#6741d9",
    { radius: "lg", font: "rounded" },
    `learn learning learner lesson course class school student teacher tutor study quiz exam language
    education training lernen schule kurs lehrer schüler apprendre école cours aprender escuela curso`
  ),
  mood(
    "#0b7a75",
    { radius: "lg", font: "system" },
    `health healthy wellness wellbeing medical doctor clinic patient sleep calm meditation meditate
    mindful mindfulness therapy yoga breath gesundheit arzt schlaf santé salud`
  ),
  mood(
    "#d9480f",
    { radius: "md", font: "system" },
    `sport fitness run runner running gym workout athlete race bike cycling football coach marathon step
    laufen training deporte`
  ),
  mood(
    "#2f8f4e",
    { radius: "md", font: "rounded" },
    `nature plant garden gardener forest tree eco ecological green climate organic farm farmer
    sustainable sustainability recycle recycling energy carbon natur umwelt klima pflanze garten`
  ),
  mood(
    "#0b5cad",
    { radius: "sm", font: "system" },
    `bank banking finance financial money invest investor investment saving insurance tax accounting
    budget credit loan geld konto versicherung argent dinero`
  ),
  mood(
    "#7048e8",
    { mode: "dark", radius: "md", font: "system" },
    "game gamer gaming play player level quest arcade esport tournament guild spiel spieler jeu juego"
  ),
  mood(
    "#1f6feb",
    { mode: "dark", radius: "sm", font: "mono" },
    `developer code coder coding api software terminal deploy devops engineer engineering repository
    database server cloud entwickler`
  ),
  mood(
    "#7a5c1e",
    { radius: "none", font: "serif" },
    "luxury fashion jewellery jewelry wine hotel perfume couture heritage gallery museum antique mode schmuck"
  ),
  mood(
    "#c92a2a",
    { radius: "lg", font: "rounded" },
    `food recipe cook cooking kitchen restaurant coffee bakery meal eat dish essen rezept kochen café
    cuisine receta`
  ),
  mood(
    "#0c7fa8",
    { radius: "md", font: "system" },
    "travel traveller trip flight ocean sea beach map journey adventure airline sail reise meer voyage viaje"
  ),
  mood(
    "#a61e9b",
    { radius: "md", font: "system" },
    `music musician song art artist design designer photo photographer film video creative creator studio
    musik kunst musique música`
  ),
  mood(
    "#3b5bdb",
    { radius: "sm", font: "system" },
    `business company team employee enterprise sale seller crm office hr project productivity customer
    support firma büro entreprise empresa`
  )
]

/** A colour that is named counts before any mood. */
export const colorWords: Readonly<Record<string, string>> = {
  red: "#c92a2a",
  rot: "#c92a2a",
  orange: "#d9480f",
  yellow: "#8f6a00",
  gelb: "#8f6a00",
  gold: "#7a5c1e",
  green: "#2b8a3e",
  grün: "#2b8a3e",
  mint: "#0b7a75",
  teal: "#0b7a75",
  turquoise: "#0b7a75",
  cyan: "#0c7fa8",
  blue: "#1864ab",
  blau: "#1864ab",
  navy: "#1b3a6b",
  indigo: "#364fc7",
  purple: "#6741d9",
  violet: "#6741d9",
  lila: "#6741d9",
  magenta: "#a61e9b",
  pink: "#c2255c",
  rosa: "#c2255c",
  brown: "#7a4a1e",
  black: "#1d1a29",
  schwarz: "#1d1a29"
}

/** The first one that is spoken of a kind counts. */
export const traitWords: Readonly<Record<string, Traits>> = {
  dark: { mode: "dark" },
  night: { mode: "dark" },
  dunkel: { mode: "dark" },
  light: { mode: "light" },
  bright: { mode: "light" },
  hell: { mode: "light" },
  elegant: { font: "serif", radius: "none" },
  classic: { font: "serif" },
  playful: { font: "rounded", radius: "lg" },
  friendly: { font: "rounded", radius: "lg" },
  cute: { font: "rounded", radius: "lg" },
  verspielt: { font: "rounded", radius: "lg" },
  technical: { font: "mono", radius: "sm" },
  minimal: { font: "system", radius: "none" },
  serious: { font: "system", radius: "sm" },
  professional: { font: "system", radius: "sm" }
}
