/** Whether what figures name by its key is no longer there. Pure. */
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import { isUuid } from "../../../../wire/Ids.ts"

export interface InForce {
  readonly content: ConfigContent
  /** live ones, which no version has */
  readonly event_badges: ReadonlyArray<{ readonly badge_key: string }>
  /** of those that were asked for */
  readonly item_ids: ReadonlySet<string>
}

/** Of what has no key, or is neither a rule nor a badge nor an item, nothing is said. */
export type IsGone = (source: string, key: string | null) => boolean

export const goneOf = ({ content, event_badges, item_ids }: InForce): IsGone => {
  const known = new Map<string, ReadonlySet<string>>([
    ["coin_rule", new Set(content.coin_rules.map(({ rule_key }) => rule_key))],
    ["token_rule", new Set(content.token_rules.map(({ rule_key }) => rule_key))],
    ["streak", new Set(content.streak_rules.map(({ streak_key }) => streak_key))],
    ["badge", new Set([...content.badge_definitions, ...event_badges].map(({ badge_key }) => badge_key))]
  ])
  return (source, key) => {
    if (key === null) return false
    // Items go by their ids, mystery boxes by their keys.
    if (source === "purchase" || source === "gift") return isUuid(key) && !item_ids.has(key)
    return known.get(source)?.has(key) === false
  }
}

export const mark = (isGone: boolean): { readonly deleted?: true } => (isGone ? { deleted: true } : {})
