/**
 * Counts the figures of a workspace again, out of what is stored of every change and what erased users left. Metrics
 * that nothing else tells (views, refusals, what receivers answered) stay as they are, and so does which types are told
 * apart. One transaction sees the workspace as it is at one moment: what is committed after it is added up by the fold,
 * which waits for the end.
 */
import { Cause, Context, Effect, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  actionsMetric,
  lostMetric,
  recountedActions,
  recountedActionsWithWear,
  recountedByDay,
  recountedFeatures,
  recountedNow,
  recountedWithEggs,
  recountedWithWear
} from "../../../../buddy/journal/Recount.ts"
import { recountArchived, recountEggs } from "../../../../buddy/Standings/Recounted.ts"
import { heldFigures } from "../../../../buddy/Standings/Figures.ts"
import { countedBuddies, type CountedBuddy } from "../../../../buddy/Standings/Counted.ts"
import { recountBuddies, recountUnreceived } from "../../../../buddy/Standings/Recounts.ts"
import { execute, isTransient, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { clockedPrefix, type Count, type Delta, now_day, testPrefix } from "../../../../wire/analytics/Delta.ts"
import { AlertHours } from "../../alerts/Store/Hours.ts"
import { addCounts, addTypes } from "./Counters.ts"
import { countedLost, keepLost, toldFully, UntoldSum } from "./Lost.ts"
import { figuresLock, steps } from "./Fold.ts"
import { movedIn } from "./Moves.ts"
import { recounted, scopeOf } from "./Residue.ts"
import { DeltaRow, foldingInTurn } from "./Turns.ts"
import { addFolded } from "./UserDays.ts"
import { forgetFeatures } from "./UserYears.ts"
import { zonesOf } from "./Zones.ts"

/** Erasures that stand against it: a workspace whose users are being erased is counted when that has ended. */
const Standing = Schema.Struct({ open: Schema.Int, unknown: Schema.Int, least_told: Schema.Int })
const Sum = Schema.Struct({ rows: Schema.Int, mark: Schema.String })
const IdRow = Schema.Struct({ customer_id: Schema.String })

export type Rebuilt =
  | { readonly _tag: "Rebuilt"; readonly isChanged: boolean; readonly rows: number }
  /** users are being erased */
  | { readonly _tag: "Erasing" }
  /** so many were erased before anything was kept of what they had counted */
  | { readonly _tag: "Unknown"; readonly erasures: number }

export class RebuildStore extends Context.Service<
  RebuildStore,
  {
    rebuild(customer_id: string): Effect.Effect<Rebuilt>
    /** workspaces, by id, behind one */
    workspaces(after: string): Effect.Effect<ReadonlyArray<string>>
  }
>()("hatchery/features/analytics/RebuildStore") {
  static readonly layer = Layer.effect(
    RebuildStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(AlertHours.layer))
}

const withTests = (metrics: ReadonlyArray<string>) => metrics.flatMap((metric) => [metric, testPrefix + metric])
const cohortMetric = "users_lifecycle"

/** What is counted again: whole metrics, and these features of what was used. */
interface Recounting {
  readonly metrics: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
}
/** By how much the residues tell: each release kept more of an erased user. */
const always: Recounting = { metrics: [...withTests([...recountedByDay, ...recountedNow]), cohortMetric], actions: [] }
const withEggs: Recounting = {
  metrics: [...always.metrics, ...withTests(recountedWithEggs)],
  actions: recountedActions
}
const withWear: Recounting = {
  metrics: [...withEggs.metrics, ...withTests(recountedWithWear)],
  actions: recountedActionsWithWear
}
const everything: Recounting = { ...withWear, metrics: [...withWear.metrics, ...withTests([lostMetric])] }
const byTold = [always, always, withEggs, withWear, everything]
const actionsMetrics = withTests([actionsMetric])
const tries = 5
const workspaces_at_once = 500

const standing = Effect.fnUntraced(function* (
  customer_id: string
): Effect.fn.Return<Rebuilt | Recounting, never, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* rows(Standing)(sql`
    SELECT count(*) FILTER (WHERE status <> 'completed')::int AS open,
      count(*) FILTER (WHERE status = 'completed' AND r.erasure_id IS NULL)::int AS unknown,
      coalesce(min(r.told), ${toldFully})::int AS least_told
    FROM erasures AS e LEFT JOIN analytics_residues AS r USING (customer_id, erasure_id)
    WHERE e.customer_id = ${customer_id}::uuid`)
  if (found!.open > 0) return { _tag: "Erasing" }
  if (found!.unknown > 0) return { _tag: "Unknown", erasures: found!.unknown }
  return byTold[found!.least_told] ?? everything
})

/** Whatever waits is added up first: of what is not counted again it is all there is. */
const foldWaiting = (hours: AlertHours["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string) {
    const sql = yield* SqlClient.SqlClient
    const foldInTurn = foldingInTurn(sql, steps)
    const zones = (yield* zonesOf(sql, [customer_id])).get(customer_id)
    for (;;) {
      const moved = (yield* movedIn(sql, [customer_id])).get(customer_id)
      const taken = yield* rows(DeltaRow)(sql`
        DELETE FROM analytics_deltas WHERE customer_id = ${customer_id}::uuid AND delta_id IN (
          SELECT delta_id FROM analytics_deltas WHERE customer_id = ${customer_id}::uuid
          ORDER BY delta_id LIMIT ${steps.deltas})
        RETURNING customer_id, delta_id, body, created_at`)
      if (taken.length === 0) return
      const { counted } = yield* foldInTurn(customer_id, taken, { moved, zones })
      yield* hours.counted(customer_id, counted)
    }
  })

