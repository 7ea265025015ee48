/**
 * Tables that hold something about a person, as their families declare them, and the statements that take one person
 * out of them. A table that names a user, a buddy, an egg or a player and is declared nowhere fails the build
 * (test/platform/personal-tables.test.ts).
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows, transactionOf } from "../postgres/Sql.ts"
import type { Vault } from "../secrets/Vault.ts"

/** Whom an erasure is about, as it was when it was asked for. */
export interface Person {
  readonly customer_id: string
  readonly user_id: string
  readonly buddy_ids: ReadonlyArray<string>
  readonly egg_ids: ReadonlyArray<string>
  /** the newest event there was; later ones are those of a user who came back */
  readonly event_limit: number
  readonly requested_at: Date
}

/** One statement changes no more rows than this. */
export const rows_at_once = 1_000

export interface PersonalTable {
  readonly table: string
  readonly by: "user" | "buddy" | "egg" | "player"
  /** delete: the row goes. detach: it stays for what it counts, as nobody's. redact: words in it are replaced */
  readonly how: "delete" | "detach" | "redact"
  /** the column with the id, where it is not `<by>_id` */
  readonly column?: string
  /** SQL over the alias t and the ids $2, where no column is one of them */
  readonly about?: string
  /** SQL over the alias t: only such rows */
  readonly where?: string
  /** of tables by user: the column with the moment of writing, after which a row is that of a user who came back */
  readonly since?: string
  /** of tables by user that are reckoned from events: rows stay where there are newer ones, sent by who came back */
  readonly unlessBack?: true
  /** SQL: what a row that stays is changed to; the column is set to null where nothing is said */
  readonly set?: string
  /** done when the erasure is asked for and not later: nobody may meet it any more */
  readonly atOnce?: true
  /** the row goes, or is changed, with that of another table */
  readonly with?: string
  /** what an export reads the rows of one id in the order of, with their types: behind the id in an index */
  readonly order?: Readonly<Record<string, "text" | "uuid" | "bigint">>
  /** SQL: a row as an export shows it (jsonb), where its columns say too little */
  readonly shows?: string
  /** columns no export shows: secrets, and bytes nobody can read */
  readonly hidden?: ReadonlyArray<string>
  /** where ids stand in text, or are sealed: how rows are found and changed, a part at a time */
  readonly special?: Special
}

/** What a look at a part of a table came to. */
export interface Step {
  /** rows it changed, or found */
  readonly count: number
  /** where the next one goes on; undefined: there is no more */
  readonly next: string | undefined
}

/** Looks at one part of a table, from the beginning where `from` is empty. */
export type Walk = (person: Person, from: string) => Effect.Effect<Step, never, SqlClient.SqlClient | Vault>

export interface Special {
  readonly erase: Walk
  /** rows that are still about the person */
  readonly left: Walk
  /** what an export shows of it; absent: another entry shows the same rows, or they are nobody's to see */
  readonly show?: (person: Person, from: string) => Effect.Effect<Lines, never, SqlClient.SqlClient | Vault>
}

/** How a page is done. Whoever works on many people does each in a turn, and again where the database gave it up. */
export interface Paced {
  <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}
export const unpaced: Paced = (page) => page

type Counting = (person: Person) => Effect.Effect<number, never, SqlClient.SqlClient>

/** A batch at a time, until one is not full. */
export const batches =
  (batch: Counting): Walk =>
  (person) =>
    Effect.map(batch(person), (count) => ({ count, next: count < rows_at_once ? undefined : "" }))

/** All in one look. */
export const atOneLook =
  (look: Counting): Walk =>
  (person) =>
    Effect.map(look(person), (count) => ({ count, next: undefined }))

const Count = Schema.Struct({ count: Schema.Int })

