/**
 * Skills fade once per rule, buddy and period. The scheduled round is a singleton that looks every few minutes: what
 * was done in the period already is skipped by each buddy's own memory and by the command's id, so it does not matter
 * how often it looks, or whether two do. A tenant may also ask for a round, as an operation.
 */
import { Effect, Schema } from "effect"
import { perCluster } from "../../../platform/cluster/PerCluster.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { Origin } from "../../../wire/Change.ts"
import { ask, begun, inBatches, sum, unlessBroken } from "../../players/operations/Service/Batches.ts"
import { Decay, Decays, type Due, Run } from "./Service.ts"

const sweep_interval = "5 minutes"

const Counts = Schema.Struct({ looked_at: Schema.Int, faded: Schema.Int, levels: Schema.Int, failed: Schema.Int })
type Counts = typeof Counts.Type
const none: Counts = { looked_at: 0, faded: 0, levels: 0, failed: 0 }

/** Levels taken; 0 when another round was faster, null when the buddy could not be reached, or breaks. */
const take = Effect.fnUntraced(function* (customer_id: string, { buddy_id, period_key, rule_id }: Due, origin: Origin) {
  const command_id = `decay:${rule_id}:${buddy_id}:${period_key}`
  const command = { _tag: "DecaySkill", rule_id, period_key } as const
  return yield* ask(customer_id, buddy_id, { command_id, command, origin }).pipe(
    Effect.map(({ duplicate, reply }) =>
      reply._tag === "Decay" && !duplicate ? reply.previous_level - reply.new_level : 0
    ),
    Effect.catchTags({
      CommandRejected: () => Effect.succeed(0),
      BuddyNotFound: () => Effect.succeed(0),
      Unavailable: () => Effect.succeed(null)
    }),
    unlessBroken(() => null)
  )
})

const page = Effect.fnUntraced(function* (
  customer_id: string,
  { dry_run, rule_id }: Run,
  after: string | null,
  origin: Origin
) {
  const store = yield* Decays
  const { due, last, looked_at } = yield* store.due(customer_id, rule_id, after)
  const taken = dry_run
    ? due.map(({ new_level, previous_level }) => previous_level - new_level)
    : yield* inWaves(due, (one) => take(customer_id, one, origin))
  const counts: Counts = {
    looked_at,
    faded: taken.filter((levels) => levels !== null && levels > 0).length,
    levels: taken.reduce<number>((sum, levels) => sum + (levels ?? 0), 0),
    failed: taken.filter((levels) => levels === null).length
  }
  return { ...counts, last }
})

const Page = Schema.Struct({ ...Counts.fields, last: Schema.NullOr(Schema.String) })

/** Needs WorkflowEngine, Buddies, OperationStore and Decays. */
export const DecayLive = Decay.toLayer(
  Effect.fn("Decay")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, Run),
      plan: Run,
      name: "page",
      batch: Page,
      none,
      plus: sum,
      run: (run, after) => steady(page(customer_id, run, after, { type: "operation", id: operation_id })),
      progress: (counts: Counts) => counts,
      result: (counts, { dry_run }) => ({ ...counts, dry_run })
    })
  })
)

const everybody: Run = { rule_id: null, dry_run: false }
const schedule: Origin = { type: "job", id: "skill_decay" }

/** One per cluster. */
export const decaySchedule = perCluster(
  "skills/decay",
  Effect.gen(function* () {
    const store = yield* Decays
    const sweep = Effect.gen(function* () {
      for (const customer_id of yield* store.customers) {
        let after: string | null = null
        do {
          const done: typeof Page.Type = yield* page(customer_id, everybody, after, schedule)
          after = done.last
        } while (after !== null)
      }
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("skills could not fade yet", cause)))
    yield* Effect.forever(Effect.andThen(sweep, Effect.sleep(sweep_interval)))
  })
)
