/**
 * Lives one run after the other and says between two how far it is. It shares its process with actors that have
 * callers waiting, and gives way to them; other jobs of its kind have their turn between two runs.
 */
import { Effect } from "effect"
import { Activity } from "effect/workflow"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { zoneOf } from "../../../engine/calendar/zones.ts"
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import { stockPeriod } from "../../../engine/items/items.ts"
import { type TenantFacts, Tenants } from "../../../platform/auth/Tenants.ts"
import { BackgroundThrottle } from "../../../platform/cluster/BackgroundThrottle.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import type { ForecastReport } from "./Api.ts"
import { type Donor, sizesOf, type Sizes } from "./Rules/Population.ts"
import { figuresOf } from "./Rules/Report.ts"
import { budgetKey, live, type World } from "./Rules/Run.ts"
import { openTally, type Tally } from "./Rules/Tally.ts"
import { Forecast, Forecasts } from "./Service.ts"
import { ForecastStore, type ShopItem } from "./Store.ts"
import type { Models } from "./Store/Models.ts"
import type { Plan } from "./Store/Plan.ts"

const assumed_purchases = 0.1
const watched_max = 50

/** Somebody nobody has seen: everybody is like it. */
const assumedModels = ({ audience, users }: NonNullable<Plan["assumed"]>, middle: number): Models => {
  const one: Donor = { audience, state: null, days: null, purchases_per_active_day: assumed_purchases, price: middle }
  return { users, donors: Array.from({ length: Math.min(users, 2_000) }, () => one), events: 0, days: 1 }
}

const middlePrice = (shop: ReadonlyArray<ShopItem>): number => shop[shop.length >> 1]?.price ?? 0

interface Course {
  readonly world: World
  readonly sizes: Sizes
  readonly tally: Tally
  readonly models: Models
  readonly stages: ReadonlyArray<number>
}

const eventsPerDay = ({ assumed }: Plan, { days, donors, events }: Models): number =>
  assumed === null
    ? events / Math.max(1, donors.length * days)
    : Object.values(assumed.per_week).reduce((all, one) => all + one / 7, 0)

const sizesFor = (plan: Plan, models: Models, survival: number): Sizes => {
  const buys = models.donors.reduce((all, one) => all + one.purchases_per_active_day, 0)
  return sizesOf({
    users: models.users,
    donors: models.donors.length,
    new_per_day: plan.new_per_day,
    survival,
    horizon_days: plan.horizon_days,
    runs: plan.runs,
    decisions_per_day: eventsPerDay(plan, models) + buys / Math.max(1, models.donors.length)
  })
}

/** Items of an audience, found once. */
const shopOf = (shop: ReadonlyArray<ShopItem>): World["shop"] => {
  const byAudience = new Map<string, ReadonlyArray<ShopItem["terms"]>>()
  return (audience) => {
    const known = byAudience.get(audience)
    if (known !== undefined) return known
    const own = shop.filter((one) => one.audience === null || one.audience === audience).map(({ terms }) => terms)
    byAudience.set(audience, own)
    return own
  }
}

const usedIn = Effect.fnUntraced(function* (customer_id: string, snapshot: Snapshot, shop: ReadonlyArray<ShopItem>) {
  const store = yield* ForecastStore
  const rule_ids = snapshot.content.coin_rules.flatMap(({ budget, rule_id }) => (budget === null ? [] : [rule_id]))
  const coins = rule_ids.length === 0 ? [] : yield* steady(store.used(customer_id, rule_ids))
  return new Map([
    ...coins.map(([rule_id, period, used]) => [budgetKey(rule_id, period), used] as const),
    ...shop.map(({ sold, terms }) => [budgetKey(terms.item_id, stockPeriod), sold] as const)
  ])
})

interface Ground {
  readonly customer_id: string
  readonly plan: Plan
  readonly facts: TenantFacts
  readonly snapshot: Snapshot
}

const worldOf = Effect.fnUntraced(function* (
  { customer_id, facts, plan, snapshot }: Ground,
  models: Models,
  shop: ReadonlyArray<ShopItem>
) {
  const world: World = {
    seed: plan.seed,
    snapshot,
    zone: zoneOf(facts.timezone),
    tenant_timezone: facts.timezone,
    first_day: plan.today + 1,
    horizon_days: plan.horizon_days,
    survival: plan.weekly_retention === null ? 1 : plan.weekly_retention ** (1 / 7),
    new_per_day: plan.new_per_day,
    donors: models.donors,
    per_week: plan.assumed?.per_week ?? {},
    shop: shopOf(shop),
    used: yield* usedIn(customer_id, snapshot, shop),
    path: (audience) => facts.paths.get(audience) ?? null
  }
  return world
})

