/** What an economy comes to under a version, lived many times by users like those there are. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { absentAs, EventTypeName, Id as AnyId, isReservedName, real, whole } from "../../../wire/content/Shared.ts"
import { failure, notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id, text } from "../../../wire/Ids.ts"
import { unknownAudience } from "../../../wire/refusals/Intake.ts"
import { operationInProgress } from "../../../wire/refusals/Operations.ts"
import { says } from "../../../wire/Words.ts"

export const users_needed = 20
export const events_needed = 500
const types_max = 50

const PerWeek = Schema.Record(Schema.String, real(0, 10_000)).check(
  Schema.isMinProperties(1),
  Schema.isMaxProperties(types_max),
  Schema.makeFilter<Readonly<Record<string, number>>>((given) =>
    Object.keys(given).flatMap((type) =>
      isReservedName(type) || !Schema.is(EventTypeName)(type) ? [{ path: [type], issue: "is no event type" }] : []
    )
  )
)

export const Recorded = Schema.Struct({
  source: Schema.Literal("recorded"),
  window_days: absentAs(whole(7, 90), 28).annotate({
    description: "whole days of the record users are drawn from; with today where they are too few"
  })
})
export const Assumed = Schema.Struct({
  source: Schema.Literal("assumed"),
  users: whole(1, 100_000),
  events_per_user_week: PerWeek.annotate({ description: "how often a user sends each type in a week" })
})

export const ForecastInput = Schema.Struct({
  config_version_id: Schema.optionalKey(
    Schema.Union([Schema.String.check(Schema.isMaxLength(64)), whole(0, 999_999_999)])
  ).annotate({ description: "an id, a number, or `draft`; default: the draft, else the active version" }),
  horizon_days: absentAs(whole(1, 365), 90),
  runs: absentAs(whole(10, 1_000), 100),
  seed: Schema.optionalKey(text({ min: 1, max: 64 })).annotate({ description: "the same one gives the same result" }),
  audience: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  behaviour: absentAs(Schema.Union([Recorded, Assumed]), { source: "recorded" }),
  new_users_per_day: absentAs(Schema.Union([real(0, 100_000), Schema.Literal("recorded")]), "recorded"),
  item_ids: Schema.optionalKey(Schema.Array(AnyId).check(Schema.isMinLength(1), Schema.isMaxLength(50))).annotate({
    description: "which items to watch; default: the cheapest 50 on sale"
  })
}).annotate({ identifier: "ForecastInput" })
export type ForecastInput = typeof ForecastInput.Type

const Amount = Schema.NullOr(Schema.Finite)
const Band = Schema.Struct({ p5: Amount, p50: Amount, p95: Amount })
const Share = Schema.NullOr(Schema.Finite)

/** The result of the operation. */
export const ForecastReport = Schema.Struct({
  config_version_id: Id,
  horizon_days: Schema.Int,
  runs: Schema.Int,
  seed: Schema.String,
  event_limit: Schema.String.annotate({ description: "the newest event of the record that counted" }),
  population: Schema.Struct({
    donors: Schema.Int.annotate({ description: "users whose days are lived" }),
    users: Schema.Int.annotate({ description: "active users they stand for" }),
    new_per_day: Schema.Finite,
    weekly_retention: Share.annotate({ description: "share that is left after a week; null: nobody leaves" })
  }),
  daily: Schema.Array(Schema.Struct({ day: Schema.Int, issued: Band, spent: Band, outstanding: Band, active: Band })),
  inflation_30d: Band.annotate({
    description: "of the last 30 days; null: a shorter horizon, or nothing to begin with"
  }),
  items: Schema.Array(
    Schema.Struct({
      item_id: Id,
      item_key: Schema.String,
      price: Schema.Int,
      affordable_share: Schema.Finite,
      days_to_afford: Schema.NullOr(Schema.Struct({ p10: Schema.Int, p50: Schema.Int, p90: Schema.Int })).annotate({
        description: "days until the price is there if nothing else is bought; null: under 10 % get there"
      })
    })
  ),
  stages: Schema.Array(
    Schema.Struct({ stage: Schema.Int, reached_share: Schema.Finite, p50_days: Schema.NullOr(Schema.Int) })
  ),
  rules: Schema.Array(
    Schema.Struct({
      type: Schema.String,
      key: Schema.String,
      issued_p50: Schema.Finite,
      share: Share,
      capped_share: Share.annotate({ description: "times a limit or a budget stood in the way" })
    })
  ),
  warnings: Schema.Array(
    Schema.Struct({ code: Schema.String, subject: Schema.NullOr(Schema.String), value: Share, threshold: Share })
  ),
  assumptions: Schema.Array(Schema.String),
  not_modelled: Schema.Array(Schema.String)
}).annotate({ identifier: "ForecastReport" })
export type ForecastReport = typeof ForecastReport.Type

export class ForecastNoData extends Schema.TaggedError<ForecastNoData>()("ForecastNoData", {
  users: Schema.Int,
  events: Schema.Int
}) {}
export const forecastNoData = failure(ForecastNoData, {
  status: 409,
  code: "forecast_no_data",
  message: () =>
    `A forecast takes ${users_needed} active users and ${events_needed} events in its window; or assume a behaviour.`,
  details: ({ events, users }) => ({ users, events, users_needed, events_needed })
})

const description =
  "Lives the coming days many times over: each simulated user begins as the buddy of somebody who was active, " +
  "and lives on whole recorded days of that user, drawn by weekday, under the version that is named; it leaves " +
  "and others come as the record says, and it buys what it can afford as its model did. `assumed` takes figures " +
  "of yours instead of the record. Nothing is written and nobody is told. Runs as an operation of the type " +
  "forecast: `progress` counts runs, a cancel ends it between two, `result` has `daily` bands over all runs, " +
  "`items`, `stages`, `rules` and `warnings`. The same input, seed and record give the same result. At most " +
  "20,000,000 decisions are made: where more are asked for, fewer users are lived, then fewer runs, and " +
  "`warnings` say so. One at a time; `not_modelled` says what it knows nothing of."

export class ForecastsApi extends tenantGroup(
  HttpApiGroup.make("forecasts").add(
    HttpApiEndpoint.post("start", "/economy/forecasts", {
      payload: [ForecastInput, Schema.Null],
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [
        notFound,
        validationFailed,
        unknownAudience,
        operationInProgress,
        forecastNoData,
        rateLimited,
        serviceUnavailable
      ]
    }).annotateMerge(says("Forecast the economy", description))
  ),
  { access: "config", capability: "backtests", description: "What rules come to, before they do" }
) {}
