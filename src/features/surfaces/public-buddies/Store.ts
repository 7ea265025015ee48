/** Badges of buddies as anybody may see them. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../../../platform/postgres/Sql.ts"
import type { Standing } from "../../players/buddies/Store.ts"

export interface PublicBadge {
  readonly label: string
  readonly tier: string | null
  readonly icon_url: string | null
}

/** of one buddy, the newest */
const badges_max = 12

const BadgeRow = Schema.Struct({
  buddy_id: Schema.String,
  badge_key: Schema.String,
  label: Schema.String,
  icon_url: Schema.NullOr(Schema.String),
  tier: Schema.NullOr(Schema.String),
  /** of something that happened once */
  is_of_event: Schema.Boolean
})

/** More than are shown, because those that are secret are told apart here. */
const badges_read = 4 * badges_max

/** Of one buddy. */
export interface HeldBadges {
  /** newest first, 12 at most; secret ones are in none */
  readonly shown: ReadonlyArray<PublicBadge>
  /** with those that are not among them */
  readonly total: number
}

/** One statement for all of them. Of what happens once no config version tells; other badges are what theirs says. */
export const badgesFrom = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    customer_id: string,
    standings: ReadonlyArray<Standing>
  ): Effect.fn.Return<ReadonlyMap<string, HeldBadges>> {
    const holders = standings.filter(({ state }) => Object.values(state.badges).some(({ count }) => count > 0))
    const held = new Map<string, { readonly shown: Array<PublicBadge>; total: number }>()
    if (holders.length === 0) return held
    const snapshots = new Map(holders.map(({ buddy, snapshot }) => [buddy.buddy_id, snapshot]))
    const found = yield* rows(BadgeRow)(sql`
      SELECT b.buddy_id, b.badge_key, b.label, made.content ->> 'icon_url' AS icon_url, made.content ->> 'tier' AS tier,
        made.content IS NOT NULL AS is_of_event
      FROM unnest(${[...snapshots.keys()]}::uuid[]) AS w (buddy_id)
      CROSS JOIN LATERAL (
        SELECT h.buddy_id, h.badge_key, h.label, max(h.awarded_at) AS awarded_at FROM held_badges AS h
        WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = w.buddy_id
        GROUP BY h.buddy_id, h.badge_key, h.label ORDER BY max(h.awarded_at) DESC LIMIT ${badges_read}) AS b
      LEFT JOIN LATERAL (
        SELECT content FROM event_badges AS e
        WHERE e.customer_id = ${customer_id}::uuid AND e.badge_key = b.badge_key
        ORDER BY e.deleted_at DESC NULLS FIRST LIMIT 1) AS made ON true
      ORDER BY b.buddy_id, b.awarded_at DESC, b.badge_key`)
    for (const { badge_key, buddy_id, icon_url, is_of_event, label, tier } of found) {
      const badge = snapshots.get(buddy_id)?.badges.get(badge_key)?.badge
      const own = held.get(buddy_id) ?? { shown: [], total: 0 }
      // What its version does not name any more may have been a secret.
      const isTold = badge === undefined ? is_of_event : !badge.is_secret
      if (!isTold) continue
      own.total++
      held.set(buddy_id, own)
      if (own.shown.length < badges_max)
        own.shown.push({ label, tier: badge?.tier ?? tier, icon_url: badge?.icon_url ?? icon_url })
    }
    return held
  })
