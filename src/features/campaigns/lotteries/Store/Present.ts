/**
 * Who takes part in an open draw and can win. The totals of a draw know of tickets, not of who has been archived since,
 * lives on a test clock by now or was erased.
 */
import { Effect, Schema } from "effect"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { DrawKey } from "./Draws.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

const Row = Schema.Struct({ participants: Schema.Int, entries: Schema.Int })

/** To be yielded while a layer is built. It passes by every entry, so it waits for its turn as reports do. */
export const makePresent = Effect.map(
  Reports,
  (reports) =>
    ({ customer_id, draw_id }: DrawKey) =>
      Effect.map(
        reports.read(customer_id, (sql) =>
          rows(Row)(sql`
            SELECT count(*)::int AS participants, coalesce(sum(e.tickets), 0)::int AS entries FROM lottery_entries AS e
            JOIN buddy_identities AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id
            WHERE e.customer_id = ${customer_id}::uuid AND e.draw_id = ${draw_id}::uuid AND e.tickets > 0
              AND b.status = 'active' AND NOT ${sql.literal(onTestClock("b"))}`)
        ),
        ([found]) => found!
      )
)
