/**
 * The picture a buddy shows: its present look, drawn once and remembered. It is brought in line with the look after the
 * look has changed; where that fails it is tried again after 60 s, 5, 15 and 30 minutes (contract part 3, operation).
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AssetStore } from "../../../../platform/storage/Assets.ts"
import type { ImageError } from "../../../../platform/images/ImageProvider.ts"
import { Studio } from "../../../../platform/images/Studio.ts"
import { nowDate } from "../../../../platform/postgres/Sql.ts"
import type { PictureScope } from "../Api/Growth.ts"
import { type Look, looks, nameOfBare, nameOfDressed, type Painted } from "../Store/Look.ts"
import { gallery, pictured, telling } from "../Store/Appearance.ts"

/** What a change of the look came to. */
export interface Shown {
  readonly appearance_status: "ready" | "pending" | "failed" | "awaiting_credits"
  /** the picture was there already */
  readonly cached: boolean
}

interface Service {
  /** the look of a buddy, as it is or at another stage; none when there is no such buddy */
  look(customer_id: string, buddy_id: string, stage?: number): Effect.Effect<Option.Option<Look>>
  /** draws what was not drawn yet; `anew` draws the bare picture whatever there is */
  paint(customer_id: string, look: Look, anew: boolean): Effect.Effect<Painted, ImageError>
  /** shows the present look if all of it was drawn before; false: it has to be painted, and the buddy says so */
  showCached(customer_id: string, buddy_id: string): Effect.Effect<boolean>
  /** shows a painting if that is still the look; false: it has changed meanwhile */
  show(customer_id: string, buddy_id: string, look: Look, painted: Painted): Effect.Effect<boolean>
  /** the present look could not be drawn: says so and sets the next try */
  fail(customer_id: string, buddy_id: string, status: "failed" | "awaiting_credits"): Effect.Effect<void>
  /** paints and shows until the look stands still; never fails, a failure is written down */
  refresh(customer_id: string, buddy_id: string, anew: boolean): Effect.Effect<Shown["appearance_status"]>
  /** the picture is about to be drawn by an operation */
  expect(customer_id: string, buddy_id: string): Effect.Effect<void>
  /** the look has changed without a request that waits for it: it is painted with the next sweep */
  repaintSoon(customer_id: string, buddy_id: string): Effect.Effect<void>
  /** active buddies without the picture they should have, or all active ones; in order of their ids */
  next(
    customer_id: string,
    scope: PictureScope,
    after: string | null,
    count: number
  ): Effect.Effect<ReadonlyArray<string>>
  /** what was drawn for this tenant is drawn anew when it is asked for again; what is shown stays until then */
  forget(customer_id: string): Effect.Effect<void>
  /** buddies whose next try is due */
  due(count: number): Effect.Effect<ReadonlyArray<{ readonly customer_id: string; readonly buddy_id: string }>>
}

export class Appearance extends Context.Service<Appearance, Service>()("hatchery/features/buddies/Appearance") {
  static readonly layer = Layer.effect(
    Appearance,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([AssetStore.layer, Studio.layer]))
}

/** What a buddy says of a picture that could not be drawn. */
export const statusOf = (reason: ImageError["reason"]): "awaiting_credits" | "failed" =>
  reason === "credit_short" ? "awaiting_credits" : "failed"

type Known = Effect.Success<typeof looks>

const painting = (
  sql: SqlClient.SqlClient,
  studio: Studio["Service"],
  known: Known
): Pick<Service, "look" | "paint" | "show"> => {
  const row = pictured(sql)

  const look: Service["look"] = Effect.fn("Appearance.look")(function* (customer_id, buddy_id, stage) {
    const found = yield* row.subject(customer_id, buddy_id)
    if (Option.isNone(found)) return Option.none()
    const { state, ...subject } = found.value
    const at = stage === undefined ? state : { ...state, evolution_stage: stage }
    return Option.some(yield* known.of(customer_id, { ...subject, state: at }))
  })

  const paint: Service["paint"] = Effect.fn("Appearance.paint")(function* (customer_id, wanted, anew) {
    const draw = Effect.fnUntraced(function* (name: string, request: Look["bare"], again: boolean) {
      const before = again ? Option.none() : yield* known.find(customer_id, name)
      if (Option.isSome(before)) return before.value
      return yield* known.keep(customer_id, name, yield* studio.stageImage(customer_id, request))
    })
    const base = yield* draw(nameOfBare(wanted), wanted.bare, anew)
    if (wanted.items.length === 0) return { base, shown: base }
    const shown = yield* draw(nameOfDressed(wanted), { ...wanted.bare, items: wanted.items }, anew)
    return { base, shown }
  })

  const show: Service["show"] = Effect.fn("Appearance.show")(function* (
    customer_id,
    buddy_id,
    wanted,
    { base, shown }
  ) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The row is held for the moment of the comparison: of two pictures that race, the later look stays.
        yield* row.hold(customer_id, buddy_id)
        const present = yield* look(customer_id, buddy_id)
        if (Option.isNone(present) || nameOfDressed(present.value) !== nameOfDressed(wanted)) return false
        yield* row.show(customer_id, buddy_id, { base, shown })
        return true
      })
    )
  }, Effect.orDie)

  return { look, paint, show }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const known = yield* looks
  const { look, paint, show } = painting(sql, yield* Studio, known)
  const { expect, fail, pending } = telling(sql)
  const row = pictured(sql)

  return Appearance.of({
    look,
    paint,
    show,
    expect,
    fail,
    ...gallery(sql),
    showCached: Effect.fn("Appearance.showCached")(function* (customer_id, buddy_id) {
      const wanted = yield* look(customer_id, buddy_id)
      if (Option.isNone(wanted)) return false
      const base = yield* known.find(customer_id, nameOfBare(wanted.value))
      const shown = yield* known.find(customer_id, nameOfDressed(wanted.value))
      if (Option.isSome(base) && Option.isSome(shown)) {
        if (yield* show(customer_id, buddy_id, wanted.value, { base: base.value, shown: shown.value })) return true
      }
      yield* expect(customer_id, buddy_id)
      return false
    }),
    refresh: Effect.fn("Appearance.refresh")(function* (customer_id, buddy_id, anew) {
      let again = anew
      while (true) {
        const wanted = yield* look(customer_id, buddy_id)
        if (Option.isNone(wanted)) return "failed"
        const painted = yield* Effect.result(paint(customer_id, wanted.value, again))
        if (painted._tag === "Failure") {
          const status = statusOf(painted.failure.reason)
          yield* Effect.logWarning(`a buddy was not drawn: ${painted.failure.reason}, ${painted.failure.detail}`)
          yield* fail(customer_id, buddy_id, status)
          return status
        }
        if (yield* show(customer_id, buddy_id, wanted.value, painted.success)) return "ready"
        again = false
      }
    }),
    repaintSoon: Effect.fn("Appearance.repaintSoon")(function* (customer_id, buddy_id) {
      yield* pending(customer_id, buddy_id, yield* nowDate)
    }),
    due: row.due
  })
})
