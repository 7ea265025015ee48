/**
 * Gives a badge to those who earned it before it was published, a batch of buddies at a time. Only who is found to have
 * earned it is asked, so that a backfill costs what it gives. A batch that was lost is looked at anew: those it had
 * asked say again what they said then, and the counts are those of one run.
 */
import { Effect, Schema } from "effect"
import { steady } from "../../../platform/cluster/Jobs.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { ask, begun, inBatches, lastOf, patiently } from "../../players/operations/Service/Batches.ts"
import { BackfillFigures } from "./Api.ts"
import { figuresOf, type Looked, nothing, plus } from "./Rules.ts"
import { Backfill, Backfills, batch_size, type Found, Plan } from "./Service.ts"
import { commandId } from "./Store.ts"

const Batch = Schema.Struct({ ...BackfillFigures.fields, last: Schema.NullOr(Schema.String) })

const award = Effect.fn("Backfill.award")(function* (key: OperationKey, badge_key: string, found: Found) {
  const { buddy_id, user_id } = found
  const instead = (verdict: Looked["verdict"]) => Effect.succeed({ verdict, coin_reward: 0 })
  const { coin_reward, verdict } = yield* ask(key.customer_id, buddy_id, {
    command_id: commandId(key, buddy_id),
    command: { _tag: "CheckBadge", badge_key },
    origin: { type: "operation", id: key.operation_id }
  }).pipe(
    Effect.flatMap(({ reply }) =>
      reply._tag === "BadgeCheck"
        ? Effect.succeed<Pick<Looked, "verdict" | "coin_reward">>(reply)
        : Effect.die(new Error(`BadgeCheck expected, got ${reply._tag}`))
    ),
    Effect.catchTags({
      // Archived since it was found.
      CommandRejected: () => instead("skipped"),
      BuddyNotFound: () => instead("skipped"),
      Unavailable: () => instead("failed")
    }),
    // The rules broke on this buddy, and an operator finds its command among the dead letters: the others go on.
    Effect.catchDefect(() => instead("failed"))
  )
  return { buddy_id, user_id, verdict, coin_reward }
})

const nobody: ReadonlySet<string> = new Set()

const batch = Effect.fnUntraced(function* (key: OperationKey, { badge_key, dry_run }: Plan, after: string | null) {
  const store = yield* Backfills
  const found = yield* Effect.orDie(steady(patiently(store.look(key.customer_id, badge_key, after))))
  const ids = found.map(({ buddy_id }) => buddy_id)
  const asked = dry_run ? nobody : yield* steady(store.asked(key, ids))
  const isAsked = ({ buddy_id, is_due }: Found) => !dry_run && (is_due || asked.has(buddy_id))
  const looked = yield* inWaves(found, (one) =>
    isAsked(one) ? award(key, badge_key, one) : Effect.succeed<Looked>(one)
  )
  return { ...figuresOf(looked), last: lastOf(ids, batch_size) }
})

/** Needs WorkflowEngine, Buddies, OperationStore and Backfills. */
export const BackfillLive = Backfill.toLayer(
  Effect.fn("Backfill")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, Plan),
      plan: Plan,
      name: "batch",
      batch: Batch,
      none: nothing,
      plus,
      run: (plan, after) => batch(key, plan, after),
      progress: ({ sample: _sample, ...counts }: BackfillFigures) => counts,
      result: (figures, { badge_key, dry_run }) => ({ dry_run, badge_key, ...figures })
    })
  })
)