/** What erased users left is all that is there. */
const beginAnew = Effect.fnUntraced(function* (customer_id: string, { actions, metrics }: Recounting) {
  const sql = yield* SqlClient.SqlClient
  const whose = sql`customer_id = ${customer_id}::uuid`
  const counters = sql`${whose} AND (metric = ANY(${metrics}::text[])
    OR metric = ANY(${actionsMetrics}::text[]) AND key = ANY(${actions}::text[]))`
  yield* execute(sql`DELETE FROM analytics_counters WHERE ${counters}`)
  // Eggs and buddies that are not counted again are where they were, on whatever clock.
  yield* execute(sql`
    DELETE FROM analytics_counters WHERE ${whose} AND metric = ANY(${withTests(["erased"])}::text[])
      AND starts_with(key, ${clockedPrefix})
      AND (${metrics.includes("eggs_hatched")} OR key ~ ${`^${clockedPrefix}(coin$|token:)`})`)
  yield* execute(sql`DELETE FROM analytics_cells WHERE ${whose}`)
  yield* execute(sql`DELETE FROM analytics_users WHERE ${whose}`)
  yield* forgetFeatures(sql, customer_id, recountedFeatures)
  yield* execute(sql`INSERT INTO analytics_counters SELECT * FROM analytics_residue_counters WHERE ${counters}`)
  yield* execute(sql`INSERT INTO analytics_cells SELECT * FROM analytics_residue_cells WHERE ${whose}`)
})

const recountAll = Effect.fnUntraced(function* (customer_id: string, { actions, metrics }: Recounting) {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* scopeOf(customer_id)
  const [counted, features] = [new Set(metrics), new Set(actions)]
  const isCounted = ([metric, , , key]: Count) =>
    actionsMetrics.includes(metric) ? features.has(key) : counted.has(metric)
  const untold = new UntoldSum()
  const take = Effect.fnUntraced(function* ({ c, u }: Delta) {
    untold.add(c)
    const folded = yield* recounted(customer_id, { c: c.filter(isCounted), u })
    yield* addFolded(sql, customer_id, folded)
    yield* addTypes(sql, customer_id, folded.counts)
  })
  for (let page: ReadonlyArray<CountedBuddy> = []; ;) {
    page = yield* countedBuddies(customer_id, page.at(-1)?.buddy_id)
    if (page.length === 0) break
    yield* recountBuddies(scope, page, take)
    const ids = page.map(({ buddy_id }) => buddy_id)
    yield* recountArchived(scope, ids, take)
    const held = yield* heldFigures(customer_id, ids)
    const c = held.map(({ audience, count, key, metric }) => [metric, now_day, audience, key, count, 0] as const)
    yield* addCounts(sql, customer_id, c)
  }
  yield* recountUnreceived(scope, { user_id: null }, take)
  yield* recountEggs(scope, null, take)
  return untold
})

const counted = ["analytics_counters", "analytics_totals", "analytics_cells", "analytics_users", "analytics_user_years"]

/** Equal for equal tables, in whatever order their rows stand. */
const markOf = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const sums = yield* Effect.forEach(counted, (table) =>
    rows(Sum)(sql`
      SELECT count(*)::int AS rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS mark
      FROM ${sql(table)} AS t WHERE customer_id = ${customer_id}::uuid`)
  )
  const told = sums.map(([sum]) => sum!)
  return { rows: told.reduce((all, one) => all + one.rows, 0), mark: told.map(({ mark }) => mark).join(" ") }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const services = yield* Effect.context<SqlClient.SqlClient>()
  const foldAll = foldWaiting(yield* AlertHours)

  const rebuild = Effect.fnUntraced(function* (
    customer_id: string
  ): Effect.fn.Return<Rebuilt, never, SqlClient.SqlClient> {
    yield* execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
    yield* execute(sql`SET LOCAL statement_timeout = 0`)
    yield* execute(sql`SET LOCAL lock_timeout = 0`)
    yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${figuresLock}, 0))`)
    const found = yield* standing(customer_id)
    if ("_tag" in found) return found
    yield* foldAll(customer_id)
    const before = yield* markOf(customer_id)
    const lost = yield* countedLost(customer_id)
    yield* beginAnew(customer_id, found)
    const untold = yield* recountAll(customer_id, found)
    if (found.metrics.includes(lostMetric)) yield* keepLost(customer_id, lost, untold)
    const after = yield* markOf(customer_id)
    return { _tag: "Rebuilt", isChanged: before.mark !== after.mark, rows: after.rows }
  })

  return RebuildStore.of({
    // What the fold was adding up while this waited for it is counted with the next try.
    rebuild: Effect.fn("RebuildStore.rebuild")((customer_id) =>
      transactionOf(sql)(rebuild(customer_id)).pipe(
        Effect.sandbox,
        Effect.retry({ while: (cause) => isTransient(Cause.squash(cause)), schedule: Schedule.recurs(tries) }),
        Effect.catch((cause) => Effect.failCause(cause)),
        Effect.provideContext(services)
      )
    ),
    workspaces: (after) =>
      Effect.map(
        rows(IdRow)(sql`
          SELECT customer_id FROM customers WHERE customer_id > ${after}::uuid
          ORDER BY customer_id LIMIT ${workspaces_at_once}`),
        (found) => found.map(({ customer_id }) => customer_id)
      )
  })
})
