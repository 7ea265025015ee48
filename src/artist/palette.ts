/**
 * Colours and motif of each preset theme (learning, fitness, saas_onboarding, ecommerce, community, productivity) and
 * of the neutral one that every other theme name falls back to. Six coats per theme: two variants share a coat, and
 * those two never share a body shape.
 */

export interface Coat {
  readonly base: string
  /** Belly, muzzle, inner side of ears. */
  readonly belly: string
  /** Horns, wing membranes, markings. */
  readonly accent: string
}

export type Motif = "book" | "bolt" | "rocket" | "gift" | "bubble" | "check" | "star"

export interface Palette {
  readonly name: string
  readonly ink: string
  readonly motif: Motif
  /** Sky from top to bottom, then the ground. */
  readonly sky: readonly [string, string]
  readonly ground: readonly [string, string]
  /** Tone of distant shapes, then of the nearer ones. */
  readonly distant: readonly [string, string]
  /** Collars, emblems, egg trims. */
  readonly emblem: string
  readonly coats: readonly [Coat, Coat, Coat, Coat, Coat, Coat]
}

const coat = (base: string, belly: string, accent: string): Coat => ({ accent, base, belly })

const learning: Palette = {
  coats: [
    coat("#8b78ee", "#f0e8ff", "#ffc44f"),
    coat("#f98b78", "#ffeadd", "#6d63dd"),
    coat("#39b5b0", "#e0f8ef", "#ffa36b"),
    coat("#fbbc45", "#fff4d4", "#e4657f"),
    coat("#5ba6f0", "#e5f3ff", "#ffcf5e"),
    coat("#d77cc8", "#ffeaf7", "#54c5b8")
  ],
  distant: ["#ddd0f7", "#c9b8f0"],
  emblem: "#ffb638",
  ground: ["#cdbdf3", "#ae9ae4"],
  ink: "#2a2058",
  motif: "book",
  name: "learning",
  sky: ["#fff4e2", "#ebe1ff"]
}

const fitness: Palette = {
  coats: [
    coat("#ff8c42", "#fff0dc", "#2bb8b3"),
    coat("#8ccb45", "#f2fbd9", "#ff8f4f"),
    coat("#f4616f", "#ffe7e2", "#ffc93c"),
    coat("#2fbfc4", "#dff8f4", "#ffb347"),
    coat("#fbc638", "#fff6d1", "#ef6461"),
    coat("#5484f0", "#e5eeff", "#7fd858")
  ],
  distant: ["#c4ebe0", "#9fdccd"],
  emblem: "#ff7a3c",
  ground: ["#a7dd8f", "#74c07a"],
  ink: "#11303d",
  motif: "bolt",
  name: "fitness",
  sky: ["#f3fbdf", "#cff1ec"]
}

const saasOnboarding: Palette = {
  coats: [
    coat("#4f8ffa", "#e4efff", "#ffb07c"),
    coat("#4ccba5", "#e2faf0", "#7f83f2"),
    coat("#f58bb5", "#ffebf3", "#54b4f0"),
    coat("#8c8af5", "#eeecff", "#5fd9c0"),
    coat("#ffab7d", "#fff0e4", "#5b7df0"),
    coat("#45c3e6", "#e1f8ff", "#f78fb3")
  ],
  distant: ["#d0e2ff", "#b3cffb"],
  emblem: "#ff8f6b",
  ground: ["#bcd5fb", "#8fb4ee"],
  ink: "#1b2757",
  motif: "rocket",
  name: "saas_onboarding",
  sky: ["#f2f7ff", "#d9e8ff"]
}

const ecommerce: Palette = {
  coats: [
    coat("#ee66a3", "#ffe9f1", "#ffc24b"),
    coat("#ff9f55", "#fff1df", "#c25bb0"),
    coat("#41bdb4", "#e0f8f3", "#ff7fa3"),
    coat("#a371e0", "#f3eaff", "#ffb64f"),
    coat("#f7c042", "#fff5d4", "#e8598c"),
    coat("#ec6363", "#ffe8e1", "#44b9c4")
  ],
  distant: ["#ffd9d6", "#fcbfc6"],
  emblem: "#e94f8a",
  ground: ["#f8b9b4", "#e894a4"],
  ink: "#47193d",
  motif: "gift",
  name: "ecommerce",
  sky: ["#fff6e6", "#ffe3e3"]
}

const community: Palette = {
  coats: [
    coat("#ec8060", "#ffeadb", "#3f9f93"),
    coat("#439f92", "#e2f5ec", "#f5b649"),
    coat("#f0b749", "#fff3d6", "#d2605a"),
    coat("#7089da", "#e8edff", "#f29e6d"),
    coat("#c95d95", "#ffe8f0", "#f3bd52"),
    coat("#98bb62", "#f3f9dc", "#dd7459")
  ],
  distant: ["#fcd3ae", "#f6b690"],
  emblem: "#e2574c",
  ground: ["#e8b183", "#cb8a66"],
  ink: "#48231f",
  motif: "bubble",
  name: "community",
  sky: ["#fff3cf", "#ffdcc2"]
}

const productivity: Palette = {
  coats: [
    coat("#67b688", "#e9f7e6", "#e9a25f"),
    coat("#e0896a", "#ffeee0", "#5e93a8"),
    coat("#6f96bc", "#e8f1f8", "#e8b657"),
    coat("#e3b868", "#fff5dc", "#5da583"),
    coat("#a494d9", "#f2edff", "#7dbf8e"),
    coat("#adc25c", "#f7fbda", "#d9785f")
  ],
  distant: ["#dbe7d3", "#c1d6ba"],
  emblem: "#3f9c78",
  ground: ["#c3d6ae", "#97b98d"],
  ink: "#1d3a34",
  motif: "check",
  name: "productivity",
  sky: ["#fbf8ea", "#e4efe0"]
}

const neutral: Palette = {
  coats: [
    coat("#7f8fd6", "#ebeffc", "#f2b66d"),
    coat("#e69a86", "#ffeee6", "#6f87c4"),
    coat("#6ab3a8", "#e5f6f1", "#eea37c"),
    coat("#c99bd1", "#f8edfb", "#75b7a6"),
    coat("#e5bd72", "#fff5de", "#c7748c"),
    coat("#77aed3", "#e8f4fb", "#e9b45f")
  ],
  distant: ["#d9dcee", "#c3c8e2"],
  emblem: "#7b7fd4",
  ground: ["#c5cae2", "#a2a9cc"],
  ink: "#292b4a",
  motif: "star",
  name: "neutral",
  sky: ["#f7f4f6", "#e3e6f5"]
}

const palettes: ReadonlyArray<Palette> = [learning, fitness, saasOnboarding, ecommerce, community, productivity]

/** The preset keys that have a palette of their own. */
export const themeNames: ReadonlyArray<string> = palettes.map((palette) => palette.name)

/** Case and separators do not matter; an unknown theme gets the neutral palette. */
export const paletteOf = (theme: string): Palette => {
  const wanted = theme
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")
  return palettes.find((palette) => palette.name === wanted) ?? neutral
}

export const coatOf = (palette: Palette, variant: number): Coat => palette.coats[variant % 6] ?? palette.coats[0]
