/** Ready-made kinds of kudos, one by one and as the sets of themes. */
import { Schema } from "effect"
import { refersTo } from "../../../wire/Ids.ts"
import { kudoContent, type KudoTypeInput } from "./Api.ts"

type Template = Omit<KudoTypeInput, "kudo_key" | "order" | "status"> & { readonly kudo_key: string }
type Told = Partial<Omit<Template, "kudo_key" | "label" | "emoji" | "description" | "receiver_reward">>

const complete = Schema.decodeUnknownSync(Schema.Struct(kudoContent))

const kind = (
  kudo_key: string,
  emoji: string,
  label: string,
  description: string,
  coins: number,
  more: Told = {}
): Template => ({ kudo_key, ...complete({ label, emoji, description, receiver_reward: { coins }, ...more }) })

const templates: ReadonlyArray<Template> = [
  kind("thanks", "🙏", "Thanks", "For a hand when it was needed.", 5),
  kind("great_work", "👏", "Great work", "For something done really well.", 10, { daily_limit_per_sender: 2 }),
  kind("team_player", "🤝", "Team player", "For whoever puts the team first.", 5, { reach: "team" }),
  kind("welcome", "👋", "Welcome", "A warm word for somebody new.", 2, { daily_limit_per_sender: 10 }),
  kind("mentor_star", "🌟", "Mentor star", "For whoever shows others the way.", 15, { daily_limit_per_sender: 1 }),
  kind("creative", "💡", "Creative", "For an idea nobody else had.", 5)
]

const of = (...keys: ReadonlyArray<string>) => templates.filter(({ kudo_key }) => keys.includes(kudo_key))

/** By the key of the preset of the same theme. */
const themes: Readonly<Record<string, ReadonlyArray<Template>>> = {
  learning: [
    ...of("thanks", "mentor_star"),
    kind("aha_moment", "🧠", "Aha moment", "You explained it so that it clicked.", 5),
    kind("study_buddy", "📚", "Study buddy", "For learning side by side.", 5, { reach: "team" })
  ],
  fitness: [
    ...of("team_player"),
    kind("high_five", "🙌", "High five", "For showing up today.", 3, { daily_limit_per_sender: 5 }),
    kind("never_gave_up", "💪", "Never gave up", "For the last round, which was the hardest.", 10, {
      daily_limit_per_sender: 2
    }),
    kind("pace_maker", "🏃", "Pace maker", "For pulling others along.", 5)
  ],
  saas_onboarding: [
    ...of("thanks", "welcome"),
    kind("power_user", "⚡", "Power user", "For a trick worth knowing.", 5),
    kind("problem_solver", "🧩", "Problem solver", "For the way out of a dead end.", 10, { daily_limit_per_sender: 2 })
  ],
  ecommerce: [
    ...of("thanks", "welcome"),
    kind("good_tip", "🛍️", "Good tip", "For a find that was just right.", 5),
    kind("honest_review", "📝", "Honest review", "For a review that helped to decide.", 5)
  ],
  community: [
    ...of("thanks", "welcome", "creative"),
    kind("kind_words", "💛", "Kind words", "For keeping it friendly.", 3, { daily_limit_per_sender: 5 })
  ],
  productivity: [
    ...of("great_work", "team_player"),
    kind("unblocked_me", "🚧", "Unblocked me", "For clearing the way.", 5),
    kind("deep_focus", "🎯", "Deep focus", "For getting the hard thing done.", 5)
  ]
}

const found = (set: ReadonlyArray<Template> | undefined) => (set === undefined || set.length === 0 ? undefined : set)

/** Undefined: there is no such template. */
export const templateOf = (key: string) => found(of(key))
export const themeOf = (key: string) => found(Object.hasOwn(themes, key) ? themes[key] : undefined)
export const themeKeys = Object.keys(themes)

interface Named {
  readonly kudo_type_id: string
  readonly kudo_key: string
}

/** The ids of all: those that are named, by id or key, first, the others after them as they were. */
export const reordered = (
  active: ReadonlyArray<Named>,
  named: ReadonlyArray<string>
): ReadonlyArray<string> | { readonly at: number; readonly issue: string } => {
  const seen = new Set<string>()
  for (const [at, name] of named.entries()) {
    const found = active.find(({ kudo_key, kudo_type_id }) => refersTo(name, kudo_type_id, kudo_key))
    if (found === undefined) return { at, issue: "there is no active kudo type of this id or key" }
    if (seen.has(found.kudo_type_id)) return { at, issue: "this kudo type is named before" }
    seen.add(found.kudo_type_id)
  }
  const others = active.filter(({ kudo_type_id }) => !seen.has(kudo_type_id))
  return [...seen, ...others.map(({ kudo_type_id }) => kudo_type_id)]
}
