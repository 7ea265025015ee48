/** The eight drives, what serves them, and what follows from what is set up and used. */
import type { Mechanic } from "../../../wire/Mechanics.ts"
import { rateOf } from "../analytics/Rules/Window.ts"
import type { Drive, OctalysisState } from "./Api.ts"

/** One way to set up a mechanic, and the feature that tells who touches it; null: nothing tells. */
interface Way {
  readonly fact: string
  readonly feature: string | null
}
interface DriveTerms extends Pick<Drive, "drive_key" | "name" | "side" | "brain"> {
  readonly mechanics: ReadonlyArray<readonly [Mechanic, ReadonlyArray<Way>]>
  /** where nothing of it is set up */
  readonly begin: string
}

/** A mechanic whose fact has its name. */
const by = (mechanic: Mechanic, ...features: ReadonlyArray<string | null>): DriveTerms["mechanics"][number] => [
  mechanic,
  features.map((feature) => ({ fact: mechanic, feature }))
]

const drives: ReadonlyArray<DriveTerms> = [
  {
    drive_key: "meaning",
    name: "Meaning",
    side: "white_hat",
    brain: "neutral",
    mechanics: [
      by("narrative", "widget_view"),
      by("mission_anchor", "widget_view"),
      by("causes", "causes"),
      by("council", null)
    ],
    begin: "Say what it is for: write a narrative, show a mission anchor, or count for a cause."
  },
  {
    drive_key: "accomplishment",
    name: "Accomplishment",
    side: "white_hat",
    brain: "left",
    mechanics: [by("badges", "badges"), by("skills", "skills"), by("evolution", "evolution"), by("paths", "paths")],
    begin: "Let progress show: add a badge, a skill, stages of evolution or a path."
  },
  {
    drive_key: "empowerment",
    name: "Empowerment",
    side: "white_hat",
    brain: "right",
    mechanics: [by("equip", "equip"), by("outfits", "outfits"), by("boosters", "boosters")],
    begin: "Give users something to choose: items to wear, or boosters to play for."
  },
  {
    drive_key: "ownership",
    name: "Ownership",
    side: "neutral",
    brain: "left",
    mechanics: [by("items", "purchase", "gift"), by("tokens", null), by("coins", null), by("buddy_name", null)],
    begin: "Give users something of their own: coins to earn, and items to keep."
  },
  {
    drive_key: "social",
    name: "Social influence",
    side: "neutral",
    brain: "right",
    mechanics: [
      by("teams", "teams"),
      by("leagues", "leagues"),
      by("kudos", "kudos"),
      by("group_quests", "group_quests"),
      by("mentors", null),
      by("share", "share")
    ],
    begin: "Bring users together: teams, kudos or a group quest."
  },
  {
    drive_key: "scarcity",
    name: "Scarcity",
    side: "black_hat",
    brain: "left",
    mechanics: [by("gates", "gates"), by("flash_sales", "flash_sales"), by("limited_stock", null)],
    begin: "Nothing is scarce. A gate or a limited item makes waiting worth it; use it sparingly."
  },
  {
    drive_key: "unpredictability",
    name: "Unpredictability",
    side: "black_hat",
    brain: "right",
    mechanics: [
      [
        "reward_pools",
        [
          { fact: "coin_pools", feature: null },
          { fact: "mystery_boxes", feature: "mystery_boxes" }
        ]
      ],
      by("surprise_drops", "surprise_drops"),
      by("lotteries", "lotteries")
    ],
    begin: "Nothing surprises. A reward pool or a surprise drop brings curiosity."
  },
  {
    drive_key: "avoidance",
    name: "Avoidance",
    side: "black_hat",
    brain: "neutral",
    mechanics: [by("streaks", "streaks"), by("decay", null)],
    begin: "Nothing is lost by staying away. A streak with freezes is the gentle form."
  }
]

/** Below it shares say nothing. */
export const users_min = 20
const black_hat_max = 0.6
const single_drive_max = 0.7

export interface Group {
  readonly name: string
  readonly features: ReadonlyArray<string>
}