/** The condition on t, with the parameters it takes: $1 the tenant, $2 the ids, $3 the moment of the request. */
const matches = ({ by, column = `${by}_id`, since, where = "true", ...table }: PersonalTable): string => {
  const about = table.about ?? `t.${column} = ANY($2::${by === "user" ? "text" : "uuid"}[])`
  const inTime = since === undefined ? "$3::timestamptz IS NOT NULL" : `t.${since} <= $3::timestamptz`
  return `t.customer_id = $1::uuid AND ${about} AND ${inTime} AND (${where})`
}

/** The same for rows that are to go, or should be gone; $4: the newest event there was. */
const goes = (table: PersonalTable): string => {
  const isBack = `EXISTS (
    SELECT FROM events AS e
    WHERE e.customer_id = $1::uuid AND e.user_id = ANY($2::text[]) AND e.sequence > $4::bigint)`
  return `${matches(table)} AND ${table.unlessBack === true ? `NOT ${isBack}` : "$4::bigint IS NOT NULL"}`
}

/** Ids of one statement, where an index finds the rows of each. */
const ids_at_once = 1_000

const idsFor = ({ by }: PersonalTable, person: Person): ReadonlyArray<string> =>
  by === "user" ? [person.user_id] : by === "egg" ? person.egg_ids : person.buddy_ids

const parameters = (person: Person, ids: ReadonlyArray<string>) => [person.customer_id, ids, person.requested_at]

const eraseText = (table: PersonalTable): string => {
  const { by, column = `${by}_id`, how, set = `${column} = NULL`, table: name } = table
  const change = how === "delete" ? `DELETE FROM ${name} AS t USING found` : `UPDATE ${name} AS t SET ${set} FROM found`
  // Locked as they lie there: two that take the same rows take them in one order, and neither waits for the other.
  // Where a table has parts, a place is one of each of them.
  return `
    WITH near AS MATERIALIZED (
      SELECT t.tableoid AS part, t.ctid AS place FROM ${name} AS t WHERE ${goes(table)} LIMIT ${rows_at_once}),
    found AS MATERIALIZED (
      SELECT t.tableoid AS part, t.ctid AS place FROM ${name} AS t
      WHERE t.ctid = ANY(ARRAY(SELECT place FROM near)) AND (t.tableoid, t.ctid) IN (SELECT part, place FROM near)
        AND ${goes(table)}
      ORDER BY t.tableoid, t.ctid FOR UPDATE OF t),
    changed AS (${change} WHERE t.ctid = found.place AND t.tableoid = found.part RETURNING 1)
    SELECT count(*)::int AS count FROM changed`
}

const run = (text: string, values: ReadonlyArray<unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.map(rows(Count)(sql.unsafe(text, values)), ([one]) => one!.count))

/** Ids after ids; `isDone` says by its count whether a statement has found all that those of one part have. */
const byIds =
  (table: PersonalTable, text: string, isDone: (count: number) => boolean): Walk =>
  (person, from) => {
    const ids = idsFor(table, person)
    const begin = from === "" ? 0 : Number(from)
    if (begin >= ids.length) return Effect.succeed({ count: 0, next: undefined })
    const end = begin + ids_at_once
    const values = [...parameters(person, ids.slice(begin, end)), person.event_limit]
    return Effect.map(run(text, values), (count) => {
      if (!isDone(count)) return { count, next: String(begin) }
      return { count, next: end < ids.length ? String(end) : undefined }
    })
  }

const eraseStep = (table: PersonalTable): Walk =>
  table.special?.erase ?? byIds(table, eraseText(table), (count) => count < rows_at_once)

const leftStep = (table: PersonalTable): Walk => {
  const text = `SELECT count(*)::int AS count FROM ${table.table} AS t WHERE ${goes(table)}`
  return table.special?.left ?? byIds(table, text, () => true)
}

/** Part by part to the end, telling of each; what a part changed is committed with what is told. */
export const eraseAll = Effect.fnUntraced(function* <E, R>(
  table: PersonalTable,
  person: Person,
  told: (step: Step) => Effect.Effect<void, E, R>,
  from = "",
  paced: Paced = unpaced
) {
  if (table.with !== undefined) return
  const sql = yield* SqlClient.SqlClient
  const walk = eraseStep(table)
  for (let next: string | undefined = from; next !== undefined;) {
    const step: Step = yield* paced(transactionOf(sql)(Effect.tap(walk(person, next), told)))
    next = step.next
  }
})

