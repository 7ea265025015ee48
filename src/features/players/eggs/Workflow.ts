/**
 * From an egg that is ready to a buddy, in three steps. Each can be repeated, and each looks first whether the
 * operation is still wanted: a cancelled hatch ends at its next step and has changed nothing. The operation's row is
 * the truth; this only moves it.
 *
 *   1 begin    the operation is processing
 *   2 picture  drawn and stored; three tries, then the buddy is born without it and drawn later
 *   3 birth    one transaction: buddy, egg, webhooks, end of the operation
 */
import { Clock, Effect, Option, Schedule, Schema } from "effect"
import { Activity } from "effect/workflow"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { initialState } from "../../../engine/core/initialState.ts"
import { AssetStore } from "../../../platform/storage/Assets.ts"
import { hash } from "../../../artist/hash.ts"
import { Studio } from "../../../platform/images/Studio.ts"
import { durableRetry, type Ladder, steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { nameOf, timezoneOf } from "./Rules.ts"
import { Hatch } from "./Service.ts"
import { EggStore } from "./Store.ts"
import { Hatchling, Picture } from "./Store/Birth.ts"

class NoPicture extends Schema.TaggedError<NoPicture>()("NoPicture", {
  appearance_status: Schema.Literals(["failed", "awaiting_credits"]),
  retryable: Schema.Boolean
}) {}

const pictureLadder: Ladder<NoPicture> = {
  name: "picture",
  delays: ["1 second", "4 seconds"],
  isWorthwhile: ({ retryable }) => retryable
}

/**
 * A hatch ends within a minute. What is not drawn by then, because too many are waiting for the artist, is drawn
 * later.
 */
const picture_deadline_ms = 45_000
/** After a crash or an outage the minute is over before the first try: then there is this much for each. */
const picture_timeout_min_ms = 10_000

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(Hatchling),
    execute: Effect.gen(function* () {
      const eggs = yield* EggStore
      return Option.getOrNull(yield* steady(eggs.begin(key)))
    })
  })

/** The first try was counted when the hatch began; a cancelled operation is not drawn for again. */
const isWanted = (key: OperationKey) =>
  Effect.gen(function* () {
    const eggs = yield* EggStore
    return (yield* Activity.CurrentAttempt) === 1 || Option.isSome(yield* steady(eggs.begin(key)))
  })

/** Whatever is wrong with a picture, a bug of the artist included, it may not keep a buddy from being born. */
const draw = Effect.fn("Hatch.draw")(
  function* (customer_id: string, { began_at, theme, visual_variant }: Hatchling) {
    const studio = yield* Studio
    const left_ms = began_at + picture_deadline_ms - (yield* Clock.currentTimeMillis)
    return yield* studio
      .stageImage(customer_id, { theme, variant: visual_variant, stage: 1, prestige: 0 })
      .pipe(Effect.timeout(Math.max(picture_timeout_min_ms, left_ms)))
  },
  Effect.catchTags({
    ImageError: ({ detail, reason, retryable }) =>
      Effect.andThen(
        Effect.logWarning(`a hatchling was not drawn: ${reason}, ${detail}`),
        new NoPicture({ appearance_status: reason === "credit_short" ? "awaiting_credits" : "failed", retryable })
      ),
    TimeoutError: () =>
      Effect.andThen(
        Effect.logWarning("a hatchling was not drawn in time"),
        new NoPicture({ appearance_status: "failed", retryable: false })
      )
  }),
  Effect.catchDefect((defect) =>
    Effect.andThen(
      Effect.logError("the artist broke", defect),
      new NoPicture({ appearance_status: "failed", retryable: false })
    )
  )
)

const picture = (key: OperationKey, hatchling: Hatchling) =>
  Activity.make({
    name: "picture",
    success: Schema.NullOr(Picture),
    error: NoPicture,
    execute: Effect.gen(function* () {
      if (!(yield* isWanted(key))) return null
      const assets = yield* AssetStore
      const { image, thumb } = yield* draw(key.customer_id, hatchling)
      const image_sha = yield* steady(assets.put(image))
      return { _tag: "Drawn", image_sha, thumb_sha: yield* steady(assets.put(thumb)) } as const
    })
  }).pipe(
    (attempt) => durableRetry(attempt, pictureLadder),
    Effect.catch(({ appearance_status }) => Effect.succeed({ _tag: "Missing", appearance_status } as const))
  )

const birth = (key: OperationKey, hatchling: Hatchling, picture: Picture) =>
  Activity.make({
    name: "birth",
    execute: Effect.gen(function* () {
      const eggs = yield* EggStore
      const snapshots = yield* Snapshots
      const snapshot = yield* snapshots
        .get(key.customer_id, hatchling.config_version_id)
        .pipe(Effect.retry(Schedule.spaced("500 millis")), Effect.orDie)
      const tenants = yield* Tenants
      const facts = yield* steady(Effect.orDie(tenants.get(key.customer_id)))
      const hatched_at = momentOf(facts, hatchling.user_id, yield* Clock.currentTimeMillis)
      const state = initialState(snapshot, { hatched_at, timezone: timezoneOf(hatchling.metadata) })
      const name = nameOf(hash(`name:${hatchling.egg_id}`))
      yield* steady(eggs.birth(key, { hatchling, picture, name, state }))
    })
  })

/** Needs WorkflowEngine, EggStore, AssetStore, ImageProvider and Snapshots. */
export const HatchLive = Hatch.toLayer(
  Effect.fn("Hatch")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    const hatchling = yield* begin(key)
    if (hatchling === null) return
    const drawn = yield* picture(key, hatchling)
    if (drawn === null) return
    yield* birth(key, hatchling, drawn)
  })
)
