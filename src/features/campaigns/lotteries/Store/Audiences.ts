/** Lotteries follow their audience when the workspace gives it another name. */
import { Effect } from "effect"
import { type Follower, following } from "../../../../platform/postgres/Audiences.ts"
import { execute } from "../../../../platform/postgres/Sql.ts"

const moveTerms = following({ table: "lotteries", also: "revision = revision + 1" })

/** The terms of a draw are frozen when it opens, but not what its audience is called. */
export const moveLotteries: Follower = (sql, customer_id, move) =>
  Effect.andThen(
    moveTerms(sql, customer_id, move),
    execute(sql`
      UPDATE lottery_draws SET terms = jsonb_set(terms, '{audience}', to_jsonb(${move.to}::text))
      WHERE customer_id = ${customer_id}::uuid AND status = 'open' AND terms ->> 'audience' = ${move.from}`)
  )
