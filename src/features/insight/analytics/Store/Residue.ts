/**
 * What figures keep of a user who is erased: sums of what is about to go, as nobody's, so that a rebuild comes to what
 * is counted. Cells are what the fold has made of the user's days, and those go with it: nothing may be added to them
 * in between.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { buddies_at_once } from "../../../../buddy/Standings/Counted.ts"
import { recountBuddies, recountUnreceived, type Scope } from "../../../../buddy/Standings/Recounts.ts"
import { recountUser } from "../../../../buddy/Standings/Returned.ts"
import type { Person } from "../../../../platform/erasures/Personal.ts"
import { announce } from "../../../../platform/cluster/CacheInvalidation.ts"
import { execute, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { type Delta, DeltaSum } from "../../../../wire/analytics/Delta.ts"
import { CellSum } from "../Rules/Cells.ts"
import { addCounts } from "./Counters.ts"
import { figuresLock } from "./Fold.ts"
import { daysOf } from "./Lives.ts"
import { followed, movedIn } from "./Moves.ts"
import type { Alike } from "../Rules/Crowd.ts"
import { foldedOf, summed, typesOf } from "../Rules/Folding.ts"
import { toldFully } from "./Lost.ts"
import { withoutUser } from "./Personal.ts"
import { othersIn } from "./Turns.ts"
import { addCells, addUserDays } from "./UserDays.ts"
import { forgetDays } from "./UserYears.ts"
import { zoneAt, zonesOf } from "./Zones.ts"

const Erasure = Schema.Struct({
  counted_until: Schema.Number,
  on_test_clock: Schema.Boolean
})
const Gone = Schema.Struct({ buddy_id: Schema.String, audience: Schema.String })
const Known = Schema.Struct({ audience: Schema.String })

/** Where and when what is stored of a workspace was counted. */
export const scopeOf = Effect.fnUntraced(function* (customer_id: string, { after = -1, limit = Infinity } = {}) {
  const sql = yield* SqlClient.SqlClient
  const zones = (yield* zonesOf(sql, [customer_id])).get(customer_id)
  const moved = (yield* movedIn(sql, [customer_id])).get(customer_id)
  const scope: Scope = {
    customer_id,
    after,
    limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
    zoneAt: (at) => zoneAt(zones, at),
    audienceAt: (audience, at) =>
      moved !== undefined && at < moved.until && audience === moved.from ? moved.to : audience
  }
  return scope
})

/** What a page of a recount comes to. */
export const recounted = Effect.fnUntraced(function* (customer_id: string, body: Delta) {
  const sql = yield* SqlClient.SqlClient
  const sum = summed([{ body, day: 0, at: 0 }])
  return foldedOf(sum, yield* othersIn(sql)(customer_id, typesOf(sum)))
})

interface Key {
  readonly customer_id: string
  readonly erasure_id: string
}

/** What the user counted that no residue has yet, in memory: by day and key there is little of it. */
const sumOf = Effect.fnUntraced(function* ({ customer_id, erasure_id }: Key, person: Person) {
  const sql = yield* SqlClient.SqlClient
  const whose = sql`customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`
  yield* execute(sql`
    INSERT INTO analytics_residues (customer_id, erasure_id, counted_until)
    VALUES (${customer_id}::uuid, ${erasure_id}::uuid, -1) ON CONFLICT DO NOTHING`)
  const known = yield* row(Erasure)(sql`
    SELECT r.counted_until::float8 AS counted_until, e.on_test_clock
    FROM analytics_residues AS r JOIN erasures AS e USING (customer_id, erasure_id) WHERE ${whose} FOR UPDATE OF r`)
  const { counted_until, on_test_clock: isOnTestClock } = Option.getOrThrow(known)
  const gone = yield* rows(Gone)(sql`
    SELECT buddy_id, audience FROM erased_buddies WHERE ${whose} AND NOT is_counted ORDER BY buddy_id`)
  const scope = yield* scopeOf(customer_id, { after: counted_until, limit: person.event_limit })
  const sum = new DeltaSum()
  const take = (delta: Delta) => Effect.sync(() => sum.add(delta))
  const buddies = gone.map((buddy) => ({ ...buddy, user_id: person.user_id, isOnTestClock, hatched_at: null }))
  for (let begin = 0; begin < buddies.length; begin += buddies_at_once)
    yield* recountBuddies(scope, buddies.slice(begin, begin + buddies_at_once), take)
  yield* recountUnreceived(scope, { user_id: person.user_id, isOnTestClock }, take)
  yield* execute(sql`
    UPDATE erased_buddies SET is_counted = true
    WHERE ${whose} AND buddy_id = ANY(${gone.map(({ buddy_id }) => buddy_id)}::uuid[]) RETURNING 1`)
  yield* execute(sql`
    UPDATE analytics_residues SET counted_until = ${person.event_limit}::bigint,
      told = CASE WHEN told = 1 THEN ${toldFully} ELSE told END WHERE ${whose} RETURNING 1`)
  return sum.value()
})

