/**
 * What somebody looks at or hands on, and what a shop refuses: nothing is written for it that could carry its figures.
 * They are gathered here and left for the fold once a second; who dies loses the newest of them, and nothing else.
 */
import { Context, Effect, Latch, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Count, DeltaSum, testPrefix } from "../../wire/analytics/Delta.ts"
import { dayIn } from "../../wire/Day.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate, rows } from "../postgres/Sql.ts"
import { onTestClock } from "../postgres/TestClockSql.ts"

/** Features that are used without a change of the buddy. */
export type Glanced = "shop_view" | "widget_view" | "share"

const flush_every = "1 second"
/** What is kept until then; more is not counted. */
const waiting_max = 20_000

interface Glance {
  readonly customer_id: string
  readonly buddy_id: string
  readonly metric: "feature_actions" | "purchases_refused"
  readonly key: string
  times: number
}

const WhoRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  /** of the workspace */
  timezone: Schema.NullOr(Schema.String),
  on_test_clock: Schema.Boolean
})

export class Glances extends Context.Service<
  Glances,
  {
    used(customer_id: string, buddy_id: string, feature: Glanced): Effect.Effect<void>
    refused(customer_id: string, buddy_id: string, code: string): Effect.Effect<void>
  }
>()("hatchery/platform/Glances") {
  static readonly layer = Layer.effect(
    Glances,
    Effect.gen(function* () {
      const leave = leaving(yield* SqlClient.SqlClient)
      let waiting = new Map<string, Glance>()
      const some = yield* Latch.make(false)
      const add = (customer_id: string, buddy_id: string, metric: Glance["metric"], key: string) => {
        const name = `${customer_id} ${buddy_id} ${metric} ${key}`
        const known = waiting.get(name)
        if (known !== undefined) known.times++
        else if (waiting.size < waiting_max) waiting.set(name, { customer_id, buddy_id, metric, key, times: 1 })
        some.openUnsafe()
      }
      const guarded = Effect.catchCause((cause) => Effect.logWarning("what was looked at is not counted", cause))
      const flush = Effect.suspend(() => {
        const taken = [...waiting.values()]
        waiting = new Map()
        some.closeUnsafe()
        // Each workspace by itself: what keeps one of them from being counted keeps no other.
        const own = [...Map.groupBy(taken, ({ customer_id }) => customer_id).values()]
        return Effect.forEach(own, (of) => guarded(leave(of)), { discard: true })
      })
      yield* Effect.addFinalizer(() => flush)
      // Asleep while nobody looks: a clock that is set ahead by years must not find a second's work in each.
      const later = Effect.andThen(some.await, Effect.andThen(Effect.sleep(flush_every), flush))
      yield* Effect.forkScoped(Effect.forever(later))
      return Glances.of({
        used: (customer_id, buddy_id, feature) =>
          Effect.sync(() => add(customer_id, buddy_id, "feature_actions", feature)),
        refused: (customer_id, buddy_id, code) =>
          Effect.sync(() => add(customer_id, buddy_id, "purchases_refused", code))
      })
    })
  )
}

const leaving = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (taken: ReadonlyArray<Glance>) {
    const given = JSON.stringify(taken.map(({ buddy_id, customer_id }) => ({ buddy_id, customer_id })))
    const now = yield* nowDate
    const found = yield* rows(WhoRow)(sql`
      SELECT DISTINCT i.customer_id, i.buddy_id, i.user_id, i.audience,
        c.settings ->> 'timezone' AS timezone, ${sql.literal(onTestClock("i"))} AS on_test_clock
      FROM jsonb_to_recordset(${given}::jsonb) AS g (customer_id uuid, buddy_id uuid)
      JOIN buddy_identities AS i ON i.customer_id = g.customer_id AND i.buddy_id = g.buddy_id
      JOIN customers AS c ON c.customer_id = i.customer_id`)
    const who = new Map(found.map((one) => [`${one.customer_id} ${one.buddy_id}`, one]))
    const sums = new Map<string, DeltaSum>()
    for (const { buddy_id, customer_id, key, metric, times } of taken) {
      const one = who.get(`${customer_id} ${buddy_id.toLowerCase()}`)
      if (one === undefined) continue
      const sum = sums.get(customer_id) ?? new DeltaSum()
      sums.set(customer_id, sum)
      const { audience, on_test_clock, timezone, user_id } = one
      // Postgres has a calendar of its own, and takes CET and its like for offsets without a summer.
      const day = dayIn(timezone, now.getTime())
      const count: Count = [on_test_clock ? testPrefix + metric : metric, day, audience, key, times, 0]
      const isUse = metric === "feature_actions" && !on_test_clock
      sum.add({ c: [count], u: isUse ? [[audience, user_id, key, day]] : [] })
    }
    for (const [customer_id, sum] of sums) {
      yield* execute(sql`
        INSERT INTO analytics_deltas (customer_id, delta_id, body, created_at)
        VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${JSON.stringify(sum.value())}::json, ${now})
        RETURNING delta_id`)
    }
  })
