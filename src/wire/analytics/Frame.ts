/** What every report is asked and says. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { whole } from "../content/Shared.ts"
import { Day } from "../Day.ts"
import { serviceUnavailable } from "../Failure.ts"
import { rateLimited } from "../Group.ts"
import { Timestamp } from "../Ids.ts"
import { unknownAudience } from "../refusals/Intake.ts"

export const granularities = ["day", "week", "month"] as const
export const Granularity = Schema.Literals(granularities)
export type Granularity = typeof Granularity.Type

export const window_days_max = 366

export const span = {
  window_days: Schema.optionalKey(
    whole(1, window_days_max).annotate({
      description: "days up to today, in the workspace's time zone; 30 when nothing is said"
    })
  ),
  from: Schema.optionalKey(Day),
  to: Schema.optionalKey(Day)
}
export const audience = { audience: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))) }
export const stepped = {
  granularity: Schema.optionalKey(
    Schema.Literals(granularities).annotate({ description: "steps of the series: by itself they follow the length" })
  )
}
export const compared = {
  compare: Schema.optionalKey(
    Schema.Literal("previous").annotate({ description: "adds the figures of as many days right before" })
  )
}
export const tabled = {
  format: Schema.optionalKey(Schema.Literals(["json", "csv"]).annotate({ description: "csv: the list as a table" }))
}
export const plain = {
  format: Schema.optionalKey(Schema.Literal("json").annotate({ description: "this report is no table" }))
}
export const limited = { limit: Schema.optionalKey(whole(1, 100)) }

export const head = {
  window: Schema.Struct({
    from: Day,
    to: Day,
    days: Schema.Int,
    timezone: Schema.String,
    granularity: Granularity
  }),
  audience: Schema.NullOr(Schema.String).annotate({ description: "null: everybody" }),
  as_of: Timestamp.annotate({ description: "everything committed before is counted" }),
  stale: Schema.Boolean.annotate({ description: "true: figures are more than half a minute behind" })
}

export const Csv = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" }))

/** A share of a whole, 0 to 1. */
export const Rate = Schema.NullOr(Schema.Finite).annotate({ description: "four decimals; null: of nothing" })
export const Count = Schema.Int
export const period = {
  period: Schema.String.annotate({ description: "`2026-11-22`, `2026-W47` or `2026-11`" }),
  complete: Schema.Boolean.annotate({ description: "false: the window or today cuts it" })
}
export const truncated = { truncated: Schema.optionalKey(Schema.Literal(true)) }
export const deleted = { deleted: Schema.optionalKey(Schema.Literal(true)) }

export const error = [unknownAudience, rateLimited, serviceUnavailable] as const
