/** Group quests in Postgres: their records, how they end, and who takes part. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { subjectSums } from "../../../platform/campaigns/sums.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { GroupQuest, type Outcome, QuestStatus } from "./Api/Records.ts"

const { goal, max_participants, participants, rewards } = GroupQuest.fields

const Row = Schema.Struct({
  quest_id: Schema.String,
  quest_key: Schema.String,
  name: Schema.String,
  description: Schema.String,
  status: QuestStatus,
  audience: Schema.NullOr(Schema.String),
  team_id: Schema.NullOr(Schema.String),
  starts_at: Schema.NullOr(Schema.Date),
  ends_at: Schema.NullOr(Schema.Date),
  participants,
  max_participants,
  goal,
  contribution_cap_per_buddy: Schema.NullOr(Schema.Int),
  rewards,
  reason: Schema.NullOr(Schema.String),
  resolved_at: Schema.NullOr(Schema.Date),
  operation_id: Schema.NullOr(Schema.String),
  settled_at: Schema.NullOr(Schema.Date),
  total: Schema.Int,
  participant_count: Schema.Int,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
export type StoredQuest = typeof Row.Type

const resolutionOf = ({ operation_id, reason, resolved_at, status }: StoredQuest): GroupQuest["resolution"] =>
  resolved_at === null || operation_id === null || status === "draft" || status === "active"
    ? null
    : { outcome: status, reason, at: iso(resolved_at), operation_id }

export const toWire = (quest: StoredQuest): GroupQuest => {
  const { reason: _reason, resolved_at: _at, operation_id: _operation, settled_at: _settled, ...shown } = quest
  return {
    ...shown,
    starts_at: isoOrNull(quest.starts_at),
    ends_at: isoOrNull(quest.ends_at),
    resolution: resolutionOf(quest),
    created_at: iso(quest.created_at),
    updated_at: iso(quest.updated_at)
  }
}

/** What is written of a quest before it ends. */
export type QuestFields = Pick<
  StoredQuest,
  | "name"
  | "description"
  | "status"
  | "audience"
  | "team_id"
  | "starts_at"
  | "ends_at"
  | "participants"
  | "max_participants"
  | "goal"
  | "contribution_cap_per_buddy"
  | "rewards"
>

export interface QuestKey {
  readonly customer_id: string
  readonly quest_id: string
}

/** How a quest ends. */
export interface End {
  readonly outcome: Outcome
  /** of who forced it */
  readonly reason: string | null
  readonly operation_id: string
  readonly total: number
  readonly participants: number
}

export const unknownQuest = () => new NotFound({ resource: "group quest" })

export class QuestStore extends Context.Service<
  QuestStore,
  {
    list(
      customer_id: string,
      query: OffsetQuery & { readonly status?: QuestStatus }
    ): Effect.Effect<OffsetPage<GroupQuest>>
    /** published and not ended, the newest first: there are not many at once */
    active(customer_id: string): Effect.Effect<ReadonlyArray<StoredQuest>>
    /** by id or key */
    read(customer_id: string, reference: string): Effect.Effect<StoredQuest, NotFound>
    /** likewise; nobody changes it until the transaction ends */
    hold(customer_id: string, reference: string): Effect.Effect<StoredQuest, NotFound>
    /** held likewise, by a quest that has ended, also where it was deleted since: its end is told nevertheless */
    ended(key: QuestKey): Effect.Effect<StoredQuest, NotFound>
    /** one change of quests of the tenant at a time, until the transaction ends */
    alone(customer_id: string): Effect.Effect<void>
    isTaken(customer_id: string, quest_key: string): Effect.Effect<boolean>
    count(customer_id: string): Effect.Effect<{ readonly active: number; readonly all: number }>
    add(customer_id: string, quest_key: string, fields: QuestFields): Effect.Effect<string>
    write(key: QuestKey, fields: QuestFields): Effect.Effect<void>
    publish(key: QuestKey): Effect.Effect<void>
    remove(key: QuestKey): Effect.Effect<void>
    end(key: QuestKey, end: End): Effect.Effect<void>
    /** another operation goes on where the one before has failed */
    assign(key: QuestKey, operation_id: string): Effect.Effect<void>
    /** true: it was not, and the caller is the one to tell */
    settle(key: QuestKey): Effect.Effect<boolean>
  }
