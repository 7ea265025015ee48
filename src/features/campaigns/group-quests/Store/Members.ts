/** Who takes part in group quests, and which quests want something done. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { again_after_ms } from "../../../../platform/campaigns/Clock.ts"
import { offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { nowDate, rows } from "../../../../platform/postgres/Sql.ts"
import { takingTurns } from "../../../../platform/postgres/Turns.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { QuestMember } from "../Api/Records.ts"
import type { QuestKey } from "../Store.ts"

const Contribution = Schema.Struct({ buddy_id: Schema.String, contribution: Schema.Int })
export type Contribution = typeof Contribution.Type
const Member = Schema.Struct({
  ...Contribution.fields,
  user_id: Schema.String,
  name: Schema.String,
  joined_at: Schema.Date
})
const Key = Schema.Struct({ customer_id: Schema.String, quest_id: Schema.String })
export class QuestMembers extends Context.Service<
  QuestMembers,
  {
    list(key: QuestKey, query: OffsetQuery): Effect.Effect<OffsetPage<QuestMember>>
    /** those present, in order of their ids, behind one of them */
    present(key: QuestKey, after: string | null, count: number): Effect.Effect<ReadonlyArray<Contribution>>
    /** of all tenants: their time is up, and so is that of events that were late */
    due(): Effect.Effect<ReadonlyArray<QuestKey>>
    /** of all tenants: the team it is bound to was deleted */
    orphaned(): Effect.Effect<ReadonlyArray<QuestKey>>
    /** of all tenants: ended, and the operation that was to settle them has failed some time ago */
    stalled(): Effect.Effect<ReadonlyArray<QuestKey>>
  }
>()("hatchery/features/group-quests/QuestMembers") {
  static readonly layer = Layer.effect(
    QuestMembers,
    Effect.map(SqlClient.SqlClient, (sql) => QuestMembers.of({ ...listing(sql), ...watching(sql) }))
  )
}
type Service = QuestMembers["Service"]

/** Events may arrive this long after they occurred and still count. */
export const settled_after_ms = 5 * 60_000
const looked_at_max = 100

const contribution = `coalesce((SELECT s.score FROM campaign_scores AS s
  WHERE s.customer_id = m.customer_id AND s.subject_id = m.quest_id AND s.period_key = 'all'
    AND s.buddy_id = m.buddy_id), 0)::float8 AS contribution`

const listing = (sql: SqlClient.SqlClient): Pick<Service, "list" | "present"> => {
  const shown = sql.literal(contribution)
  /** Who was erased is counted among the participants and is nobody to show. */
  const known = sql.literal(`group_quest_members AS m
    JOIN buddy_identities AS b ON b.customer_id = m.customer_id AND b.buddy_id = m.buddy_id`)
  const present = ({ customer_id, quest_id }: QuestKey) =>
    sql`m.customer_id = ${customer_id}::uuid AND m.quest_id = ${quest_id}::uuid AND m.left_at IS NULL`
  return {
    list: Effect.fn("QuestMembers.list")((key, query) =>
      offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM ${known} WHERE ${present(key)}`,
        read: (limit, offset) =>
          Effect.map(
            rows(Member)(sql`
              SELECT m.buddy_id, b.user_id, b.name, m.joined_at, ${shown} FROM ${known}
              WHERE ${present(key)} ORDER BY m.joined_at DESC, m.buddy_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map((member) => ({ ...member, joined_at: iso(member.joined_at) }))
          )
      })
    ),
    present: Effect.fn("QuestMembers.present")((key, after, count) =>
      rows(Contribution)(sql`
        SELECT m.buddy_id, ${shown} FROM group_quest_members AS m
        WHERE ${present(key)} AND (${after}::uuid IS NULL OR m.buddy_id > ${after}::uuid)
        ORDER BY m.buddy_id LIMIT ${count}`)
    )
  }
}

const watching = (sql: SqlClient.SqlClient): Pick<Service, "due" | "orphaned" | "stalled"> => ({
  due: Effect.fn("QuestMembers.due")(function* () {
    const before = new Date((yield* nowDate).getTime() - settled_after_ms)
    const over = sql`SELECT customer_id, quest_id FROM group_quests WHERE status = 'active' AND ends_at <= ${before}`
    return yield* rows(Key)(takingTurns(sql, over, { count: looked_at_max }))
  }),
  orphaned: Effect.fn("QuestMembers.orphaned")(function* () {
    const gone = sql`
      SELECT q.customer_id, q.quest_id FROM group_quests AS q
      JOIN teams AS t ON t.customer_id = q.customer_id AND t.team_id = q.team_id
      WHERE q.status = 'active' AND q.team_id IS NOT NULL AND t.deleted_at IS NOT NULL`
    return yield* rows(Key)(takingTurns(sql, gone, { count: looked_at_max }))
  }),
  stalled: Effect.fn("QuestMembers.stalled")(function* () {
    const before = new Date((yield* nowDate).getTime() - again_after_ms)
    const left = sql`
      SELECT q.customer_id, q.quest_id FROM group_quests AS q
      JOIN operations AS o ON o.customer_id = q.customer_id AND o.operation_id = q.operation_id
      WHERE q.resolved_at IS NOT NULL AND q.settled_at IS NULL AND o.status IN ('failed', 'cancelled')
        AND o.finished_at <= ${before}`
    return yield* rows(Key)(takingTurns(sql, left, { count: looked_at_max }))
  })
})
