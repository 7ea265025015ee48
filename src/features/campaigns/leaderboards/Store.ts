/** The settings of a tenant's board and who hides on it, in Postgres. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Subjects } from "../../../platform/campaigns/Subjects.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"
import type { Patch } from "../../../resource/Api.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { OptOutNotAllowed } from "../../../wire/campaigns/Leaderboard.ts"
import { LeaderboardConfig, leaderboardConfig, type LeaderboardInput } from "./Api.ts"

const Row = Schema.Struct({
  ...LeaderboardConfig.fields,
  counting_since: Schema.NullOr(Schema.Date),
  subject_id: Schema.NullOr(Schema.String)
})
/** As it is stored: `subject_id` names the count that runs. */
export type StoredBoard = typeof Row.Type

const columns = Object.keys(Row.fields).join(", ")
const defaults: StoredBoard = { ...leaderboardConfig.defaults, counting_since: null, subject_id: null }

export const toWire = ({ subject_id: _subject_id, counting_since, ...config }: StoredBoard): LeaderboardConfig => ({
  ...config,
  counting_since: isoOrNull(counting_since)
})

/** What a score was counted by, and among whom: with another of these it would be another score. */
const countOf = ({ enabled, metric, period, scope }: LeaderboardInput) =>
  JSON.stringify([enabled, metric.type, metric.key, period, scope])

export class LeaderboardStore extends Context.Service<
  LeaderboardStore,
  {
    read(customer_id: string): Effect.Effect<StoredBoard>
    update(customer_id: string, patch: Patch<LeaderboardInput>): Effect.Effect<StoredBoard>
    setVisible(
      customer_id: string,
      buddy_id: string,
      visible: boolean
    ): Effect.Effect<void, NotFound | BuddyArchived | OptOutNotAllowed>
  }
>()("hatchery/features/leaderboards/LeaderboardStore") {
  static readonly layer = Layer.effect(
    LeaderboardStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const changes = yield* CacheInvalidation
      const read = (customer_id: string, lock = "") =>
        Effect.map(
          row(Row)(sql`
            SELECT ${sql.literal(columns)} FROM leaderboards WHERE customer_id = ${customer_id}::uuid
            ${sql.literal(lock)}`),
          Option.getOrElse(() => defaults)
        )
      const save = (customer_id: string, board: StoredBoard, now: Date) =>
        execute(sql`
          UPDATE leaderboards SET enabled = ${board.enabled}, metric = ${JSON.stringify(board.metric)}::jsonb,
            period = ${board.period}, scope = ${board.scope}, max_entries = ${board.max_entries},
            tie_break = ${board.tie_break}, allow_opt_out = ${board.allow_opt_out},
            subject_id = ${board.subject_id}::uuid, counting_since = ${board.counting_since}, updated_at = ${now}
          WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
      /** So that there is a row to lock: of two first changes at once, one waits for the other. */
      const ensure = (customer_id: string, now: Date) =>
        execute(sql`
          INSERT INTO leaderboards (customer_id, enabled, metric, period, scope, max_entries, tie_break, allow_opt_out,
            updated_at)
          VALUES (${customer_id}::uuid, false, ${JSON.stringify(defaults.metric)}::jsonb, ${defaults.period},
            ${defaults.scope}, ${defaults.max_entries}, ${defaults.tie_break}, ${defaults.allow_opt_out}, ${now})
          ON CONFLICT (customer_id) DO NOTHING RETURNING 1`)
      /** The count that ends is closed, and the one that begins is another subject. */
      const recounted = Effect.fnUntraced(function* (customer_id: string, before: StoredBoard, next: StoredBoard) {
        if (countOf(before) === countOf(next)) return next
        if (before.subject_id !== null) yield* subjects.close({ customer_id, subject_id: before.subject_id })
        if (!next.enabled) return { ...next, subject_id: null, counting_since: null }
        const subject_id = yield* uuid
        yield* subjects.open({ customer_id, subject_id }, "leaderboard")
        return { ...next, subject_id, counting_since: yield* nowDate }
      })
      return LeaderboardStore.of({
        read: (customer_id) => read(customer_id),
        update: Effect.fn("LeaderboardStore.update")((customer_id, patch) =>
          transactionOf(sql)(
            Effect.gen(function* () {
              const now = yield* nowDate
              yield* ensure(customer_id, now)
              const before = yield* read(customer_id, "FOR UPDATE")
              const wanted = { ...before, ...leaderboardConfig.patched(before, patch) }
              const next = yield* recounted(customer_id, before, wanted)
              yield* save(customer_id, next, now)
              yield* changes.publish({ _tag: "Tenant", customer_id })
              return next
            })
          )
        ),
        setVisible: hiding(sql, read)
      })
    })
  ).pipe(Layer.provide(Subjects.layer))
}

type Read = (customer_id: string) => Effect.Effect<StoredBoard>

const hiding = (sql: SqlClient.SqlClient, read: Read) =>
  Effect.fn("LeaderboardStore.setVisible")(function* (customer_id: string, buddy_id: string, visible: boolean) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const buddy = sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
    const Status = Schema.Struct({ status: Schema.Literals(["active", "archived"]) })
    const found = yield* row(Status)(sql`SELECT status FROM buddies WHERE ${buddy}`)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
    if (found.value.status === "archived") return yield* new BuddyArchived()
    if (visible) {
      yield* execute(sql`DELETE FROM leaderboard_hidden WHERE ${buddy} RETURNING 1`)
      return
    }
    if (!(yield* read(customer_id)).allow_opt_out) return yield* new OptOutNotAllowed()
    yield* execute(sql`
      INSERT INTO leaderboard_hidden (customer_id, buddy_id, hidden_at)
      SELECT customer_id, buddy_id, ${yield* nowDate} FROM buddies WHERE ${buddy}
      ON CONFLICT (customer_id, buddy_id) DO NOTHING RETURNING 1`)
  })