/** Part by part to the end, telling of each how many rows still name the person. */
export const lookThrough = Effect.fnUntraced(function* <E, R>(
  table: PersonalTable,
  person: Person,
  told: (step: Step) => Effect.Effect<void, E, R>,
  from = "",
  paced: Paced = unpaced
) {
  const walk = leftStep(table)
  for (let next: string | undefined = from; next !== undefined;) {
    const step: Step = yield* paced(Effect.tap(walk(person, next), told))
    next = step.next
  }
})

/** Whether any row names the person. */
export const isLeft = Effect.fnUntraced(function* (table: PersonalTable, person: Person) {
  const walk = leftStep(table)
  for (let next: string | undefined = ""; next !== undefined;) {
    const step: Step = yield* walk(person, next)
    if (step.count > 0) return true
    next = step.next
  }
  return false
})

const Line = Schema.Struct({ place: Schema.String, row: Schema.String })

/** Where the rows of one id go on, and the rows as JSON. */
export interface Lines {
  readonly rows: ReadonlyArray<string>
  readonly next: string | undefined
}

/** Order and place of tables that say nothing: as the rows lie there, which is fine for the few that one id has. */
const orderOf = (table: PersonalTable) => {
  const columns = Object.entries(table.order ?? { ctid: "tid" })
  return {
    place: `jsonb_build_array(${columns.map(([name]) => `t.${name}::text`).join(", ")})::text`,
    names: columns.map(([name]) => `t.${name}`).join(", "),
    after: columns.map((_, index) => `($5::jsonb ->> ${index})::${columns[index]![1]}`).join(", ")
  }
}

/** What an export has shown by another entry, or of other ids, when it comes to an id. */
export interface Shown {
  readonly table: PersonalTable
  readonly ids: ReadonlyArray<string>
}

/** In the order an export reads them: each with what has been read of its table by then. */
export const readingsOf = (tables: ReadonlyArray<PersonalTable>, person: Person) =>
  tables.flatMap((table, place) => {
    const others = tables
      .slice(0, place)
      .filter((other) => other.table === table.table)
      .map((other): Shown => ({ table: other, ids: idsFor(other, person) }))
    const owners = idsFor(table, person)
    // A column holds one id: a row that is one owner's is no other's.
    const mayBeAnothers = table.about !== undefined
    return owners.map((owner, at) => ({
      table,
      owner,
      shown: mayBeAnothers && at > 0 ? [...others, { table, ids: owners.slice(0, at) }] : others
    }))
  })

/** Rows of one id behind a place, in their order, but those that have been shown. */
export const rowsOf = Effect.fnUntraced(function* (
  { owner, shown, table }: ReturnType<typeof readingsOf>[number],
  person: Person,
  after: string,
  count: number
) {
  const sql = yield* SqlClient.SqlClient
  const { after: values, names, place } = orderOf(table)
  const hidden = ["customer_id", ...(table.hidden ?? [])]
  const isBehind = after === "" ? "$5::text = ''" : `(${names}) > (${values})`
  const isNew = shown.map(
    ({ table: other }, at) => ` AND (${matches(other).replaceAll("$2", () => `$${at + 6}`)}) IS NOT TRUE`
  )
  const found = yield* rows(Line)(
    sql.unsafe(
      `SELECT ${place} AS place, (${table.shows ?? "to_jsonb(t)"} - $4::text[])::text AS row FROM ${table.table} AS t
       WHERE ${matches(table)} AND ${isBehind}${isNew.join("")} ORDER BY ${names} LIMIT ${count}`,
      [...parameters(person, [owner]), hidden, after, ...shown.map(({ ids }) => ids)]
    )
  )
  const next = found.length < count ? undefined : found.at(-1)!.place
  const lines: Lines = { rows: found.map(({ row }) => row), next }
  return lines
})
