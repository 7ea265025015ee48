/** What is kept of requests: answers under an Idempotency-Key, what nobody could carry out, what inboxes took; news. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, rows } from "../postgres/Sql.ts"
import { answerPlace } from "../requests/IdempotencyKeys.ts"
import { Vault } from "../secrets/Vault.ts"
import { namedIn } from "./Named.ts"
import type { Lines, Person, PersonalTable, Special, Step } from "./Personal.ts"
import { inTexts, shownIn, type TextTable, texts_at_once } from "./Texts.ts"

const Kept = Schema.Struct({
  key: Schema.String,
  method: Schema.String,
  path: Schema.String,
  status: Schema.NullOr(Schema.Int),
  created_at: Schema.Date,
  body: Schema.NullOr(Schema.String),
  /** the last one there is */
  is_last: Schema.Boolean
})
/** Answers of one page, together; the first one counts whatever its size: that of a batch may be as large by itself. */
const answer_bytes_max = 4_000_000

/** JSON as we would write it: senders may escape what they like. */
const unescaped = (text: string): string => {
  if (!text.includes("\\")) return text
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** Of one page, those that name the person. */
interface Named<A> {
  readonly named: ReadonlyArray<A>
  readonly next: string | undefined
}
const counted = ({ named, next }: Named<unknown>): Step => ({ count: named.length, next })
const linesOf = <A>({ named, next }: Named<A>, told: (one: A) => object): Lines => ({
  rows: named.map((one) => JSON.stringify(told(one))),
  next
})

/** Stored answers that name the person, of one page: they are sealed, so each has to be opened. */
const lookAtAnswers = Effect.fnUntraced(function* (person: Person, after: string) {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const isNamed = namedIn(person)
  const page = yield* rows(Kept)(sql`
    WITH near AS MATERIALIZED (
      SELECT key, coalesce(octet_length(body), 0) AS size FROM idempotency_keys
      WHERE customer_id = ${person.customer_id}::uuid AND key > ${after} AND created_at <= ${person.requested_at}
      ORDER BY key LIMIT ${texts_at_once}),
    sized AS (
      SELECT key, coalesce(sum(size) OVER (ORDER BY key ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW), 0) AS before,
        row_number() OVER (ORDER BY key) = ${texts_at_once} AS is_full, lead(key) OVER (ORDER BY key) AS next
      FROM near)
    SELECT key, k.method, k.path, k.status, k.created_at, k.body, s.next IS NULL AND NOT s.is_full AS is_last
    FROM sized AS s JOIN idempotency_keys AS k USING (key)
    WHERE k.customer_id = ${person.customer_id}::uuid AND s.before < ${answer_bytes_max} ORDER BY key`)
  const named: Array<typeof Kept.Type> = []
  for (const one of page) {
    const { body, key, path } = one
    const sealed = body === null ? undefined : Buffer.from(body, "base64")
    const place = answerPlace({ customer_id: person.customer_id, key })
    const plain = sealed === undefined ? "" : ((yield* vault.tryOpen(sealed, place)) ?? "")
    if (isNamed(path, plain)) named.push({ ...one, body: plain })
    // Others have their turn between two that may be large.
    yield* Effect.yieldNow
  }
  const last = page.at(-1)
  const found: Named<typeof Kept.Type> = { named, next: last === undefined || last.is_last ? undefined : last.key }
  return found
})

const answers: Special = {
  erase: Effect.fnUntraced(function* (person, from) {
    const sql = yield* SqlClient.SqlClient
    const { named, next } = yield* lookAtAnswers(person, from)
    if (named.length === 0) return { count: 0, next }
    const keys = named.map(({ key }) => key)
    const count = yield* execute(sql`
      DELETE FROM idempotency_keys
      WHERE customer_id = ${person.customer_id}::uuid AND key = ANY(${keys}::text[]) RETURNING 1`)
    return { count, next }
  }),
  left: (person, from) => Effect.map(lookAtAnswers(person, from), counted),
  show: (person, from) =>
    Effect.map(lookAtAnswers(person, from), (page) =>
      linesOf(page, ({ body, created_at, key, method, path, status }) => ({
        key,
        method,
        path,
        status,
        created_at,
        body
      }))
    )
}

const Heard = Schema.Struct({
  request_id: Schema.String,
  webhook_inbox_id: Schema.String,
  place: Schema.BigInt,
  received_at: Schema.Date,
  method: Schema.String,
  headers: Schema.String,
  body: Schema.Uint8Array
})
/** each may be as large as a body may be */
const heard_at_once = 20
const beginning = "00000000-0000-0000-0000-000000000000/0"

/** Requests inboxes of the tenant took, of one page: bytes of whatever sender, which Postgres may not take for text. */
const lookAtInboxes = Effect.fnUntraced(function* (person: Person, from: string) {
  const sql = yield* SqlClient.SqlClient
  const isNamed = namedIn(person)
  const [inbox, place] = (from === "" ? beginning : from).split("/")
  const page = yield* rows(Heard)(sql`
    SELECT request_id, webhook_inbox_id, place, received_at, method, headers::text AS headers, body
    FROM webhook_inbox_requests
    WHERE customer_id = ${person.customer_id}::uuid AND (webhook_inbox_id, place) > (${inbox}::uuid, ${place}::bigint)
      AND received_at <= ${person.requested_at}
    ORDER BY webhook_inbox_id, place LIMIT ${heard_at_once}`)
  const named = page.filter(({ body, headers }) => {
    const text = Buffer.from(body).toString("utf8")
    return isNamed(headers, text) || isNamed(headers, unescaped(text))
  })
  const last = page.at(-1)
  const next = page.length < heard_at_once ? undefined : `${last!.webhook_inbox_id}/${last!.place}`
  const found: Named<typeof Heard.Type> = { named, next }
  return found
})

const heard: Special = {
  erase: Effect.fnUntraced(function* (person, from) {
    const sql = yield* SqlClient.SqlClient
    const { named, next } = yield* lookAtInboxes(person, from)
    if (named.length === 0) return { count: 0, next }
    const ids = named.map(({ request_id }) => request_id)
    const count = yield* execute(sql`
      DELETE FROM webhook_inbox_requests
      WHERE customer_id = ${person.customer_id}::uuid AND request_id = ANY(${ids}::uuid[]) RETURNING 1`)
    return { count, next }
  }),
  left: (person, from) => Effect.map(lookAtInboxes(person, from), counted),
  show: (person, from) =>
    Effect.map(lookAtInboxes(person, from), (page) =>
      linesOf(page, ({ body, headers, method, received_at, request_id, webhook_inbox_id }) => ({
        webhook_inbox_id,
        request_id,
        received_at,
        method,
        headers: JSON.parse(headers),
        body: Buffer.from(body).toString("utf8")
      }))
    )
}

/** What somebody else did to the person and nobody could carry out: kudos with their message, a place in a team. */
const letters: TextTable = {
  table: "dead_letters",
  key: { column: "dead_letter_id", type: "uuid" },
  columns: { payload: "bytes" },
  named: "t.first_seen_at <= $4"
}

const news: TextTable = {
  table: "notifications",
  key: { column: "notification_id", type: "uuid" },
  columns: { details: "jsonb" },
  named: "t.created_at <= $4"
}

export const requestTables: ReadonlyArray<PersonalTable> = [
  { table: "dead_letters", by: "buddy", how: "delete", hidden: ["payload"] },
  { table: "dead_letters", by: "user", how: "delete", since: "first_seen_at", hidden: ["payload"] },
  { table: "dead_letters", by: "buddy", how: "delete", special: inTexts(letters, { how: "delete" }) },
  {
    table: "notifications",
    by: "buddy",
    how: "delete",
    special: { ...inTexts(news, { how: "delete" }), show: shownIn(news) }
  },
  // News of an alert names no buddy: it goes before the alert does, which says whom both are about.
  {
    table: "notifications",
    by: "buddy",
    how: "delete",
    about: `t.kind = 'economy_alert' AND t.subject IN (
      SELECT a.alert_id::text FROM economy_alerts AS a
      WHERE a.customer_id = $1::uuid AND a.subject_type = 'buddy' AND a.subject_id = ANY($2::text[]))`
  },
  { table: "webhook_inbox_requests", by: "buddy", how: "delete", special: heard },
  { table: "idempotency_keys", by: "user", how: "delete", special: answers }
]