const openCourse = Effect.fn("Forecast.open")(function* (customer_id: string, plan: Plan) {
  const store = yield* ForecastStore
  const facts = yield* (yield* Tenants).get(customer_id)
  const snapshot = yield* (yield* Snapshots).get(customer_id, plan.config_version_id)
  const shop = yield* steady(store.shop(customer_id, null))
  const models =
    plan.assumed === null
      ? yield* steady(store.models(customer_id, plan, zoneOf(facts.timezone)))
      : assumedModels(plan.assumed, middlePrice(shop))
  const world = yield* worldOf({ customer_id, plan, facts, snapshot }, models, shop)
  const watched =
    plan.item_ids === null ? shop.slice(0, watched_max) : yield* steady(store.shop(customer_id, plan.item_ids))
  const budgets = snapshot.content.coin_rules.flatMap(({ budget, rule_id, rule_key }) =>
    budget === null ? [] : [[rule_id, { rule_key, period: budget.period }] as const]
  )
  const course: Course = {
    world,
    sizes: sizesFor(plan, models, world.survival),
    tally: openTally({
      horizon_days: plan.horizon_days,
      first_day: world.first_day,
      items: watched.map(({ item_key, price, terms }) => ({ item_id: terms.item_id, item_key, price })),
      budgets: new Map(budgets)
    }),
    models,
    stages: [...snapshot.stages.keys()].sort((left, right) => left - right)
  }
  return course
})

const assumptionsOf = ({ assumed, weekly_retention }: Plan): ReadonlyArray<string> => [
  assumed === null
    ? "users go on as on recorded days of the same weekday"
    : "events are spread evenly between 8 and 22 o'clock and have no properties",
  "whoever is ready evolves at once",
  "what pays once for each value is about something new every day",
  "users who leave do not come back",
  ...(weekly_retention === null ? ["nobody leaves: no cohort is old enough to tell how many stay"] : [])
]

const not_modelled = [
  "reactions of users to the new rules",
  "campaigns",
  "gifts",
  "manual changes",
  "seasonality beyond the week",
  "gates and other spending of tokens",
  "fading of skills",
  "flash sales and boosters",
  "reversals"
]

const reportOf = (plan: Plan, { models, sizes, stages, tally }: Course): ForecastReport => ({
  config_version_id: plan.config_version_id,
  horizon_days: plan.horizon_days,
  runs: sizes.runs,
  seed: plan.seed,
  event_limit: plan.event_limit,
  population: {
    donors: sizes.starters,
    users: models.users,
    new_per_day: Math.round(plan.new_per_day * 10_000) / 10_000,
    weekly_retention: plan.weekly_retention
  },
  ...figuresOf(tally, sizes, stages),
  assumptions: assumptionsOf(plan),
  not_modelled
})

const run = Effect.fn("Forecast.run")(function* (key: OperationKey, plan: Plan) {
  const operations = yield* OperationStore
  const throttle = yield* BackgroundThrottle
  const course = yield* openCourse(key.customer_id, plan)
  const { sizes, tally, world } = course
  if (course.models.donors.length === 0) return nobody
  for (let done = 0; done < sizes.runs; done++) {
    if (!(yield* steady(operations.progress(key, { runs: done, of: sizes.runs })))) return null
    const life = live(world, sizes, done, tally)
    yield* throttle.alone(throttle.steps(() => life.next().done !== true))
  }
  yield* steady(operations.progress(key, { runs: sizes.runs, of: sizes.runs }))
  return reportOf(plan, course)
})

/** They were there when it was asked for, and were erased or archived since. */
const nobody = {
  code: "forecast_no_data",
  message: "None of the active users has a buddy whose days could be lived."
} as const

const begin = (key: OperationKey) =>
  Activity.make({
    name: "forecast",
    execute: Effect.gen(function* () {
      const forecasts = yield* Forecasts
      const operations = yield* OperationStore
      const plan = yield* steady(forecasts.begin(key))
      if (plan === null) return
      const report = yield* Effect.orDie(run(key, plan))
      if (report === null) return
      yield* steady("code" in report ? operations.fail(key, report) : operations.complete(key, { ...report }))
    })
  })

/** Needs WorkflowEngine, Snapshots, Tenants, Forecasts, ForecastStore and BackgroundThrottle. */
export const ForecastLive = Forecast.toLayer(
  Effect.fn("Forecast")(function* ({ customer_id, operation_id }) {
    yield* begin({ customer_id, operation_id })
  })
)
