/**
 * The table of requests that can never be carried out. Processes write into it (`DeadLetters`), operators look and
 * decide, and one runner sends again what they ask for. Rows are named by `dead_letter_id`.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isUuid } from "../../wire/Ids.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../postgres/Sql.ts"

const Kind = Schema.Literals(["event", "command"])
export type LetterKind = typeof Kind.Type
export const letterStates = ["open", "retrying", "resolved", "discarded"] as const
const State = Schema.Literals(letterStates)
export type LetterState = typeof State.Type

/** After so many attempts a request is answered without being tried. */
export const letter_attempts_max = 5

/** How the sender names the request, within the customer. */
export interface LetterKey {
  readonly customer_id: string
  readonly kind: LetterKind
  /** event_id or command_id */
  readonly identity: string
  /** of events; null for commands */
  readonly payload_hash: string | null
}

export interface NewLetter extends LetterKey {
  /** null: an event nobody receives */
  readonly buddy_id: string | null
  readonly user_id: string | null
  /** the request as JSON */
  readonly payload: string
  /** what Postgres said, when it was Postgres who refused */
  readonly sqlstate: string | null
  /** one line */
  readonly error: string
}

const KeyRow = Schema.Struct({
  customer_id: Schema.String,
  kind: Kind,
  identity: Schema.String,
  payload_hash: Schema.NullOr(Schema.String)
})
const RecordedRow = Schema.Struct({
  ...KeyRow.fields,
  dead_letter_id: Schema.String,
  attempts: Schema.Int,
  state: State
})
export type RecordedLetter = typeof RecordedRow.Type

const LetterRow = Schema.Struct({
  dead_letter_id: Schema.String,
  customer_id: Schema.String,
  kind: Kind,
  identity: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.String),
  sqlstate: Schema.NullOr(Schema.String),
  error: Schema.String,
  attempts: Schema.Int,
  state: State,
  outcome: Schema.NullOr(Schema.String),
  first_seen_at: Schema.Date,
  last_seen_at: Schema.Date,
  settled_at: Schema.NullOr(Schema.Date)
})
export type Letter = typeof LetterRow.Type
const FullRow = Schema.Struct({ ...LetterRow.fields, payload: Schema.Uint8Array })
export type FullLetter = Letter & { readonly payload: string }

export interface LetterFilter {
  readonly state?: LetterState
  readonly customer_id?: string
}

const columns =
  "dead_letter_id, customer_id, kind, identity, buddy_id, user_id, sqlstate, error, attempts, state, outcome, " +
  "first_seen_at, last_seen_at, settled_at"

const CountRow = Schema.Struct({ count: Schema.Int })

/** Whoever counts wants to know whether there is nothing, something or very much. */
const count_max = 10_000

/** Postgres takes neither NUL nor half a surrogate pair in a text; what names a row must always be storable. */
const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed()

/** What is no uuid names nothing. */
const areIds = (...ids: ReadonlyArray<string | undefined>) => ids.every((id) => id === undefined || isUuid(id))

const full = ({ payload, ...letter }: typeof FullRow.Type): FullLetter => ({
  ...letter,
  payload: Buffer.from(payload).toString("utf8")
})

export class DeadLetterStore extends Context.Service<
  DeadLetterStore,
  {
    /**
     * Counts one more attempt at each; every key at most once per call. A row an operator wants to be sent again stays
     * so, one that was settled is open again and counts from one, as does another body under the same event_id.
     */
    record(
      letters: ReadonlyArray<NewLetter & { readonly attempts: number }>
    ): Effect.Effect<ReadonlyArray<RecordedLetter>>
    /** Open and tried too often, newest first. */
    quarantined(rows_max: number): Effect.Effect<ReadonlyArray<LetterKey>>
    /** open rows, 10,000 at most */
    readonly countOpen: Effect.Effect<number>
    /** newest first */
    list(filter: LetterFilter, rows_max: number): Effect.Effect<ReadonlyArray<Letter>>
    find(dead_letter_id: string): Effect.Effect<Option.Option<FullLetter>>
    /** Asks for another try of open rows: one of them, or all a filter names. Answers how many. */
    retry(which: LetterFilter & { readonly dead_letter_id?: string }): Effect.Effect<number>
    /** Gives up an open row. False: there is no such open row. */
    discard(dead_letter_id: string): Effect.Effect<boolean>
    /** what operators want to be sent again, oldest first */
    due(rows_max: number): Effect.Effect<ReadonlyArray<FullLetter>>
    /**
     * Settles open rows whose request was carried out after all: its sender, or another body under the same event_id,
     * had success. Answers how many.
     */
    readonly settleExecuted: Effect.Effect<number>
    /** What a retry came to; a row nobody wants to be sent again any more stays as it is. */
    settle(letter: Letter, state: "open" | "resolved", outcome: string): Effect.Effect<void>
  }
