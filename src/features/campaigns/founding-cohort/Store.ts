/** Founding cohorts in Postgres: what they are, and what happened in them. */
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type CursorPage, cursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Origin } from "../../../wire/Change.ts"
import { type BadRequest, ValidationFailed } from "../../../wire/Failure.ts"
import { iso, isoOrNull } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { FoundingAuditEntry, FoundingCohort } from "./Api.ts"
import { defaultCohort } from "./Rules.ts"
import {
  candidateCount,
  candidatesOf,
  CohortRow,
  columns,
  foundingMembers,
  type StoredCohort
} from "./Store/Members.ts"

const AuditRow = Schema.Struct({
  seq: Schema.NumberFromString,
  number: Schema.Int,
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.String),
  action: Schema.Literals(["enrolled", "reward_granted", "removed"]),
  origin: Origin,
  occurred_at: Schema.Date
})

const entryOf = ({ occurred_at, seq: _seq, ...entry }: typeof AuditRow.Type): FoundingAuditEntry => ({
  ...entry,
  occurred_at: iso(occurred_at)
})

export const toWire = ({ audience, badge_key, enabled, reward, size, until }: StoredCohort): FoundingCohort => ({
  enabled,
  size,
  until: isoOrNull(until),
  audience,
  badge_key,
  reward
})

const candidates_max = 20
/** rows read at once of a whole audit */
const whole_page = 1_000

type Members = ReturnType<typeof foundingMembers>

export class FoundingStore extends Context.Service<
  FoundingStore,
  Members & {
    read(customer_id: string): Effect.Effect<FoundingCohort>
    /** `changed` says what becomes of it, behind its lock */
    update(
      customer_id: string,
      changed: (before: FoundingCohort) => FoundingCohort
    ): Effect.Effect<FoundingCohort, ValidationFailed>
    /** the next candidates, with how many there are places for */
    preview(customer_id: string): Effect.Effect<{
      readonly cohort: Pick<StoredCohort, "size" | "enrolled">
      readonly next: Effect.Success<ReturnType<ReturnType<typeof candidatesOf>>>
    }>
    /** how many would be enrolled */
    missing(customer_id: string): Effect.Effect<number>
    /** the id grants are made under; null: it was never set up */
    idOf(customer_id: string): Effect.Effect<string | null>
    audit(customer_id: string, query: CursorQuery): Effect.Effect<CursorPage<FoundingAuditEntry>, BadRequest>
    /** all of it, oldest first, a page after the other: a cohort of 100,000 is not held at once */
    wholeAudit(customer_id: string): Stream.Stream<ReadonlyArray<FoundingAuditEntry>>
  }
>()("hatchery/features/founding-cohort/FoundingStore") {
  static readonly layer = Layer.effect(
    FoundingStore,
    Effect.suspend(() => make)
  )
}

const configuring = (sql: SqlClient.SqlClient) => {
  const find = (customer_id: string, lock = "") =>
    row(CohortRow)(sql`
      SELECT ${sql.literal(columns)} FROM founding_cohorts
      WHERE customer_id = ${customer_id}::uuid ${sql.literal(lock)}`)
  const update: FoundingStore["Service"]["update"] = (customer_id, changed) =>
    Effect.gen(function* () {
      const now = yield* nowDate
      // A row to lock, which goes again when the change is refused.
      yield* execute(sql`
        INSERT INTO founding_cohorts (customer_id, cohort_id, enabled, size, reward, updated_at)
        VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, false, ${defaultCohort.size},
          ${JSON.stringify(defaultCohort.reward)}::jsonb, ${now})
        ON CONFLICT (customer_id) DO NOTHING`)
      const before = Option.getOrThrow(yield* find(customer_id, "FOR UPDATE"))
      const after = changed(toWire(before))
      if (after.size < before.enrolled)
        return yield* ValidationFailed.at(["size"], `size: ${before.enrolled} are enrolled already`)
      yield* execute(sql`
        UPDATE founding_cohorts SET enabled = ${after.enabled}, size = ${after.size}, until = ${after.until},
          audience = ${after.audience}, badge_key = ${after.badge_key}, reward = ${JSON.stringify(after.reward)}::jsonb,
          looked_to = NULL, updated_at = ${now}
        WHERE customer_id = ${customer_id}::uuid`)
      return toWire(Option.getOrThrow(yield* find(customer_id)))
    }).pipe(transactionOf(sql))
  return { find, update }
}

const auditing = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const cursors = yield* cursorPaging
  const shown = sql.literal("seq::text, number, buddy_id, user_id, action, origin, occurred_at")
  return {
    audit: Effect.fn("FoundingStore.audit")(function* (customer_id: string, query: CursorQuery) {
      const page = yield* cursors.page({
        customer_id,
        list: "founding-audit",
        query,
        position: Schema.Tuple([Schema.Int]),
        positionOf: ({ seq }: typeof AuditRow.Type) => [seq] as const,
        read: (last, count) =>
          rows(AuditRow)(sql`
            SELECT ${shown} FROM founding_audit AS a
            WHERE customer_id = ${customer_id}::uuid ${last === null ? sql`` : sql`AND a.seq < ${last[0]}`}
            ORDER BY a.seq DESC LIMIT ${count}`)
      })
      return mapPage(page, entryOf)
    }),
    wholeAudit: (customer_id: string) =>
      Stream.paginate(0, (after) =>
        Effect.map(
          rows(AuditRow)(sql`
            SELECT ${shown} FROM founding_audit AS a WHERE customer_id = ${customer_id}::uuid AND a.seq > ${after}
            ORDER BY a.seq LIMIT ${whole_page}`),
          (found) => [
            [found.map(entryOf)],
            found.length < whole_page ? Option.none<number>() : Option.some(found.at(-1)!.seq)
          ]
        )
      )
  }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { find, update } = configuring(sql)
  const candidates = candidatesOf(sql)
  const count = candidateCount(sql)
  const nobody = { ...defaultCohort, enrolled: 0, until: null, looked_to: null }

  const next = Effect.fnUntraced(function* (customer_id: string, count: number) {
    const cohort = Option.getOrElse(yield* find(customer_id), () => nobody)
    const places = Math.min(count, cohort.size - cohort.enrolled)
    const found = yield* candidates(customer_id, { ...cohort, looked_to: null }, places)
    return { cohort, next: found }
  })

  return FoundingStore.of({
    ...foundingMembers(sql),
    ...(yield* auditing(sql)),
    update,
    read: Effect.fn("FoundingStore.read")(function* (customer_id) {
      return Option.match(yield* find(customer_id), { onNone: () => defaultCohort, onSome: toWire })
    }),
    preview: Effect.fn("FoundingStore.preview")((customer_id) => next(customer_id, candidates_max)),
    missing: Effect.fn("FoundingStore.missing")(function* (customer_id) {
      const cohort = Option.getOrElse(yield* find(customer_id), () => nobody)
      return yield* count(customer_id, { ...cohort, looked_to: null }, cohort.size - cohort.enrolled)
    }),
    idOf: Effect.fn("FoundingStore.idOf")(function* (customer_id) {
      return Option.match(yield* find(customer_id), { onNone: () => null, onSome: ({ cohort_id }) => cohort_id })
    })
  })
})
