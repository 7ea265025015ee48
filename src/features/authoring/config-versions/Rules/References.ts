/**
 * Names a version uses without defining them. A rule that pays an unknown token or a stage that waits for an unknown
 * badge would never do anything, and nobody would notice, so publish refuses them. Event types may be unknown: events
 * of any type are accepted.
 */
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import type { ConditionType, Group, Reward } from "../../../../wire/content/Shared.ts"
import { keyOf, type Section } from "./Sections.ts"

export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly message: string
}

/** What lives beside the versions and may be named by them. */
export interface LiveNames {
  readonly gates: ReadonlySet<string>
  /** item ids */
  readonly items: ReadonlySet<string>
  readonly event_types: ReadonlySet<string>
  /** keys of event badges, also of removed ones, which some buddies hold; undefined: none */
  readonly event_badges?: ReadonlySet<string>
  /** undefined: whose audiences there will be is not known */
  readonly audiences?: ReadonlySet<string>
}

type Kind = "token" | "skill" | "badge" | "streak" | "gate" | "item"
type Known = Readonly<Record<Kind, ReadonlySet<string>>>

const kindOf: Readonly<Partial<Record<ConditionType, Kind>>> = {
  skill_level: "skill",
  token_balance: "token",
  token_lifetime: "token",
  badge_owned: "badge",
  item_owned: "item",
  gate_unlocked: "gate",
  streak_current: "streak",
  streak_longest: "streak"
}

const knownOf = (content: ConfigContent, live: LiveNames): Known => ({
  token: new Set(content.token_types.map((token) => token.token_key)),
  skill: new Set(content.skill_sets.flatMap((set) => set.skills.map((skill) => skill.skill_key))),
  badge: new Set(content.badge_definitions.map((badge) => badge.badge_key)),
  streak: new Set(content.streak_rules.map((streak) => streak.streak_key)),
  gate: live.gates,
  item: live.items
})

/** One use of a name; `owner` is how the author calls the thing that uses it. */
interface Use {
  readonly kind: Kind
  readonly name: string
  readonly owner: string
  readonly path: ReadonlyArray<string | number>
  /** what a buddy is asked to have, and is not given here */
  readonly is_asked?: true
}
type Place = Pick<Use, "owner" | "path">

const below = (place: Place, ...path: ReadonlyArray<string | number>): Place => ({
  owner: place.owner,
  path: [...place.path, ...path]
})

const groupUses = (place: Place, group: Group): ReadonlyArray<Use> =>
  group.conditions.flatMap((condition, index) => {
    const kind = kindOf[condition.type]
    return kind === undefined || condition.key === null
      ? []
      : [{ kind, name: condition.key, is_asked: true, ...below(place, "conditions", index, "key") }]
  })

const rewardUses = (place: Place, reward: Reward): ReadonlyArray<Use> => [
  ...reward.tokens.map(({ token_key }, index): Use => ({
    kind: "token",
    name: token_key,
    ...below(place, "tokens", index, "token_key")
  })),
  ...reward.skills.map(({ skill_key }, index): Use => ({
    kind: "skill",
    name: skill_key,
    ...below(place, "skills", index, "skill_key")
  })),
  ...reward.badges.map((name, index): Use => ({ kind: "badge", name, ...below(place, "badges", index) })),
  ...reward.items.map((name, index): Use => ({ kind: "item", name, ...below(place, "items", index) }))
]

/** Walks a section with the place of each of its entries. */
const each = <A extends object>(
  section: Section,
  entries: ReadonlyArray<A>,
  uses: (entry: A, place: Place) => ReadonlyArray<Use>
) =>
  entries.flatMap((entry, index) =>
    uses(entry, { owner: `${section}.${keyOf(section, entry)}`, path: ["content", section, index] })
  )

const evolutionUses = (content: ConfigContent): ReadonlyArray<Use> => {
  const place = { owner: "evolution_rules", path: ["content", "evolution_rules"] }
  const stages = content.evolution_rules?.stages ?? []
  const prestige = content.evolution_rules?.prestige
  return [
    ...stages.flatMap((stage, index) => [
      ...groupUses(below(place, "stages", index, "requirements"), stage.requirements),
      ...rewardUses(below(place, "stages", index, "reward"), stage.reward)
    ]),
    ...(prestige ? groupUses(below(place, "prestige", "requirements"), prestige.requirements) : [])
  ]
}

