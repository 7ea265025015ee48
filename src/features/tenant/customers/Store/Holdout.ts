/** Whom the report on return compares with: an audience there is, or was while its users were counted. */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { row } from "../../../../platform/postgres/Sql.ts"
import type { Customer } from "../../../../wire/answers/Customer.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { implicitAudience } from "../Rules.ts"

const Found = Schema.Struct({ is_counted: Schema.Boolean })

/** What it was `before` may stay: an audience may leave the list without the settings being touched. */
export const checkHoldout = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { audiences, customer_id, settings }: Customer,
  holdout: string | null | undefined
) {
  if (holdout == null || holdout === settings.roi?.holdout_audience) return
  if (holdout === implicitAudience || audiences.some(({ key }) => key === holdout)) return
  const found = yield* row(Found)(sql`
    SELECT EXISTS (SELECT FROM analytics_users
      WHERE customer_id = ${customer_id}::uuid AND audience = ${holdout}) AS is_counted`)
  if (Option.isSome(found) && found.value.is_counted) return
  return yield* ValidationFailed.at(["roi", "holdout_audience"], `there is no audience ${holdout}`)
})
