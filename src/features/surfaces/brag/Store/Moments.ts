/** Whether a moment happened to a buddy, by what is stored of it: nothing a browser says is taken for it. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { BragMoment } from "../../../../wire/surfaces/Brags.ts"
import type { Told } from "../Rules.ts"

const MomentRow = Schema.Struct({
  happened_at: Schema.Date,
  subject_key: Schema.NullOr(Schema.String),
  label: Schema.NullOr(Schema.String)
})

export interface Happened {
  readonly happened_at: Date
  readonly subject_key: string | null
  /** what is told of it, besides what holds for every moment */
  readonly told: Told
}

export interface Asked {
  readonly customer_id: string
  readonly buddy_id: string
  readonly user_id: string
  /** undefined: the newest of all */
  readonly subject_key: string | undefined
  readonly since: Date
}

/** The newest events of a user that are looked through for milestones. */
const events_looked = 1_000

const label = {
  evolution: "stage_name",
  badge: "badge_label",
  streak_milestone: "streak",
  league_rank: "rank",
  path_completed: "path_title"
} as const

const toldOf = (moment: BragMoment, text: string | null): Told => (text === null ? {} : { [label[moment]]: text })

/** The newest season that is over in which a buddy came to a place. */
const rankIn =
  (sql: SqlClient.SqlClient) =>
  ({ buddy_id, customer_id, since, subject_key }: Omit<Asked, "user_id">) =>
    sql`
    SELECT s.closed_at AS happened_at, s.season_id::text AS subject_key, r.rank::text AS label
    FROM league_results AS r JOIN league_seasons AS s USING (customer_id, season_id)
    WHERE r.customer_id = ${customer_id}::uuid AND r.buddy_id = ${buddy_id}::uuid AND r.rank > 0
      AND s.closed_at >= ${since}
      AND (${subject_key ?? null}::text IS NULL OR s.season_id::text = lower(${subject_key ?? null}))
    ORDER BY s.closed_at DESC LIMIT 1`

/**
 * Whether a buddy has a place of the last days nobody was shown yet. Seasons end while nobody looks, so a widget has
 * nothing it could know one by.
 */
export const findNewRank = (sql: SqlClient.SqlClient) => {
  const rank = rankIn(sql)
  return Effect.fn("BragStore.hasNewRank")(function* (whose: Omit<Asked, "subject_key" | "user_id">) {
    const { buddy_id, customer_id, since } = whose
    const found = yield* execute(sql`
      SELECT 1 FROM (${rank({ ...whose, subject_key: undefined })}) AS newest
      WHERE NOT EXISTS (
        SELECT FROM brags AS b WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid
          AND b.occurred_at >= ${since} AND b.moment = 'league_rank' AND b.subject_key = newest.subject_key)`)
    return found > 0
  })
}

export const findMoment = (sql: SqlClient.SqlClient) => {
  /** The stage as it was called then: another life may have begun since, at the first one. */
  const evolution = ({ buddy_id, customer_id, since }: Asked) => sql`
    SELECT created_at AS happened_at, NULL::text AS subject_key, body ->> 'name' AS label FROM buddy_history
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND kind = 'evolution'
      AND created_at >= ${since}
    ORDER BY history_id DESC LIMIT 1`
  const badge = ({ buddy_id, customer_id, since, subject_key }: Asked) => sql`
    SELECT awarded_at AS happened_at, badge_key AS subject_key, label FROM held_badges
    WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND awarded_at >= ${since}
      AND (${subject_key ?? null}::text IS NULL OR badge_key = ${subject_key ?? null})
    ORDER BY awarded_at DESC LIMIT 1`
  const streak = ({ buddy_id, customer_id, since, subject_key, user_id }: Asked) => sql`
    SELECT e.received_at AS happened_at, rule.value ->> 1 AS subject_key,
      (SELECT max(reached::int)::text FROM json_array_elements_text(rule.value -> 3 -> 'lengths') AS reached) AS label
    FROM (
      SELECT buddy_id, event_id, sequence, received_at, trace FROM events
      WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
      ORDER BY sequence DESC LIMIT ${events_looked}) AS e, json_array_elements(e.trace) AS rule
    WHERE e.buddy_id = ${buddy_id}::uuid AND e.received_at >= ${since} AND rule.value ->> 0 = 'streak_rule'
      AND json_array_length(rule.value -> 3 -> 'lengths') > 0
      AND (${subject_key ?? null}::text IS NULL OR rule.value ->> 1 = ${subject_key ?? null})
      AND NOT EXISTS (SELECT FROM buddy_history AS h
        WHERE h.customer_id = ${customer_id}::uuid AND h.kind = 'reversal' AND h.key = e.event_id)
    ORDER BY e.sequence DESC LIMIT 1`
  const path = ({ buddy_id, customer_id, since, subject_key }: Asked) => sql`
    SELECT walked.completed_at AS happened_at, walked.path_key AS subject_key, d.title AS label
    FROM (
      SELECT b.customer_id, p.key AS path_key, to_timestamp((p.value ->> 'completed_at')::float8 / 1000) AS completed_at
      FROM buddies AS b, json_each(b.state -> 'paths') AS p
      WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid) AS walked
    JOIN path_definitions AS d USING (customer_id, path_key)
    WHERE walked.completed_at >= ${since}
      AND (${subject_key ?? null}::text IS NULL OR walked.path_key = ${subject_key ?? null})
    ORDER BY walked.completed_at DESC LIMIT 1`
  const statements: Readonly<Record<BragMoment, (asked: Asked) => Statement.Statement<unknown>>> = {
    evolution,
    badge,
    streak_milestone: streak,
    league_rank: rankIn(sql),
    path_completed: path
  }
  return Effect.fn("BragStore.moment")(function* (moment: BragMoment, asked: Asked) {
    if (moment === "league_rank" && asked.subject_key !== undefined && !isUuid(asked.subject_key))
      return Option.none<Happened>()
    const [found] = yield* rows(MomentRow)(statements[moment](asked))
    if (found === undefined) return Option.none<Happened>()
    const { happened_at, label, subject_key } = found
    return Option.some<Happened>({ happened_at, subject_key, told: toldOf(moment, label) })
  })
}
