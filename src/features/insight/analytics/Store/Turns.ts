/**
 * Adds up deltas of one workspace in the order they were written: whose a delta is depends on the moves of audiences
 * before it, and on whether an audience was one again since.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { localDay } from "../../../../engine/calendar/zones.ts"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import type { Delta, Move } from "../../../../wire/analytics/Delta.ts"
import { foldedOf, summed, type TenantDelta, typesOf, undefined_types_max } from "../Rules/Folding.ts"
import { addHours, addTypes, markCounted } from "./Counters.ts"
import { followed, forgetMove, moveAudience, type Moved, rememberMove } from "./Moves.ts"
import { addFolded } from "./UserDays.ts"
import { zoneAt, type Zones } from "./Zones.ts"

export interface Steps {
  /** deltas of one transaction */
  readonly deltas: number
  /** users of one that moves an audience */
  readonly users: number
}

export const DeltaRow = Schema.Struct({
  customer_id: Schema.String,
  delta_id: Schema.String,
  body: Schema.Unknown as unknown as Schema.Codec<Delta>,
  created_at: Schema.Date
})
type DeltaRow = typeof DeltaRow.Type
const TypeRow = Schema.Struct({ event_type: Schema.String })
const CountRow = Schema.Struct({ total: Schema.Int })

/** Of types the batch has, those that come when too many that nobody has defined are known already. */
export const othersIn = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (customer_id: string, types: ReadonlyArray<string>) {
    if (types.length === 0) return new Set<string>()
    const unknown = yield* rows(TypeRow)(sql`
      SELECT event_type FROM unnest(${types}::text[]) AS given (event_type)
      WHERE NOT EXISTS (SELECT FROM analytics_event_types AS t
          WHERE t.customer_id = ${customer_id}::uuid AND t.event_type = given.event_type)
        AND NOT EXISTS (SELECT FROM event_types AS t
          WHERE t.customer_id = ${customer_id}::uuid AND t.event_type = given.event_type)
      ORDER BY event_type`)
    if (unknown.length === 0) return new Set<string>()
    const [counted] = yield* rows(CountRow)(sql`
      SELECT count(*)::int AS total FROM (
        SELECT FROM analytics_event_types AS t
        WHERE t.customer_id = ${customer_id}::uuid AND NOT EXISTS (
          SELECT FROM event_types AS e WHERE e.customer_id = t.customer_id AND e.event_type = t.event_type)
        LIMIT ${undefined_types_max}) AS known`)
    const places = Math.max(0, undefined_types_max - counted!.total)
    return new Set(unknown.slice(places).map(({ event_type }) => event_type))
  })

/** As they were and where they were: nothing of them was added up. */
export const puttingBack = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (deltas: ReadonlyArray<DeltaRow>) {
    if (deltas.length === 0) return
    yield* execute(sql`
      INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
      SELECT customer_id, delta_id, body, created_at
      FROM json_to_recordset(${JSON.stringify(deltas)}::json)
        AS g (customer_id uuid, delta_id uuid, body json, created_at timestamptz)
      RETURNING 1`)
  })

/** Answers the moves that are not at their end, and the newest of the others. */
const foldingTenant = (sql: SqlClient.SqlClient, max: Steps) => {
  const othersOf = othersIn(sql)
  return Effect.fnUntraced(function* (customer_id: string, deltas: ReadonlyArray<TenantDelta>) {
    const sum = summed(deltas)
    const folded = foldedOf(sum, yield* othersOf(customer_id, typesOf(sum)))
    yield* addFolded(sql, customer_id, folded)
    yield* addTypes(sql, customer_id, folded.counts)
    yield* addHours(sql, customer_id, folded.hours)
    yield* markCounted(sql, customer_id, new Date(Math.max(...deltas.map(({ at }) => at))))
    const unmoved: Array<Move> = []
    let heard: Moved | undefined
    for (const move of folded.moves) {
      if (!(yield* moveAudience(sql, customer_id, move, max.users))) unmoved.push(move)
      else heard = yield* rememberMove(sql, customer_id, move)
    }
    return { heard, unmoved }
  })
}

const isTurning = ({ body }: DeltaRow): boolean => body.m !== undefined || body.r !== undefined

/** Each but the last one ends with a delta that changes whose the next ones are. */
const turnsOf = (deltas: ReadonlyArray<DeltaRow>): ReadonlyArray<ReadonlyArray<DeltaRow>> => {
  const inOrder = deltas.toSorted(
    (a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.delta_id < b.delta_id ? -1 : 1)
  )
  const turns: Array<Array<DeltaRow>> = []
  let open: Array<DeltaRow> | undefined
  for (const delta of inOrder) {
    if (open === undefined) turns.push((open = []))
    open.push(delta)
    if (isTurning(delta)) open = undefined
  }
  return turns
}

interface Standing {
  readonly zones: Zones | undefined
  readonly moved: Moved | undefined
}

/**
 * Answers what was added up, and whether an audience is still on its way: the rest of a move is a delta again, where it
 * was, and another one waits for its end.
 */
export const foldingInTurn = (sql: SqlClient.SqlClient, max: Steps) => {
  const [foldTenant, putBack] = [foldingTenant(sql, max), puttingBack(sql)]
  return Effect.fnUntraced(function* (
    customer_id: string,
    deltas: ReadonlyArray<DeltaRow>,
    { moved, zones }: Standing
  ) {
    const turns = turnsOf(deltas)
    const counted: Array<DeltaRow> = []
    let [heard, isMoving] = [moved, false]
    for (const [nth, turn] of turns.entries()) {
      const last = turn.at(-1)!
      if (isMoving && isTurning(last)) {
        yield* putBack(turns.slice(nth).flat())
        break
      }
      const own = turn.map(({ body, created_at }) => {
        const at = created_at.getTime()
        return { body: followed(body, at, heard), at, day: localDay(zoneAt(zones, at), at) }
      })
      const done = yield* foldTenant(customer_id, own)
      counted.push(...turn)
      heard = done.heard ?? heard
      if (done.unmoved.length > 0) {
        isMoving = true
        yield* putBack([{ ...last, body: { c: [], u: [], m: done.unmoved } }])
      }
      for (const audience of last.body.r ?? []) {
        yield* forgetMove(sql, customer_id, audience)
        if (heard?.from === audience) heard = undefined
      }
    }
    return { counted, isMoving }
  })
}