/** Days of the same user since it asked to be forgotten: those of somebody new. */
const backDays = Effect.fnUntraced(function* ({ customer_id, event_limit, user_id }: Person) {
  const sum = new DeltaSum()
  const scope = yield* scopeOf(customer_id, { after: event_limit })
  yield* recountUser(scope, user_id, ({ u }) => Effect.sync(() => sum.add({ c: [], u })))
  return yield* recounted(customer_id, sum.value())
})

/** Of any event, of the one user there is. */
const daysIn = (users: ReadonlyArray<Alike>, audience: string) =>
  new Set(users.find(({ audiences }) => audiences.includes(audience))?.days.get(""))

const activeIn = ({ audiences, days }: Alike) => (days.has("") ? audiences : [])

/**
 * `users`: the user's days that are erased, as far as their events are stored. They are of whoever has them also where
 * the fold had not come to them yet.
 */
const keepCells = Effect.fnUntraced(function* (person: Person, users: ReadonlyArray<Alike>) {
  const sql = yield* SqlClient.SqlClient
  const { customer_id, user_id } = person
  // What waits to be added up names nobody from here on, so that no day comes after this.
  yield* withoutUser(person)
  const known = yield* rows(Known)(sql`
    DELETE FROM analytics_users WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id} RETURNING audience`)
  const back = yield* backDays(person)
  const kept = new Map<string, CellSum>()
  const changed = new Map<string, CellSum>()
  for (const audience of new Set([...known.map((one) => one.audience), ...users.flatMap(activeIn)])) {
    const isBack = daysIn(back.users, audience)
    const isGone = daysIn(users, audience)
    const [sum, change] = [new CellSum(), new CellSum()]
    for (const days of yield* daysOf(sql, customer_id, audience, [user_id])) {
      const left = days.filter((day) => !isBack.has(day))
      const gone = [...new Set([...left, ...isGone])].sort((a, b) => a - b)
      sum.all(gone)
      change.all(days, -1)
      change.all(gone)
    }
    kept.set(audience, sum)
    changed.set(audience, change)
  }
  yield* addCells(sql, customer_id, kept, true)
  yield* addCells(sql, customer_id, changed)
  yield* forgetDays(sql, person)
  yield* addUserDays(sql, customer_id, back.users)
  // Nodes that have said a day of the user do not say it again until they hear of this.
  yield* announce(sql, { _tag: "Route", customer_id, user_id })
})

/**
 * Once per erasure and what it is about, however often it is asked for. Whoever changes figures waits for the writing
 * alone and not for the reading before it, and no two that write the same sums are there at once.
 */
export const keepFigures = Effect.fnUntraced(function* (key: Key, person: Person) {
  const sql = yield* SqlClient.SqlClient
  const { customer_id } = key
  const keep = Effect.gen(function* () {
    const sum = yield* sumOf(key, person)
    yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${figuresLock}, 0))`)
    // An audience may have moved while this was reading; what moves now comes after it.
    const moved = (yield* movedIn(sql, [customer_id])).get(customer_id)
    const folded = yield* recounted(customer_id, followed(sum, -Infinity, moved))
    yield* addCounts(sql, customer_id, folded.counts, "analytics_residue_counters")
    yield* keepCells(person, folded.users)
  })
  yield* transactionOf(sql)(keep)
})
