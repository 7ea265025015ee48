/**
 * From one stage to the next. The picture of the new stage is drawn before the buddy advances, so that whoever hears of
 * it can show it; a picture that cannot be drawn keeps no buddy from advancing, and is tried again later.
 *
 *   1 begin    the operation is processing
 *   2 picture  of the new stage, bare and dressed, kept for the moment it is shown
 *   3 advance  the buddy's actor, under the operation's id: however often this runs, the buddy evolves once, and no
 *              cancel is answered any more
 *   4 settle   the picture is shown, asked for or marked as missing, the operation ends
 *   5 onward   who is ready for the stage after that goes on by itself, where the rules want that
 */
import { Effect, Option, Schedule, Schema } from "effect"
import { Activity } from "effect/workflow"
import { Buddies } from "../../../../buddy/Buddies.ts"
import { AppConfig } from "../../../../Config.ts"
import { assetUrl } from "../../../../platform/storage/Assets.ts"
import { ImageError } from "../../../../platform/images/ImageProvider.ts"
import { Studio } from "../../../../platform/images/Studio.ts"
import { durableRetry, type Ladder, steady } from "../../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { OperationStore } from "../../operations/Store.ts"
import { Appearance, statusOf } from "../Service/Appearance.ts"
import { Evolve, Growth, Paint } from "../Service/Growth.ts"

const pictureLadder: Ladder<ImageError> = {
  name: "picture",
  delays: ["1 second", "4 seconds"],
  isWorthwhile: ({ retryable }) => retryable
}
/** An operation ends within a minute; what is not drawn by then is drawn later. */
const picture_timeout = "15 seconds"

const Job = Schema.Struct({ buddy_id: Schema.String, type: Schema.String, from_stage: Schema.Int })

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(Job),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const operation = yield* steady(operations.start(key))
      if (Option.isNone(operation)) return null
      const { payload, resource_id, type } = operation.value
      return { buddy_id: resource_id, type, from_stage: Number(payload["from_stage"] ?? 0) }
    })
  })

const broken = (cause: unknown) =>
  new ImageError({ reason: "render_failed", retryable: false, detail: cause instanceof Error ? cause.message : "" })

const timed = <A, R>(effect: Effect.Effect<A, ImageError, R>) =>
  effect.pipe(
    Effect.timeoutOrElse({
      duration: picture_timeout,
      orElse: () => Effect.fail(new ImageError({ reason: "timed_out", retryable: true, detail: "" }))
    }),
    Effect.catchDefect((defect) => Effect.andThen(Effect.logError("the artist broke", defect), broken(defect)))
  )

/** Where the new stage's picture is, or why there is none yet. */
const Drawn = Schema.Struct({
  image_sha: Schema.NullOr(Schema.String),
  missing: Schema.Literals(["failed", "awaiting_credits"])
})

const picture = ({ customer_id }: OperationKey, { buddy_id, from_stage }: typeof Job.Type) =>
  Activity.make({
    name: "picture",
    success: Drawn,
    error: ImageError,
    execute: Effect.gen(function* () {
      const appearance = yield* Appearance
      const look = yield* steady(appearance.look(customer_id, buddy_id, from_stage + 1))
      if (Option.isNone(look)) return { image_sha: null, missing: "failed" } as const
      const { shown } = yield* timed(appearance.paint(customer_id, look.value, false))
      return { image_sha: shown.image_sha, missing: "failed" } as const
    })
  }).pipe(
    (attempt) => durableRetry(attempt, pictureLadder),
    Effect.catch(({ detail, reason }) =>
      Effect.as(Effect.logWarning(`a stage was not drawn: ${reason}, ${detail}`), {
        image_sha: null,
        missing: statusOf(reason)
      } as const)
    )
  )

const waiting = Schedule.spaced("1 second")

const Advanced = Schema.Struct({ new_stage: Schema.Int, refusal: Schema.NullOr(Schema.String) })