>()("hatchery/platform/DeadLetterStore") {
  static readonly layer = Layer.effect(
    DeadLetterStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return DeadLetterStore.of({ record: recording(sql), ...looking(sql), ...deciding(sql) })
    })
  )
}

type Service = DeadLetterStore["Service"]

const recording = (sql: SqlClient.SqlClient): Service["record"] =>
  Effect.fn("DeadLetterStore.record")(function* (letters) {
    if (letters.length === 0) return []
    const now = yield* nowDate
    const ids: Array<string> = []
    for (let made = 0; made < letters.length; made++) ids.push(yield* uuid)
    const texts = (of: (letter: NewLetter) => string | null) => letters.map((letter) => storable(of(letter) ?? ""))
    return yield* rows(RecordedRow)(sql`
      INSERT INTO dead_letters AS known (dead_letter_id, customer_id, kind, identity, buddy_id, user_id, payload_hash,
        payload, sqlstate, error, attempts, state, first_seen_at, last_seen_at)
      SELECT id, customer, kind, identity, nullif(buddy, '')::uuid, nullif(usr, ''), nullif(hash, ''),
        decode(payload, 'base64'), nullif(code, ''), error, attempts, 'open', ${now}, ${now}
      FROM unnest(${ids}::uuid[], ${letters.map((letter) => letter.customer_id)}::uuid[],
        ${letters.map((letter) => letter.kind)}::text[], ${texts((letter) => letter.identity)}::text[],
        ${texts((letter) => letter.buddy_id)}::text[], ${texts((letter) => letter.user_id)}::text[],
        ${texts((letter) => letter.payload_hash)}::text[],
        ${letters.map((letter) => Buffer.from(letter.payload, "utf8").toString("base64"))}::text[],
        ${texts((letter) => letter.sqlstate)}::text[], ${texts((letter) => letter.error)}::text[],
        ${letters.map((letter) => letter.attempts)}::int[])
        AS given (id, customer, kind, identity, buddy, usr, hash, payload, code, error, attempts)
      ORDER BY customer, kind, identity
      ON CONFLICT (customer_id, kind, identity) DO UPDATE SET
        buddy_id = excluded.buddy_id, user_id = excluded.user_id, payload_hash = excluded.payload_hash,
        payload = excluded.payload, sqlstate = excluded.sqlstate, error = excluded.error,
        attempts = CASE WHEN known.settled_at IS NULL
            AND known.payload_hash IS NOT DISTINCT FROM excluded.payload_hash
          THEN known.attempts ELSE 0 END + excluded.attempts,
        state = CASE known.state WHEN 'retrying' THEN 'retrying' ELSE 'open' END,
        outcome = CASE WHEN known.settled_at IS NULL THEN known.outcome END,
        first_seen_at = CASE WHEN known.settled_at IS NULL THEN known.first_seen_at ELSE excluded.first_seen_at END,
        last_seen_at = excluded.last_seen_at, settled_at = NULL
      RETURNING dead_letter_id, customer_id, kind, identity, payload_hash, attempts, state`)
  })

