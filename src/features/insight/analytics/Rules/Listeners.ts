/** Who waits for events of a type: whatever in force names it. */
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import type { LiveCampaigns } from "../../../../wire/campaigns/Live.ts"

export interface Listener {
  readonly type: string
  readonly key: string
}

/** Terms name a type as `event_type`, conditions on counts as the key they count. */
const typesIn = (value: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(value)) for (const one of value) typesIn(one, found)
  else if (typeof value === "object" && value !== null) {
    const { event_type, key, type } = value as Readonly<Record<string, unknown>>
    if (typeof event_type === "string") found.add(event_type)
    if (type === "event_count" && typeof key === "string") found.add(key)
    for (const one of Object.values(value)) typesIn(one, found)
  }
  return found
}

const campaignTypes: Readonly<Record<string, string>> = {
  leaderboards: "leaderboard",
  seasons: "league",
  lotteries: "lottery",
  quests: "group_quest",
  causes: "cause",
  surprise_drops: "surprise_drop",
  event_badges: "event_badge"
}

/** The key a thing goes by in its family. */
const keyIn = (terms: object): string => {
  const named = (end: string) =>
    Object.entries(terms).find(([name, value]) => name.endsWith(end) && typeof value === "string")
  const known = named("_key") ?? named("_id")
  return known === undefined ? "" : String(known[1])
}

interface InForce {
  readonly content: ConfigContent
  readonly paths: ReadonlyArray<{ readonly path_key: string }>
  readonly campaigns: LiveCampaigns
}

/** By event type. */
export const listenersOf = ({ campaigns, content, paths }: InForce): ReadonlyMap<string, ReadonlyArray<Listener>> => {
  const all = new Map<string, Array<Listener>>()
  const add = (listener: Listener, terms: unknown) => {
    for (const type of typesIn(terms, new Set())) {
      const known = all.get(type) ?? []
      all.set(type, known)
      if (!known.some(({ key, type: kind }) => key === listener.key && kind === listener.type)) known.push(listener)
    }
  }
  for (const rule of content.coin_rules) if (rule.enabled) add({ type: "coin_rule", key: rule.rule_key }, rule)
  for (const rule of content.token_rules) if (rule.enabled) add({ type: "token_rule", key: rule.rule_key }, rule)
  for (const rule of content.skill_rules) if (rule.enabled) add({ type: "skill_rule", key: rule.rule_key }, rule)
  for (const rule of content.skill_decay_rules)
    if (rule.enabled) add({ type: "skill_decay_rule", key: rule.rule_key }, rule)
  const grown = content.evolution_rules
  for (const stage of grown?.stages ?? []) add({ type: "evolution", key: String(stage.stage) }, stage)
  if (grown?.prestige?.enabled === true) add({ type: "evolution", key: "prestige" }, grown.prestige)
  for (const rule of content.streak_rules) if (rule.enabled) add({ type: "streak_rule", key: rule.streak_key }, rule)
  for (const badge of content.badge_definitions)
    if (badge.status === "active" && badge.award_mode !== "api") add({ type: "badge", key: badge.badge_key }, badge)
  for (const path of paths) add({ type: "path", key: path.path_key }, path)
  for (const [kind, terms] of Object.entries(campaigns)) {
    const type = campaignTypes[kind]
    if (type === undefined || terms === undefined) continue
    for (const one of terms) add({ type, key: keyIn(one) }, one)
  }
  return all
}
