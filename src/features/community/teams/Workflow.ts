/** What goes on after the answer: a team's members are taken out, or brought in from a file, a batch at a time. */
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Activity } from "effect/workflow"
import { Buddies } from "../../../buddy/Buddies.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import { again_after_ms, type Due, eachAlone } from "../../../platform/campaigns/Clock.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { begun, inBatches, patiently, unlessBroken } from "../../players/operations/Service/Batches.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { Operations } from "../../players/operations/Service.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { ImportResult } from "./Api.ts"
import { noImport, plusImport } from "./Rules.ts"
import { Dissolve } from "./Service.ts"
import { dissolveOne, dissolving } from "./Service/Dissolve.ts"
import { Import, TeamImports } from "./Service/Import.ts"
import { TeamStore } from "./Store.ts"

const batch_size = 500

/** `of_all`: with everybody who left before; jobs that were begun without the number of members do not know it. */
const counts = { left: Schema.Int, of_all: Schema.optionalKey(Schema.Int) }
const Left = Schema.Struct({ ...counts, last: Schema.NullOr(Schema.String) })
const nobody: Schema.Struct.Type<typeof counts> = { left: 0 }

const TeamId = Schema.Struct({ team_id: Schema.String, members: Schema.optionalKey(Schema.Int) })

/** `stuck`: nobody can take it out, and why. */
type Taken = "out" | "later" | { readonly stuck: unknown }

const takeOne = Effect.fnUntraced(
  function* (customer_id: string, team_id: string, buddy_id: string) {
    const outcome = yield* patiently(dissolveOne(yield* Buddies, customer_id, team_id, buddy_id))
    // Nobody can be asked whose row it is: it says nothing any more.
    if (outcome === "gone") yield* steady((yield* TeamStore).drop(customer_id, team_id, buddy_id))
    return "out" as Taken
  },
  Effect.catchTag("Unavailable", () => Effect.succeed<Taken>("later")),
  unlessBroken((stuck): Taken => ({ stuck }))
)

interface Batch {
  readonly ids: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Taken>
  /** why the first of those it had to pass by is stuck; null: it passed nobody by */
  readonly passed: { readonly stuck: unknown } | null
}

const isStuck = (one: Taken) => typeof one === "object"

/** The first batch in which not everybody is stuck; whoever cannot be taken out keeps nobody behind in. */
const batchOf = Effect.fnUntraced(function* (customer_id: string, team_id: string) {
  const store = yield* TeamStore
  let after: string | null = null
  let passed: Batch["passed"] = null
  for (;;) {
    const ids: ReadonlyArray<string> = yield* steady(store.remaining(customer_id, team_id, after, batch_size))
    const outcomes = yield* inWaves(ids, (buddy_id) => takeOne(customer_id, team_id, buddy_id))
    const stuck = outcomes.filter(isStuck)
    if (stuck.length < ids.length || ids.length === 0) return { ids, outcomes, passed } satisfies Batch
    passed ??= stuck[0]!
    after = ids.at(-1)!
  }
})

/** Whoever is still in: a batch that was lost finds fewer, so who has left is told by who was in at the beginning. */
const takeOut = Effect.fnUntraced(function* (customer_id: string, { members, team_id }: typeof TeamId.Type) {
  const store = yield* TeamStore
  const { ids, outcomes, passed } = yield* batchOf(customer_id, team_id)
  // Nobody else is left: the job fails, and is begun again in case they have been mended.
  if (ids.length === 0 && passed !== null) return yield* Effect.die(passed.stuck)
  const left = outcomes.filter((one) => one === "out").length
  const isAll = passed === null && ids.length < batch_size && left === ids.length
  const last = isAll ? null : (ids.at(-1) ?? null)
  if (members === undefined) return { left, last }
  return { left, of_all: Math.max(0, members - (yield* steady(store.remainingCount(customer_id, team_id)))), last }
})

const teamOf = Effect.fnUntraced(function* (key: OperationKey) {
  const operations = yield* OperationStore
  const store = yield* TeamStore
  const operation = yield* steady(operations.start(key))
  if (operation._tag === "None") return null
  const team_id = operation.value.resource_id
  return { team_id, members: yield* steady(store.remainingCount(key.customer_id, team_id)) }
})

/** Needs WorkflowEngine, Buddies, OperationStore and TeamStore. */
export const DissolveLive = Dissolve.toLayer(
  Effect.fn("DissolveTeam")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: teamOf(key),
      plan: TeamId,
      name: "batch",
      batch: Left,
      none: nobody,
      plus: (before, more) => ({ left: more.of_all ?? before.left + more.left }),
      run: (team) => takeOut(customer_id, team),
      progress: ({ left }) => ({ left }),
      result: ({ left }) => ({ left })
    })
  })
)

/** Whoever is in a team that is gone holds a place in no other: taking members out is begun again until it is done. */
export const teamsDue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* Operations
  const store = yield* OperationStore
  const again = ({ customer_id, resource_id }: { readonly customer_id: string; readonly resource_id: string }) =>
    transactionOf(sql)(Effect.asVoid(operations.open(customer_id, Dissolve, dissolving(resource_id))))
  const run = Effect.gen(function* () {
    const before = new Date((yield* Clock.currentTimeMillis) - again_after_ms)
    yield* eachAlone(yield* store.failed("team_dissolve", before, batch_size), again)
  })
  return { name: "teams", run } satisfies Due
}).pipe(Effect.provide(Operations.layer))

const Nothing = Schema.Struct({})
const Imported = Schema.Struct({ ...ImportResult.fields, last: Schema.NullOr(Schema.String) })

const shown = ({ errors, ...counts }: ImportResult) => ({ ...counts, errors: errors.map((error) => ({ ...error })) })

/** Needs WorkflowEngine, OperationStore and TeamImports. */
export const ImportLive = Import.toLayer(
  Effect.fn("ImportTeams")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, Nothing),
      plan: Nothing,
      name: "batch",
      batch: Imported,
      none: noImport,
      plus: (before: ImportResult, more) => ({
        ...plusImport(before, more),
        teams_created: more.teams_created
      }),
      run: Effect.fnUntraced(function* (_plan, after) {
        const imports = yield* TeamImports
        const { last, result } = yield* imports.run(key, Number(after ?? 0), batch_size)
        return { ...result, last: last === null ? null : String(last) }
      }),
      progress: ({ errors: _errors, ...counts }) => counts,
      result: shown
    })
    yield* Activity.make({
      name: "forget",
      execute: Effect.flatMap(TeamImports, (imports) => steady(imports.forget(key)))
    })
  })
)