>()("hatchery/features/group-quests/QuestStore") {
  static readonly layer = Layer.effect(
    QuestStore,
    Effect.map(SqlClient.SqlClient, (sql) => QuestStore.of({ ...reading(sql), ...writing(sql), ...ending(sql) }))
  )
}
type Service = QuestStore["Service"]

/** Once it has ended, what it came to is what stood at the end, however long its rows are kept. */
const columns = `q.quest_id, q.quest_key, q.name, q.description, q.status, q.audience, q.team_id, q.starts_at,
  q.ends_at,  q.participants, q.max_participants, q.goal, q.contribution_cap_per_buddy::float8, q.rewards, q.reason,
  q.resolved_at, q.operation_id, q.settled_at, q.created_at, q.updated_at,
  least(coalesce(q.final_total, ${subjectSums.total("q", "quest_id")}::numeric), 9007199254740991)::float8 AS total,
  coalesce(q.final_participants, ${subjectSums.total("q", "quest_id", "participants")}::bigint)::float8
    AS participant_count`

const reading = (
  sql: SqlClient.SqlClient
): Pick<Service, "list" | "active" | "read" | "hold" | "ended" | "isTaken" | "count"> => {
  const shown = sql.literal(columns)
  const kept = (customer_id: string) => sql`q.customer_id = ${customer_id}::uuid AND q.deleted_at IS NULL`
  const named = namedBy(sql, { id: "q.quest_id", key: "q.quest_key" })
  const one = Effect.fnUntraced(function* (where: Statement.Fragment) {
    const found = yield* row(Row)(sql`SELECT ${shown} FROM group_quests AS q WHERE ${where}`)
    return Option.isNone(found) ? yield* unknownQuest() : found.value
  })
  const at = (customer_id: string, reference: string) => sql`${kept(customer_id)} AND ${named(reference)}`
  const Count = Schema.Struct({ active: Schema.Int, all: Schema.Int })
  return {
    list: Effect.fn("QuestStore.list")(function* (customer_id, query) {
      const status = query.status ?? null
      const where = sql`${kept(customer_id)} AND (${status}::text IS NULL OR q.status = ${status})`
      return yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM group_quests AS q WHERE ${where}`,
        read: (limit, offset) =>
          Effect.map(
            rows(Row)(sql`SELECT ${shown} FROM group_quests AS q WHERE ${where}
              ORDER BY q.created_at DESC, q.quest_id DESC LIMIT ${limit} OFFSET ${offset}`),
            (found) => found.map(toWire)
          )
      })
    }),
    active: Effect.fn("QuestStore.active")((customer_id) =>
      rows(Row)(sql`
        SELECT ${shown} FROM group_quests AS q WHERE ${kept(customer_id)} AND q.status = 'active'
        ORDER BY q.created_at DESC, q.quest_id DESC`)
    ),
    read: Effect.fn("QuestStore.read")((customer_id, reference) => one(at(customer_id, reference))),
    hold: Effect.fn("QuestStore.hold")((customer_id, reference) =>
      one(sql`${at(customer_id, reference)} FOR UPDATE OF q`)
    ),
    ended: Effect.fn("QuestStore.ended")(({ customer_id, quest_id }) =>
      one(sql`
        q.customer_id = ${customer_id}::uuid AND q.quest_id = ${quest_id}::uuid AND q.resolved_at IS NOT NULL
        FOR UPDATE OF q`)
    ),
    isTaken: (customer_id, quest_key) =>
      Effect.map(
        execute(sql`SELECT 1 FROM group_quests AS q WHERE ${kept(customer_id)} AND q.quest_key = ${quest_key}`),
        (found) => found > 0
      ),
    count: (customer_id) =>
      Effect.map(
        rows(Count)(sql`
          SELECT (count(*) FILTER (WHERE q.status = 'active'))::int AS active, count(*)::int AS all
          FROM group_quests AS q WHERE ${kept(customer_id)}`),
        (found) => found[0]!
      )
  }
}

const ofQuest = (sql: SqlClient.SqlClient, { customer_id, quest_id }: QuestKey) =>
  sql`customer_id = ${customer_id}::uuid AND quest_id = ${quest_id}::uuid`

const writing = (sql: SqlClient.SqlClient): Pick<Service, "alone" | "add" | "write" | "publish" | "remove"> => ({
  alone: (customer_id) =>
    Effect.asVoid(execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`group_quests:${customer_id}`}, 0))`)),
  add: Effect.fn("QuestStore.add")(function* (customer_id, quest_key, fields) {
    const [quest_id, now] = [yield* uuid, yield* nowDate]
    yield* execute(sql`
      INSERT INTO group_quests (customer_id, quest_id, quest_key, name, description, status, audience, team_id,
        starts_at, ends_at, participants, max_participants, goal, contribution_cap_per_buddy, rewards, created_at,
        updated_at)
      VALUES (${customer_id}::uuid, ${quest_id}::uuid, ${quest_key}, ${fields.name}, ${fields.description},
        ${fields.status}, ${fields.audience}, ${fields.team_id}::uuid, ${fields.starts_at}, ${fields.ends_at},
        ${fields.participants}, ${fields.max_participants}, ${JSON.stringify(fields.goal)}::jsonb,
        ${fields.contribution_cap_per_buddy}, ${JSON.stringify(fields.rewards)}::jsonb, ${now}, ${now})`)
    return quest_id
  }),
  write: Effect.fn("QuestStore.write")(function* (key, fields) {
    yield* execute(sql`
      UPDATE group_quests SET name = ${fields.name}, description = ${fields.description},
        audience = ${fields.audience}, team_id = ${fields.team_id}::uuid, starts_at = ${fields.starts_at},
        ends_at = ${fields.ends_at},
        participants = ${fields.participants}, max_participants = ${fields.max_participants},
        goal = ${JSON.stringify(fields.goal)}::jsonb, contribution_cap_per_buddy = ${fields.contribution_cap_per_buddy},
        rewards = ${JSON.stringify(fields.rewards)}::jsonb, updated_at = ${yield* nowDate}
      WHERE ${ofQuest(sql, key)}`)
  }),
  publish: Effect.fn("QuestStore.publish")(function* (key) {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE group_quests SET status = 'active', published_at = ${now}, updated_at = ${now} WHERE ${ofQuest(sql, key)}`)
  }),
  remove: Effect.fn("QuestStore.remove")(function* (key) {
    yield* execute(sql`UPDATE group_quests SET deleted_at = ${yield* nowDate} WHERE ${ofQuest(sql, key)}`)
  })
})

const ending = (sql: SqlClient.SqlClient): Pick<Service, "end" | "assign" | "settle"> => ({
  end: Effect.fn("QuestStore.end")(function* (key, { operation_id, outcome, participants: count, reason, total }) {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE group_quests SET status = ${outcome}, reason = ${reason}, operation_id = ${operation_id}::uuid,
        final_total = ${total}, final_participants = ${count}, resolved_at = ${now}, updated_at = ${now}
      WHERE ${ofQuest(sql, key)}`)
  }),
  assign: Effect.fn("QuestStore.assign")(function* (key, operation_id) {
    yield* execute(sql`UPDATE group_quests SET operation_id = ${operation_id}::uuid WHERE ${ofQuest(sql, key)}`)
  }),
  settle: Effect.fn("QuestStore.settle")(function* (key) {
    const settled = yield* execute(sql`
      UPDATE group_quests SET settled_at = ${yield* nowDate} WHERE ${ofQuest(sql, key)} AND settled_at IS NULL
      RETURNING 1`)
    return settled > 0
  })
})
