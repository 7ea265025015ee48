/** Forecasts: what is asked for becomes a job with everything chance depends on; Workflow carries it out. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { transactionOf, versionReads } from "../../authoring/config-versions/Store/Versions.ts"
import { OperationInProgress } from "../../../wire/refusals/Operations.ts"
import { Operations } from "../../players/operations/Service.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { activeUsers } from "../analytics/Service/Activity.ts"
import { countOf, type Look, lookAt } from "../analytics/Service/Look.ts"
import { completeRate } from "../analytics/Service/Retention.ts"
import { daysIn } from "../analytics/Rules/Window.ts"
import { Figures } from "../analytics/Store/Figures.ts"
import type { Crowded } from "../analytics/Store/Sums.ts"
import { events_needed, type ForecastInput, ForecastNoData, users_needed } from "./Api.ts"
import { ForecastStore } from "./Store.ts"
import { Plan } from "./Store/Plan.ts"

/** All runs of one forecast, in one step: it writes nothing, and one that is lost is begun anew with the same seed. */
export const Forecast = jobWorkflow("Forecast")

type Refused = NotFound | ValidationFailed | UnknownAudience | OperationInProgress | ForecastNoData | Crowded

export class Forecasts extends Context.Service<
  Forecasts,
  {
    /** answers the operation */
    start(customer_id: string, input: ForecastInput): Effect.Effect<string, Refused>
    /** null once the operation has ended */
    begin(key: OperationKey): Effect.Effect<Plan | null>
  }
>()("hatchery/features/forecasts/Forecasts") {
  static readonly layer = Layer.effect(
    Forecasts,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([Operations.layer, Figures.layer, ForecastStore.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const jobs = yield* Operations
  const transaction = transactionOf(sql)
  const planned = yield* planning
  const versionOf = versions(sql)
  return Forecasts.of({
    start: Effect.fn("Forecasts.start")(function* (customer_id, input) {
      const config_version_id = yield* versionOf(customer_id, input.config_version_id)
      const payload = yield* planned(customer_id, config_version_id, input)
      return yield* transaction(
        Effect.gen(function* () {
          const [open] = yield* operations.openOf(customer_id, "forecast")
          if (open !== undefined) return yield* new OperationInProgress({ type: "forecast" })
          return yield* jobs.open(customer_id, Forecast, {
            type: "forecast",
            resource_type: "config_version",
            resource_id: config_version_id,
            payload: { ...payload }
          })
        })
      )
    }),
    begin: Effect.fn("Forecasts.begin")(function* (key) {
      const started = yield* operations.start(key)
      return Option.isNone(started)
        ? null
        : yield* Effect.orDie(Schema.decodeUnknownEffect(Plan)(started.value.payload))
    })
  })
})

/** The draft, else the active version, unless one is named. */
const versions = (sql: SqlClient.SqlClient) => {
  const { find, only } = versionReads(sql)
  const missing = new NotFound({ resource: "config version" })
  return Effect.fnUntraced(function* (customer_id: string, reference: string | number | undefined) {
    if (reference !== undefined && reference !== "draft") {
      return (yield* find(customer_id, String(reference))).config_version_id
    }
    const draft = yield* only(customer_id, "draft")
    const taken = Option.isSome(draft) || reference === "draft" ? draft : yield* only(customer_id, "published")
    return Option.isNone(taken) ? yield* missing : taken.value.config_version_id
  })
}

/** As many days, but of those that are over: half a day tells of half of what is done on such a one. */
const whole = ({ window, ...look }: Look): Look => ({
  ...look,
  window: { ...window, from: window.from - 1, to: window.to - 1 }
})

/** Everything chance and models depend on, as it is now: a forecast that is begun anew begins with the same. */
const planning = Effect.gen(function* () {
  const figures = yield* Figures
  const store = yield* ForecastStore

  const newPerDay = Effect.fnUntraced(function* (look: Look) {
    const periods = yield* figures.active(look.of, "day", look.window)
    return periods.reduce((all, one) => all + one.new, 0) / daysIn(look.window)
  })

  const enough = Effect.fnUntraced(function* (look: Look) {
    const users = yield* activeUsers(figures, look)
    const events = countOf((yield* figures.totals(look.of, ["events"], look.window)).get("events"))
    if (users < users_needed || events < events_needed) return yield* new ForecastNoData({ users, events })
    return look
  })

  /** With today where there is too little before it: whoever has begun today sees something. */
  const recordOf = (look: Look) => Effect.catchTag(enough(whole(look)), "ForecastNoData", () => enough(look))

  return Effect.fnUntraced(function* (customer_id: string, config_version_id: string, input: ForecastInput) {
    const { behaviour, horizon_days, item_ids, new_users_per_day, runs } = input
    const window_days = behaviour.source === "recorded" ? behaviour.window_days : 28
    const asked = yield* lookAt(figures, customer_id, { window_days, audience: input.audience })
    if (item_ids !== undefined && !(yield* store.areItems(customer_id, item_ids))) {
      return yield* ValidationFailed.at(["item_ids"], "names an item that does not exist")
    }
    const look = behaviour.source === "recorded" ? yield* recordOf(asked) : whole(asked)
    const plan: Plan = {
      config_version_id,
      horizon_days,
      runs,
      seed: input.seed ?? (yield* randomBase62(22)),
      event_limit: yield* store.newestEvent(customer_id),
      today: look.today,
      audience: input.audience ?? null,
      from: look.window.from,
      to: look.window.to,
      assumed:
        behaviour.source === "assumed"
          ? {
              users: behaviour.users,
              per_week: behaviour.events_per_user_week,
              audience: input.audience ?? look.frame.audiences[0]?.key ?? "default"
            }
          : null,
      new_per_day: new_users_per_day === "recorded" ? yield* newPerDay(look) : new_users_per_day,
      weekly_retention: yield* completeRate(figures, look, 1),
      item_ids: item_ids ?? null
    }
    return plan
  })
})
