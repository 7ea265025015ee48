/**
 * The picture a buddy shows: its present look, drawn once and remembered. It is brought in line with the look after the
 * look has changed; where that fails it is tried again after 60 s, 5, 15 and 30 minutes (contract part 3, operation).
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StateColumn } from "../../../../buddy/Standings.ts"
import { AssetStore } from "../../../../platform/storage/Assets.ts"
import { nextMonth } from "../../../../platform/billing/Credits.ts"
import type { ImageError } from "../../../../platform/images/ImageProvider.ts"
import { Studio } from "../../../../platform/images/Studio.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import type { PictureScope } from "../Api/Growth.ts"
import { type Look, looks, nameOfBare, nameOfDressed, type Pictured } from "./Look.ts"

const SubjectRow = Schema.Struct({
  theme: Schema.String,
  visual_variant: Schema.Int,
  state: StateColumn
})
const DueRow = Schema.Struct({ customer_id: Schema.String, buddy_id: Schema.String })

/** Waits after the first, second, ... failure. */
const ladder_ms = [60_000, 300_000, 900_000, 1_800_000]
/** An operation that has not drawn by then was cancelled, most likely; the look has changed all the same. */
const expected_within_ms = 60_000

export interface Painted {
  readonly base: Pictured
  readonly shown: Pictured
}

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
  due(count: number): Effect.Effect<ReadonlyArray<typeof DueRow.Type>>
}

export class AppearanceStore extends Context.Service<AppearanceStore, Service>()(
  "hatchery/features/buddies/AppearanceStore"
) {
  static readonly layer = Layer.effect(
    AppearanceStore,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([AssetStore.layer, Studio.layer]))
}

/** What a buddy says of a picture that could not be drawn. */
export const statusOf = (reason: ImageError["reason"]): "awaiting_credits" | "failed" =>
  reason === "credit_short" ? "awaiting_credits" : "failed"

type Known = Effect.Success<typeof looks>

