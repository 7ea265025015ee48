/** From what is known of a product to a look, always the same one. Pure. */
import { defaultWidgetTheme, type WidgetTheme } from "../../../wire/answers/Customer.ts"
import { channels, contrast, hexOf, mixed, type Rgb } from "../../../wire/Color.ts"
import { singularOf, sentencesOf } from "../onboarding/Rules/Words.ts"
import { suggestLimits, type ThemeSuggestion } from "./Api.ts"
import { colorWords, type Mood, moods, type Traits, traitWords } from "./Rules/Moods.ts"

export interface Known {
  readonly brand_color?: string | undefined
  readonly site?:
    | {
        readonly colors: ReadonlyArray<string>
        readonly is_dark: boolean
        readonly font: WidgetTheme["font"] | undefined
        readonly text: string
      }
    | undefined
  readonly description?: string | undefined
}

/** Until white words can be read on it. */
export const readableAccent = (color: string): string => {
  const whole = color.toLowerCase()
  for (let share = 0; share < 1; share += 0.02) {
    const moved = mixed(whole, "#000000", share)
    if (contrast(moved, "#ffffff") >= suggestLimits.readable) return moved
  }
  return "#000000"
}

/** Grey, black and white say nothing of a product. */
const isColorful = (hex: string): boolean => {
  const parts = channels(hex)
  const [least, most] = [Math.min(...parts), Math.max(...parts)]
  return most - least >= 48 && (most - least) / most >= 0.25
}

interface Heard {
  readonly accent: string | undefined
  readonly traits: Traits
}

/** What words say: a colour by its name, else that of the mood most of them are of. */
const heardIn = (text: string): Heard => {
  const words = sentencesOf(text).flat().map(singularOf)
  const scores = moods.map((mood: Mood) => words.filter((word) => mood.words.has(word)).length)
  const best = Math.max(0, ...scores)
  const mood = best === 0 ? undefined : moods[scores.indexOf(best)]
  const color = words.find((word) => Object.hasOwn(colorWords, word))
  const spoken = words.flatMap((word) => (Object.hasOwn(traitWords, word) ? [traitWords[word]!] : []))
  return {
    accent: color === undefined ? mood?.accent : colorWords[color],
    traits: Object.assign({}, mood?.traits, ...spoken.toReversed())
  }
}

const nothing: Heard = { accent: undefined, traits: {} }

const rotated = (hex: string, degrees: number): string => {
  const [red, green, blue] = channels(hex)
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
  const range = most - least
  if (range === 0) return hex
  const sector =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
  const hue = (((sector * 60 + degrees) % 360) + 360) % 360
  const part = (offset: number) => {
    const place = (offset + hue / 60) % 6
    return most - range * Math.max(0, Math.min(place, 4 - place, 1))
  }
  const turned: Rgb = [part(5), part(3), part(1)]
  return hexOf(turned)
}

const after = <A>(list: ReadonlyArray<A>, one: A, steps: number): A => list[(list.indexOf(one) + steps) % list.length]!
const radii = ["none", "sm", "md", "lg"] as const

/** Its sister in the same colour, and a neighbour of it: they differ from the theme and from each other. */
const alternativesTo = (theme: WidgetTheme): ReadonlyArray<WidgetTheme> => [
  { ...theme, radius: after(radii, theme.radius, 1), font: theme.font === "rounded" ? "system" : "rounded" },
  {
    ...theme,
    mode: theme.mode === "dark" ? "light" : "dark",
    accent_color: readableAccent(rotated(theme.accent_color, 40)),
    radius: after(radii, theme.radius, 2)
  }
]

export const suggestionOf = ({ brand_color, description, site }: Known): ThemeSuggestion => {
  const said = description === undefined ? nothing : heardIn(description)
  const read = site === undefined ? nothing : heardIn(site.text)
  const seen = site?.colors.find(isColorful) ?? read.accent
  const [source, accent] =
    brand_color !== undefined
      ? (["brand_color", brand_color] as const)
      : seen !== undefined
        ? (["website", seen] as const)
        : said.accent !== undefined
          ? (["description", said.accent] as const)
          : (["preset", defaultWidgetTheme.accent_color] as const)
  const shown: Traits = {
    ...(site?.is_dark === true ? { mode: "dark" } : {}),
    ...(site?.font === undefined ? {} : { font: site.font })
  }
  const theme: WidgetTheme = {
    ...defaultWidgetTheme,
    ...read.traits,
    ...shown,
    ...said.traits,
    accent_color: readableAccent(accent)
  }
  return {
    theme,
    alternatives: alternativesTo(theme),
    contrast: Math.floor(contrast(theme.accent_color, "#ffffff") * 100) / 100,
    source
  }
}
