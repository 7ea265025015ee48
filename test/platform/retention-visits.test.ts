/** What is kept of visits once their days are over. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { at, day_ms, now, of } from "../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

describe("old days of visits", () => {
  at("stay in the total of a showroom and in nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const showroom = randomUUID()
      const visited = (kind: string, age_days: number, channel: string, visits: number) => {
        const when = new Date(now - age_days * day_ms)
        return sql`
          INSERT INTO visit_counts (customer_id, subject_kind, subject_id, day, event, channel, visits, counted_at)
          VALUES (${customer_id}::uuid, ${kind}, ${showroom}::uuid, ${when}::timestamptz::date, 'visited', ${channel},
            ${visits}, ${when})`
      }
      const totals = sql`
        SELECT subject_kind AS kind, channel, sum(visits)::int AS visits FROM visit_counts
        WHERE customer_id = ${customer_id}::uuid GROUP BY 1, 2 ORDER BY 1, 2`
      yield* visited("showroom", 1, "qr", 1)
      for (const age_days of [401, 402]) yield* visited("showroom", age_days, "qr", 10)
      yield* visited("share", 500, "link", 5)
      const kept = [
        { kind: "showroom", channel: "link", visits: 5 },
        { kind: "showroom", channel: "qr", visits: 26 }
      ]
      yield* sweep(of("visit_counts"))
      for (const channel of ["link", "qr"]) yield* visited("showroom", 450, channel, 5)
      yield* sweep(of("visit_counts"))
      assert.deepStrictEqual(yield* totals, kept)
      assert.lengthOf(yield* sql`SELECT 1 FROM visit_counts WHERE customer_id = ${customer_id}::uuid`, 3)
    })
  )
})