const waysOf = (ways: ReadonlyArray<Way>, facts: ReadonlySet<string>) => ways.filter(({ fact }) => facts.has(fact))
const seenIn = (ways: ReadonlyArray<Way>): ReadonlyArray<string> =>
  ways.flatMap(({ feature }) => (feature === null ? [] : [feature]))

const ofDrive = (drive_key: string) => `drive ${drive_key}`
const ofMechanic = (mechanic: Mechanic) => `mechanic ${mechanic}`
export const everybody = "everybody"

/** Whose users have to be counted, each once. */
export const groupsOf = (facts: ReadonlySet<string>): ReadonlyArray<Group> =>
  [
    { name: everybody, features: [""] },
    ...drives.flatMap(({ drive_key, mechanics }) => {
      const own = mechanics.map(([mechanic, ways]) => ({
        name: ofMechanic(mechanic),
        features: seenIn(waysOf(ways, facts))
      }))
      return [{ name: ofDrive(drive_key), features: own.flatMap(({ features }) => features) }, ...own]
    })
  ].filter(({ features }) => features.length > 0)

const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 100)

/** `users`: of each group by its name. */
const driveOf = (
  { begin, mechanics, ...terms }: DriveTerms,
  facts: ReadonlySet<string>,
  users: ReadonlyMap<string, number>
): Drive => {
  const active = users.get(everybody) ?? 0
  const isTold = active >= users_min
  const found = mechanics.map(([mechanic, ways]) => {
    const set = waysOf(ways, facts)
    const isSeen = seenIn(set.length > 0 ? set : ways).length > 0
    return { mechanic, configured: set.length > 0, users: isSeen ? (users.get(ofMechanic(mechanic)) ?? 0) : null }
  })
  const configured = found.filter((one) => one.configured)
  const unused = configured.filter((one) => one.users === 0).map(({ mechanic }) => mechanic)
  const isMeasured = configured.length === 0 || configured.some((one) => one.users !== null)
  return {
    ...terms,
    configured: percentOf(configured.length, found.length),
    used: isTold && isMeasured ? percentOf(users.get(ofDrive(terms.drive_key)) ?? 0, active) : null,
    mechanics: found,
    hint:
      configured.length === 0
        ? begin
        : isTold && unused.length > 0
          ? `Set up, and touched by nobody: ${unused.join(", ")}.`
          : null
  }
}

const usedBy = (all: ReadonlyArray<Drive>, is: (drive: Drive) => boolean): number =>
  all.reduce((sum, drive) => sum + (is(drive) ? (drive.used ?? 0) : 0), 0)

/** Two shares that add up to one. */
const pair = (one: number, other: number): readonly [number | null, number | null] => {
  const share = rateOf(one, one + other)
  return share === null ? [null, null] : [share, rateOf(10_000 - Math.round(share * 10_000), 10_000)]
}

export const stateOf = (
  facts: ReadonlySet<string>,
  users: ReadonlyMap<string, number>
): Pick<OctalysisState, "drives" | "balance" | "warnings"> => {
  const found = drives.map((terms) => driveOf(terms, facts, users))
  const on = (is: (drive: Drive) => boolean) => usedBy(found, is)
  const [white_hat, black_hat] = pair(
    on(({ side }) => side === "white_hat"),
    on(({ side }) => side === "black_hat")
  )
  const [left, right] = pair(
    on(({ brain }) => brain === "left"),
    on(({ brain }) => brain === "right")
  )
  const all = on(() => true)
  const most = Math.max(...found.map(({ used }) => used ?? 0))
  const isTold = (users.get(everybody) ?? 0) >= users_min
  const unused = found.some(({ mechanics }) => mechanics.some((one) => one.configured && one.users === 0))
  const warnings: Array<OctalysisState["warnings"][number]> = []
  if (black_hat !== null && black_hat > black_hat_max) warnings.push("black_hat_heavy")
  if (all > 0 && most / all > single_drive_max) warnings.push("single_drive")
  if (isTold && unused) warnings.push("unused_mechanic")
  return { drives: found, balance: { white_hat, black_hat, left, right }, warnings }
}
