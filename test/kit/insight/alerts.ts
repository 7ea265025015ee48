/** An alert as a look writes it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Outbox } from "../../../src/platform/webhooks/Outbox.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import { signWriter } from "../../../src/features/insight/alerts/Store/Signs.ts"

/** About nothing but the workspace; the workspace has one afterwards. */
export const seeAlert = Effect.fnUntraced(function* (customer_id: string) {
  const { see } = signWriter(yield* SqlClient.SqlClient, yield* Outbox)
  const now = yield* nowDate
  const sign = {
    kind: "no_sinks",
    severity: "info",
    subject: { type: "workspace", id: "sinks", key: "sinks" },
    observed: 0,
    expected: 2_000,
    factor: 0,
    window: { from: now.toISOString(), to: now.toISOString() },
    evidence: [],
    links: [],
    suggestion: "Look at the shop."
  } as const
  yield* see(customer_id, sign, now)
})