const rowOf = (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string) =>
  sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`

const painting = (
  sql: SqlClient.SqlClient,
  studio: Studio["Service"],
  known: Known
): Pick<Service, "look" | "paint" | "show"> => {
  const one = rowOf(sql)

  const look: Service["look"] = Effect.fn("AppearanceStore.look")(function* (customer_id, buddy_id, stage) {
    const found = yield* row(SubjectRow)(
      sql`SELECT theme, visual_variant, state FROM buddies WHERE ${one(customer_id, buddy_id)}`
    )
    if (Option.isNone(found)) return Option.none()
    const { state, ...subject } = found.value
    const at = stage === undefined ? state : { ...state, evolution_stage: stage }
    return Option.some(yield* known.of(customer_id, { ...subject, state: at }))
  })

  const paint: Service["paint"] = Effect.fn("AppearanceStore.paint")(function* (customer_id, wanted, anew) {
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

  const show: Service["show"] = Effect.fn("AppearanceStore.show")(function* (
    customer_id,
    buddy_id,
    wanted,
    { base, shown }
  ) {
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // The row is held for the moment of the comparison: of two pictures that race, the later look stays.
        yield* sql`SELECT 1 FROM buddies WHERE ${one(customer_id, buddy_id)} FOR NO KEY UPDATE`
        const present = yield* look(customer_id, buddy_id)
        if (Option.isNone(present) || nameOfDressed(present.value) !== nameOfDressed(wanted)) return false
        yield* sql`
            UPDATE buddies SET image_sha = ${shown.image_sha}, thumb_sha = ${shown.thumb_sha},
              base_image_sha = ${base.image_sha}, appearance_status = 'ready', appearance_error = NULL,
              appearance_retry_at = NULL, appearance_attempts = 0
            WHERE ${one(customer_id, buddy_id)}`
        return true
      })
    )
  }, Effect.orDie)

  return { look, paint, show }
}

/** The moment of the test clock the buddy's user is on; null in the present. */
const clockOf = (sql: SqlClient.SqlClient) => sql`(
  SELECT c.virtual_now FROM test_clock_users AS u
  JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
  WHERE u.customer_id = buddies.customer_id AND u.user_id = buddies.user_id)`

const IdRow = Schema.Struct({ buddy_id: Schema.String })

/** All pictures of a tenant. */
const gallery = (sql: SqlClient.SqlClient): Pick<Service, "next" | "forget"> => ({
  next: Effect.fn("AppearanceStore.next")(function* (customer_id, scope, after, count) {
    const found = yield* rows(IdRow)(sql`
      SELECT buddy_id FROM buddies
      WHERE customer_id = ${customer_id}::uuid AND status = 'active'
        AND (${scope === "all"} OR appearance_status <> 'ready')
        AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
      ORDER BY buddy_id LIMIT ${count}`)
    return found.map(({ buddy_id }) => buddy_id)
  }),
  forget: Effect.fn("AppearanceStore.forget")(function* (customer_id) {
    yield* sql`DELETE FROM pictures WHERE customer_id = ${customer_id}::uuid`
  }, Effect.orDie)
})

/** What a buddy says of its picture while there is none. */
const telling = (sql: SqlClient.SqlClient) => {
  const one = rowOf(sql)
  const fail: Service["fail"] = Effect.fn("AppearanceStore.fail")(function* (customer_id, buddy_id, status) {
    const now = yield* nowDate
    const atLast = status === "awaiting_credits" ? nextMonth(now) : null
    yield* Effect.orDie(sql`
      UPDATE buddies SET appearance_status = ${status},
        appearance_error = ${status === "failed" ? "needs_rerender" : "credit_insufficient"},
        appearance_attempts = appearance_attempts + 1,
        appearance_retry_at = coalesce(
          coalesce(${clockOf(sql)}, ${now}) + (${ladder_ms}::int[])[appearance_attempts + 1] * interval '1 millisecond',
          ${atLast})
      WHERE ${one(customer_id, buddy_id)}`)
  })

  const pending = (customer_id: string, buddy_id: string, retry_at: Date) =>
    execute(sql`
      UPDATE buddies SET appearance_status = 'pending', appearance_error = NULL, appearance_attempts = 0,
        appearance_retry_at = ${retry_at}
      WHERE ${one(customer_id, buddy_id)} RETURNING buddy_id`)

  const expect: Service["expect"] = Effect.fn("AppearanceStore.expect")(function* (customer_id, buddy_id) {
    yield* pending(customer_id, buddy_id, new Date((yield* nowDate).getTime() + expected_within_ms))
  })

  return { expect, fail, pending }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const known = yield* looks
  const { look, paint, show } = painting(sql, yield* Studio, known)
  const { expect, fail, pending } = telling(sql)

  return AppearanceStore.of({
    look,
    paint,
    show,
    expect,
    fail,
    ...gallery(sql),
    showCached: Effect.fn("AppearanceStore.showCached")(function* (customer_id, buddy_id) {
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
    refresh: Effect.fn("AppearanceStore.refresh")(function* (customer_id, buddy_id, anew) {
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
    repaintSoon: Effect.fn("AppearanceStore.repaintSoon")(function* (customer_id, buddy_id) {
      yield* pending(customer_id, buddy_id, yield* nowDate)
    }),
    due: Effect.fn("AppearanceStore.due")(function* (count) {
      const now = yield* nowDate
      // Users on a test clock wait for its time; what nobody failed at yet does not wait.
      return yield* rows(DueRow)(sql`
        (SELECT customer_id, buddy_id FROM buddies
         WHERE appearance_retry_at <= ${now} AND ${clockOf(sql)} IS NULL
         ORDER BY appearance_retry_at LIMIT ${count})
        UNION ALL
        (SELECT b.customer_id, b.buddy_id FROM test_clock_users AS u
         JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
         JOIN buddies AS b ON b.customer_id = u.customer_id AND b.user_id = u.user_id
         WHERE b.appearance_retry_at <= c.virtual_now
           OR (b.appearance_attempts = 0 AND b.appearance_retry_at <= ${now})
         LIMIT ${count})`)
    })
  })
})
