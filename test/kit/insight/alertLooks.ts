/** Looks at a workspace at a moment of the test's, and the sums they go by. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Alerts } from "../../../src/features/insight/alerts/Service.ts"
import type { TestTenant } from "../service/TestApp.ts"

export const hour_ms = 3_600_000
export const day_ms = 24 * hour_ms
/** Looks of the service itself know nothing of then: it is months ahead. */
export const hour = Date.UTC(2031, 2, 19, 12)

export interface Sum {
  readonly metric: string
  /** hours before the last complete one */
  readonly ago: number
  readonly key: string
  readonly count?: number
  readonly amount?: number
}
export const sums = Effect.fnUntraced(function* (customer_id: string, all: ReadonlyArray<Sum>) {
  const sql = yield* SqlClient.SqlClient
  for (const { ago, amount = 0, count = 0, key, metric } of all)
    yield* sql`
      INSERT INTO analytics_hours (customer_id, metric, hour, key, count, amount)
      VALUES (${customer_id}::uuid, ${metric}, ${new Date(hour - (ago + 1) * hour_ms)}, ${key}, ${count}, ${amount})`
})

export const lookAt = (customer_id: string, at: number) =>
  Effect.gen(function* () {
    const real = yield* Clock.Clock
    const present = { currentTimeMillisUnsafe: () => at, currentTimeMillis: Effect.succeed(at) }
    const then: Clock.Clock = Object.assign(Object.create(real), present)
    yield* Effect.provideService((yield* Alerts).look(customer_id), Clock.Clock, then)
  })

export interface Listed {
  readonly alert_id: string
  readonly kind: string
  readonly subject: { readonly type: string; readonly id: string; readonly key: string }
  readonly status: string
  readonly severity: string
  readonly observed: number
  readonly expected: number
  readonly factor: number
  readonly links: ReadonlyArray<string>
}
export const list = ({ call }: TestTenant, query = "") =>
  Effect.map(call("GET", `/economy/alerts${query}`), ({ body, status, text }) => {
    assert.strictEqual(status, 200, text)
    return body.data as ReadonlyArray<Listed>
  })

/** A rule that paid 100 in this hour of the last two weeks, and 5,000 in the last hour. */
export const spike: ReadonlyArray<Sum> = [
  { metric: "coins_in", ago: 0, key: "coin_rule:lesson", amount: 5_000 },
  { metric: "coins_in", ago: 168, key: "coin_rule:lesson", amount: 90 },
  { metric: "coins_in", ago: 336, key: "coin_rule:lesson", amount: 110 },
  { metric: "coins_in", ago: 1, key: "coin_rule:lesson", amount: 4_000 }
]
