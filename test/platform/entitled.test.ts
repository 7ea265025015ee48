/** Since when a workspace has something, as statements ask, against a recount of what it was given and what taken. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { entitledWithin, mayRun } from "../../src/platform/auth/Entitled.ts"
import { rows } from "../../src/platform/postgres/Sql.ts"
import { isActive, type PlanName } from "../../src/wire/Plans.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const began = 1_800_000_000_000
const minute = 60_000

interface Held {
  /** minutes after the beginning */
  readonly at: number
  readonly plan: PlanName
  readonly off: boolean
}

const histories = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 1, max: 12 }),
    plan: fc.constantFrom<PlanName>("free", "growth"),
    off: fc.boolean()
  }),
  { maxLength: 6, selector: ({ at }) => at }
)
const spans = fc.tuple(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 5 }))

const has = ({ off, plan }: Pick<Held, "off" | "plan">) =>
  isActive({ plan, disabled_capabilities: off ? ["leagues"] : [] }, "leagues")

const Answer = Schema.Struct({ within: Schema.Boolean, runs: Schema.Boolean })

layer(TestApp.shared, { excludeTestServices: true })("what a workspace had", (it) => {
  it.effect("is told of each moment by what it had until its next change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { customer_id } = yield* (yield* TestApp).tenant({ plan: "growth" })
      const give = ({ at, off, plan }: Held) => sql`
        UPDATE customers SET plan = ${plan}, updated_at = ${new Date(began + at * minute)},
          disabled_capabilities = ${off ? ["leagues"] : []}::text[]
        WHERE customer_id = ${customer_id}::uuid`
      const cases = fc.sample(fc.tuple(histories, fc.array(spans, { minLength: 6, maxLength: 6 })), 60)
      const seen = new Set<boolean>()
      for (const [given, asked] of cases) {
        yield* sql`UPDATE customers SET updated_at = ${new Date(began)} WHERE customer_id = ${customer_id}::uuid`
        yield* give({ at: 0, plan: "growth", off: false })
        yield* sql`DELETE FROM entitlement_changes WHERE customer_id = ${customer_id}::uuid`
        const held: ReadonlyArray<Held> = [
          { at: 0, plan: "growth", off: false },
          ...given.toSorted((one, other) => one.at - other.at)
        ]
        for (const one of held.slice(1)) yield* give(one)
        for (const [since, length] of asked) {
          const until = since + length
          const moment = (at: number) => `'${new Date(began + at * minute).toISOString()}'::timestamptz`
          const ends = (place: number) => held[place + 1]?.at ?? Infinity
          const within = held.some((one, place) => one.at <= until && ends(place) > since && has(one))
          const runs = held.some((one, place) => ends(place) > since && has(one))
          const span = { since: moment(since), until: moment(until) }
          const [answer] = yield* rows(Answer)(sql`
            SELECT ${sql.literal(entitledWithin("c", "leagues", span))} AS within,
              ${sql.literal(mayRun("c", "leagues", moment(since)))} AS runs
            FROM customers AS c WHERE c.customer_id = ${customer_id}::uuid`)
          seen.add(within)
          assert.deepStrictEqual(answer, { within, runs }, JSON.stringify([held, since, until]))
        }
      }
      assert.strictEqual(seen.size, 2)
    })
  )

  it.effect("is remembered for its last five hundred changes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { customer_id } = yield* (yield* TestApp).tenant({ plan: "growth" })
      for (let at = 1; at <= 503; at++)
        yield* sql`
          UPDATE customers SET updated_at = ${new Date(began + at * minute)},
            disabled_capabilities = ${at % 2 === 0 ? [] : ["leagues"]}::text[]
          WHERE customer_id = ${customer_id}::uuid`
      const [kept] = yield* sql<{ readonly kept: number; readonly first: Date }>`
        SELECT count(*)::int AS kept, min(changed_at) AS first FROM entitlement_changes
        WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(kept, { kept: 500, first: new Date(began + 4 * minute) })
    })
  )
})