const advance = ({ customer_id, operation_id }: OperationKey, job: typeof Job.Type, image_sha: string | null) =>
  Activity.make({
    name: "advance",
    success: Advanced,
    execute: Effect.gen(function* () {
      const buddies = yield* Buddies
      const { publicUrl } = yield* AppConfig
      const operations = yield* OperationStore
      if (!(yield* steady(operations.decide({ customer_id, operation_id })))) {
        return { new_stage: 0, refusal: "cancelled" }
      }
      const { buddy_id, from_stage } = job
      const command = { _tag: "Evolve", from_stage, image_url: assetUrl(publicUrl, image_sha) } as const
      const origin = { type: "operation", id: operation_id } as const
      return yield* buddies
        .send(customer_id, buddy_id, { command_id: operation_id, command, event: null, webhooks: true, origin })
        .pipe(
          Effect.map(() => ({ new_stage: from_stage + 1, refusal: null })),
          Effect.catchTags({
            CommandRejected: ({ error }) => Effect.succeed({ new_stage: 0, refusal: error.code }),
            BuddyNotFound: () => Effect.succeed({ new_stage: 0, refusal: "not_found" })
          }),
          // Not now: the same command again is the way to find out.
          Effect.retry({ times: 20, schedule: waiting }),
          Effect.orDie
        )
    })
  })

const settle = (
  key: OperationKey,
  job: typeof Job.Type,
  { new_stage, refusal }: typeof Advanced.Type,
  drawn: typeof Drawn.Type
) =>
  Activity.make({
    name: "settle",
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const appearance = yield* Appearance
      if (refusal !== null) {
        yield* steady(operations.fail(key, { code: refusal, message: "The buddy could not evolve any more." }))
        return
      }
      const appearance_status = yield* steady(shownOrMissing(appearance, key.customer_id, job.buddy_id, drawn))
      const result = { buddy_id: job.buddy_id, previous_stage: job.from_stage, new_stage, appearance_status }
      yield* steady(operations.complete(key, result))
    })
  })

/**
 * A single look: what was drawn is shown, what could not be drawn is left to the ladder of later tries. Where another
 * look than the drawn one is asked for by now, as after a prestige in the same step, nothing has failed yet.
 */
const shownOrMissing = (
  appearance: Appearance["Service"],
  customer_id: string,
  buddy_id: string,
  { image_sha, missing }: typeof Drawn.Type
) =>
  Effect.flatMap(appearance.showCached(customer_id, buddy_id), (isShown) => {
    if (isShown) return Effect.succeed("ready" as const)
    return image_sha === null
      ? Effect.as(appearance.fail(customer_id, buddy_id, missing), missing)
      : Effect.as(appearance.repaintSoon(customer_id, buddy_id), "pending" as const)
  })

/**
 * The signal of the step itself comes while this operation is still open, and a buddy evolves once at a time: it would
 * stay where it is.
 */
const onward = ({ customer_id }: OperationKey, { buddy_id }: typeof Job.Type) =>
  Activity.make({
    name: "onward",
    execute: Effect.gen(function* () {
      const growth = yield* Growth
      yield* steady(growth.autoEvolve({ customer_id, buddy_id }))
    })
  })

/** Needs WorkflowEngine, OperationStore, Appearance, Growth and Buddies. */
export const EvolveLive = Evolve.toLayer(
  Effect.fn("Evolve")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const job = yield* begin(key)
    if (job === null) return
    const drawn = yield* picture(key, job)
    const advanced = yield* advance(key, job, drawn.image_sha)
    yield* settle(key, job, advanced, drawn)
    if (advanced.refusal === null) yield* onward(key, job)
  })
)

const paint = (key: OperationKey, { buddy_id, type }: typeof Job.Type) =>
  Activity.make({
    name: "paint",
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const appearance = yield* Appearance
      const studio = yield* Studio
      const drawn = (anew: boolean) => steady(appearance.refresh(key.customer_id, buddy_id, anew))
      // Rerenders asked for until it begins are this one; those of a tenant go one by one, behind its hatches.
      const rerendered = Effect.andThen(steady(operations.progress(key, { drawn: 0 })), drawn(true))
      const appearance_status = yield* type === "rerender" ? studio.oneByOne(key.customer_id, rerendered) : drawn(false)
      yield* steady(operations.complete(key, { buddy_id, appearance_status }))
    })
  })

export const PaintLive = Paint.toLayer(
  Effect.fn("Paint")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const job = yield* begin(key)
    if (job !== null) yield* paint(key, job)
  })
)