const looking = (sql: SqlClient.SqlClient): Pick<Service, "quarantined" | "countOpen" | "list" | "find"> => ({
  quarantined: (rows_max) =>
    rows(KeyRow)(sql`
      SELECT customer_id, kind, identity, payload_hash FROM dead_letters
      WHERE state = 'open' AND attempts >= ${letter_attempts_max} ORDER BY last_seen_at DESC LIMIT ${rows_max}`),
  countOpen: Effect.map(
    row(CountRow)(sql`
      SELECT count(*)::int AS count
      FROM (SELECT 1 FROM dead_letters WHERE state = 'open' LIMIT ${count_max}) AS counted`),
    (found) => Option.getOrThrow(found).count
  ),
  list: (filter, rows_max) =>
    areIds(filter.customer_id)
      ? rows(LetterRow)(sql`
          SELECT ${sql.literal(columns)} FROM dead_letters
          WHERE (${filter.state ?? null}::text IS NULL OR state = ${filter.state ?? null})
            AND (${filter.customer_id ?? null}::uuid IS NULL OR customer_id = ${filter.customer_id ?? null}::uuid)
          ORDER BY last_seen_at DESC, dead_letter_id DESC LIMIT ${rows_max}`)
      : Effect.succeed([]),
  find: (dead_letter_id) =>
    isUuid(dead_letter_id)
      ? Effect.map(
          row(FullRow)(sql`
            SELECT ${sql.literal(columns)}, payload FROM dead_letters
            WHERE dead_letter_id = ${dead_letter_id}::uuid`),
          Option.map(full)
        )
      : Effect.succeedNone
})

const deciding = (
  sql: SqlClient.SqlClient
): Pick<Service, "retry" | "discard" | "due" | "settle" | "settleExecuted"> => ({
  retry: ({ customer_id, dead_letter_id }) =>
    areIds(customer_id, dead_letter_id)
      ? execute(sql`
          UPDATE dead_letters SET state = 'retrying', outcome = NULL
          WHERE state = 'open'
            AND (${dead_letter_id ?? null}::uuid IS NULL OR dead_letter_id = ${dead_letter_id ?? null}::uuid)
            AND (${customer_id ?? null}::uuid IS NULL OR customer_id = ${customer_id ?? null}::uuid)
          RETURNING 1`)
      : Effect.succeed(0),
  discard: Effect.fn("DeadLetterStore.discard")(function* (dead_letter_id) {
    if (!isUuid(dead_letter_id)) return false
    const discarded = yield* execute(sql`
      UPDATE dead_letters SET state = 'discarded', outcome = 'given up', settled_at = ${yield* nowDate}
      WHERE dead_letter_id = ${dead_letter_id}::uuid AND state = 'open' RETURNING 1`)
    return discarded > 0
  }),
  due: (rows_max) =>
    Effect.map(
      rows(FullRow)(sql`
        SELECT ${sql.literal(columns)}, payload FROM dead_letters
        WHERE state = 'retrying' ORDER BY last_seen_at, dead_letter_id LIMIT ${rows_max}`),
      (found) => found.map(full)
    ),
  settleExecuted: Effect.flatMap(nowDate, (now) =>
    execute(sql`
      UPDATE dead_letters AS letter SET state = 'resolved', outcome = 'executed without a retry', settled_at = ${now}
      WHERE state = 'open' AND CASE kind
        WHEN 'event' THEN EXISTS (SELECT FROM event_keys AS stored
          WHERE stored.customer_id = letter.customer_id AND stored.event_id = letter.identity)
        ELSE EXISTS (SELECT FROM commands AS stored
          WHERE stored.customer_id = letter.customer_id AND stored.command_id = letter.identity) END
      RETURNING 1`)
  ),
  settle: Effect.fn("DeadLetterStore.settle")(function* ({ customer_id, dead_letter_id }, state, outcome) {
    const settled_at = state === "open" ? null : yield* nowDate
    yield* execute(sql`
      UPDATE dead_letters SET state = ${state}, outcome = ${outcome}, settled_at = ${settled_at}::timestamptz
      WHERE customer_id = ${customer_id}::uuid AND dead_letter_id = ${dead_letter_id}::uuid AND state = 'retrying'`)
  })
})