const usesOf = (content: ConfigContent): ReadonlyArray<Use> => [
  ...each("coin_rules", content.coin_rules, (rule, place) => groupUses(below(place, "conditions"), rule.conditions)),
  ...each("token_rules", content.token_rules, (rule, place) => [
    { kind: "token", name: rule.token_key, ...below(place, "token_key") },
    ...groupUses(below(place, "conditions"), rule.conditions)
  ]),
  ...each("skill_rules", content.skill_rules, (rule, place) => [
    { kind: "skill", name: rule.skill_key, ...below(place, "skill_key") },
    ...groupUses(below(place, "conditions"), rule.conditions)
  ]),
  ...each("skill_decay_rules", content.skill_decay_rules, (rule, place) => [
    { kind: "skill", name: rule.skill_key, ...below(place, "skill_key") }
  ]),
  ...each("badge_definitions", content.badge_definitions, (badge, place) =>
    groupUses(below(place, "criteria"), badge.criteria)
  ),
  ...each("streak_rules", content.streak_rules, (streak, place) =>
    streak.milestones.flatMap((milestone, index) =>
      rewardUses(below(place, "milestones", index, "reward"), milestone.reward)
    )
  ),
  ...evolutionUses(content)
]

/** Event badges are held like others, and given by their events alone. */
const isKnown =
  (known: Known, { event_badges }: LiveNames) =>
  ({ is_asked, kind, name }: Use): boolean =>
    known[kind].has(name) || (is_asked === true && kind === "badge" && event_badges?.has(name) === true)

/** A skill key names one skill of the whole version, whichever set it is in. */
const repeatedSkills = (content: ConfigContent): ReadonlyArray<Issue> => {
  const seen = new Set<string>()
  return content.skill_sets.flatMap((set, setIndex) =>
    set.skills.flatMap(({ skill_key }, index) => {
      if (!seen.has(skill_key)) {
        seen.add(skill_key)
        return []
      }
      const path = ["content", "skill_sets", setIndex, "skills", index, "skill_key"]
      return [{ path, message: `skill_sets.${set.skill_set_key}: the skill ${skill_key} is in another set already` }]
    })
  )
}

/** What keeps this content from being published, one issue per place. */
export const publishIssues = (content: ConfigContent, live: LiveNames): ReadonlyArray<Issue> => {
  const knows = isKnown(knownOf(content, live), live)
  return [
    ...repeatedSkills(content),
    ...usesOf(content).flatMap((use) =>
      knows(use) ? [] : [{ path: use.path, message: `${use.owner} names the unknown ${use.kind} ${use.name}` }]
    )
  ]
}

const eventTypesOf = (content: ConfigContent): ReadonlySet<string> =>
  new Set([
    ...[...content.coin_rules, ...content.token_rules, ...content.skill_rules].map((rule) => rule.trigger.event_type),
    ...content.streak_rules.flatMap((streak) => streak.qualifying.events.map((entry) => entry.event_type)),
    ...content.badge_definitions.flatMap((badge) =>
      badge.criteria.conditions.flatMap(({ key, type }) => (type === "event_count" && key !== null ? [key] : []))
    )
  ])

const audienceUses = (content: ConfigContent): ReadonlyArray<{ readonly name: string; readonly owner: string }> => {
  const of = (section: Section, entries: ReadonlyArray<{ readonly audience: string | null }>) =>
    entries.flatMap((entry) =>
      entry.audience === null ? [] : [{ name: entry.audience, owner: `${section}.${keyOf(section, entry)}` }]
    )
  return [
    ...of("coin_rules", content.coin_rules),
    ...of("token_rules", content.token_rules),
    ...of("skill_rules", content.skill_rules),
    ...of("skill_decay_rules", content.skill_decay_rules),
    ...of("badge_definitions", content.badge_definitions),
    ...of("streak_rules", content.streak_rules)
  ]
}

/** What an author should know and may ignore. `requirements`: of the marketplace's items, by item id. */
export const warnings = (
  content: ConfigContent,
  live: LiveNames,
  requirements: Readonly<Record<string, Group>>
): ReadonlyArray<string> => {
  const knows = isKnown(knownOf(content, live), live)
  const eventTypes = [...eventTypesOf(content)].filter((name) => !live.event_types.has(name))
  const ofItems = Object.entries(requirements).flatMap(([item_id, group]) =>
    groupUses({ owner: `item ${item_id}`, path: [] }, group).flatMap((use) =>
      knows(use) ? [] : [`${use.owner} requires the unknown ${use.kind} ${use.name} and cannot be bought`]
    )
  )
  const nobodys = audienceUses(content).flatMap(({ name, owner }) =>
    live.audiences === undefined || live.audiences.has(name)
      ? []
      : [`${owner} is for the audience ${name}, which is not configured: it concerns nobody`]
  )
  return [
    ...eventTypes.map((name) => `the event type ${name} is not defined; events of it are accepted`),
    ...nobodys,
    ...ofItems
  ]
}
