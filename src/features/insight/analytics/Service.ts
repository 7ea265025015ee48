/** Every report: what it asks for, of which days, and what it is put together from. */
import { Context, Effect, Layer } from "effect"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { ConfigVersionStore } from "../../authoring/config-versions/Store.ts"
import { implicitAudience } from "./Rules/Folding.ts"
import { goneOf } from "./Rules/Gone.ts"
import { listenersOf } from "./Rules/Listeners.ts"
import { stepForEvents, toldSample } from "./Rules/Sample.ts"
import { activeUsers, activitySummary, eventCounts, overview } from "./Service/Activity.ts"
import { audiences } from "./Service/Audiences.ts"
import { type Only, customEvents } from "./Service/CustomEvents.ts"
import { engagement, engagementTotals, featureActivity, marketplaceFunnel } from "./Service/Engagement.ts"
import { evolution, streaks } from "./Service/Growth.ts"
import { economyHealth } from "./Service/Health.ts"
import { makeKept } from "./Service/Kept.ts"
import { cohortsOf, retention, type RetentionAsked } from "./Service/Retention.ts"
import { roiMetrics } from "./Service/Roi.ts"
import { shareFunnel } from "./Service/Shares.ts"
import { deliveries } from "./Service/Deliveries.ts"
import { before, headOf, type Look, lookAt, type LookQuery } from "./Service/Look.ts"
import { economySummary, economyTotals, tokens } from "./Service/Money.ts"
import { popularBadges, popularItems } from "./Service/Popular.ts"
import { Sharing } from "../../surfaces/buddy-share/Service.ts"
import { Scans } from "./Store/Scans.ts"
import { SnapshotStore } from "./Store/Snapshots.ts"
import { Definitions } from "./Store/Definitions.ts"
import { Figures } from "./Store/Figures.ts"
import type { Crowded } from "./Store/Sums.ts"

interface Compared extends LookQuery {
  readonly compare?: "previous" | undefined
}
interface Limited extends LookQuery {
  readonly limit?: number | undefined
}

export type Refused = Crowded | ValidationFailed | UnknownAudience

const dependencies = Effect.gen(function* () {
  const figures = yield* Figures
  const definitions = yield* Definitions
  const configs = yield* ConfigVersionStore
  const tenants = yield* Tenants
  const scans = yield* Scans
  const snapshots = yield* SnapshotStore
  const keeping = yield* makeKept
  const sharing = yield* Sharing

  /** A report: the days it is about, then what it is made of. */
  const report = <Q extends LookQuery, A>(read: (look: Look, query: Q) => Effect.Effect<A, Refused>) =>
    Effect.fnUntraced(function* (customer_id: string, query: Q) {
      const look = yield* lookAt(figures, customer_id, query)
      return { ...headOf(look), ...(yield* read(look, query)) }
    })

  /** One that looks at every user; `by`: what else it goes by, as it is now. */
  const keptReport = <Q extends LookQuery, A>(
    name: string,
    read: (look: Look, query: Q) => Effect.Effect<A, Refused>,
    by: (customer_id: string) => Effect.Effect<unknown, Refused> = () => Effect.succeed(null)
  ) => {
    const ask = report(read)
    const keep = keeping<Effect.Success<ReturnType<typeof ask>>, Refused>()
    return Effect.fnUntraced(function* (customer_id: string, query: Q) {
      const question = JSON.stringify([name, Object.entries(query).sort(), yield* by(customer_id)])
      return yield* keep(customer_id, question, ask(customer_id, query))
    })
  }

  /** With the totals of the days before, for whoever asks. */
  const previousOf = <A>(look: Look, { compare }: Compared, read: (look: Look) => Effect.Effect<A, Refused>) =>
    compare === undefined ? Effect.succeed({}) : Effect.map(read(before(look)), (previous) => ({ previous }))

  const contentOf = ({ of }: Look) => Effect.map(configs.active(of.customer_id), ({ content }) => content)

  const listenersFor = Effect.fnUntraced(function* (look: Look) {
    const facts = yield* Effect.orDie(tenants.get(look.of.customer_id))
    return listenersOf({
      content: yield* contentOf(look),
      paths: [...facts.paths.values()],
      campaigns: facts.campaigns
    })
  })
  const standing = ({ of }: Look) => snapshots.newest(of.customer_id, of.audience)

  /** What is no longer there of what is in force now, and of the items that are named. */
  const goneFor = (look: Look) =>
    Effect.fnUntraced(function* (names: Iterable<string>) {
      const { customer_id } = look.of
      const ids = [...names].map((name) => name.slice(name.indexOf(":") + 1)).filter(isUuid)
      const items = ids.length === 0 ? [] : yield* definitions.items(customer_id, ids)
      return goneOf({
        content: yield* contentOf(look),
        event_badges: yield* definitions.eventBadges(customer_id),
        item_ids: new Set(items.map(({ item_id }) => item_id))
      })
    })
  return {
    figures,
    definitions,
    scans,
    tenants,
    sharing,
    report,
    keptReport,
    previousOf,
    contentOf,
    listenersFor,
    standing,
    goneFor
  }
})

type Dependencies = Effect.Success<typeof dependencies>

const activityReports = ({ definitions, figures, keptReport, listenersFor, previousOf, report }: Dependencies) => ({
  overview: report((look, query: Compared) =>
    Effect.gen(function* () {
      const totals = yield* overview(figures, look)
      return { ...totals, ...(yield* previousOf(look, query, (past) => overview(figures, past))) }
    })
  ),
  activitySummary: report((look, query: Compared) =>
    Effect.gen(function* () {
      const summary = yield* activitySummary(figures, look)
      const totals = (past: Look) => Effect.map(activitySummary(figures, past), (whole) => whole.totals)
      return { ...summary, ...(yield* previousOf(look, query, totals)) }
    })
  ),
  eventCounts: report((look) =>
    Effect.flatMap(definitions.eventTypes(look.of.customer_id), (defined) => eventCounts(figures, look, defined))
  ),
  customEvents: keptReport("custom-events", (look, { only }: LookQuery & { readonly only?: Only | undefined }) =>
    Effect.gen(function* () {
      const { customer_id } = look.of
      const step = stepForEvents(yield* definitions.eventsEver(customer_id))
      const scan = { of: look.of, span: look.window, step }
      const told = yield* customEvents(figures, look, {
        only,
        defined: yield* definitions.eventTypes(customer_id),
        seen: yield* definitions.seenTypes(look.of),
        listeners: yield* listenersFor(look),
        users: yield* definitions.usersByType(scan, look.frame.timezone)
      })
      return { ...told, ...toldSample(step) }
    })
  ),
  audiences: report((look) => audiences(figures, look, implicitAudience))
})

const economyReports = ({ contentOf, definitions, figures, goneFor, previousOf, report }: Dependencies) => ({
  economySummary: report((look, query: Compared) =>
    Effect.gen(function* () {
      const { token_types: types } = yield* contentOf(look)
      const summary = yield* economySummary(figures, look, { types, goneAmong: goneFor(look) })
      return { ...summary, ...(yield* previousOf(look, query, (past) => economyTotals(figures, past))) }
    })
  ),
  popularBadges: report((look, { limit }: Limited) =>
    Effect.gen(function* () {
      const { badge_definitions } = yield* contentOf(look)
      // Of a key that both have the version's badge is the one that is awarded.
      const badges = [...(yield* definitions.eventBadges(look.of.customer_id)), ...badge_definitions]
      return yield* popularBadges(figures, look, { badges, limit })
    })
  ),
  popularItems: report((look, { limit }: Limited) =>
    popularItems(figures, look, { items: (ids) => definitions.items(look.of.customer_id, ids), limit })
  ),
  tokens: report((look) =>
    Effect.gen(function* () {
      const { token_types: types } = yield* contentOf(look)
      const gates = yield* definitions.gates(look.of.customer_id)
      return yield* tokens(figures, look, { types, gates, isGone: yield* goneFor(look)([]) })
    })
  ),
  webhooks: report((look) =>
    Effect.flatMap(definitions.endpoints(look.of.customer_id), (known) => deliveries(figures, look, known))
  )
})

const userReports = ({ definitions, figures, keptReport, previousOf, scans, tenants }: Dependencies) => ({
  engagement: keptReport("engagement", (look, query: Compared) =>
    Effect.gen(function* () {
      const told = yield* engagement(figures, scans, look)
      return { ...told, ...(yield* previousOf(look, query, (past) => engagementTotals(figures, scans, past))) }
    })
  ),
  featureActivity: keptReport("feature-activity", (look) =>
    Effect.gen(function* () {
      const tenant = yield* Effect.orDie(tenants.get(look.of.customer_id))
      return yield* featureActivity(figures, scans, look, tenant)
    })
  ),
  marketplaceFunnel: keptReport("marketplace-funnel", (look) =>
    marketplaceFunnel(figures, scans, look, (ids) => definitions.items(look.of.customer_id, ids))
  ),
  /** The window of this one follows from its cohorts. */
  retention: Effect.fnUntraced(function* (customer_id: string, query: RetentionAsked) {
    const look = yield* lookAt(figures, customer_id, query)
    const asked = cohortsOf(query, look.window, look.today)
    if (asked instanceof ValidationFailed) return yield* asked
    const { cohorts, granularity } = asked
    const isWindow = query.window_days !== undefined || query.from !== undefined
    const window = isWindow ? { ...look.window, granularity } : { from: cohorts[0]!, to: look.today, granularity }
    return { ...headOf({ ...look, window }), ...(yield* retention(figures, look, asked)) }
  })
})

const growthReports = ({ contentOf, figures, report, standing }: Dependencies) => ({
  evolution: report((look) =>
    Effect.gen(function* () {
      const { evolution_rules } = yield* contentOf(look)
      return yield* evolution(figures, look, { stages: evolution_rules?.stages ?? [], taken: yield* standing(look) })
    })
  ),
  streaks: report((look) =>
    Effect.gen(function* () {
      const keys = (yield* contentOf(look)).streak_rules.map(({ streak_key }) => streak_key)
      return yield* streaks(figures, look, { keys, taken: yield* standing(look) })
    })
  )
})

const worthReports = ({ definitions, figures, goneFor, keptReport, report, scans, standing }: Dependencies) => ({
  economyHealth: report((look) =>
    Effect.gen(function* () {
      const active_users = yield* activeUsers(figures, look)
      const prices = yield* definitions.prices(look.of)
      const isGone = yield* goneFor(look)([])
      return yield* economyHealth(figures, look, { active_users, isGone, prices, taken: yield* standing(look) })
    })
  ),
  roiMetrics: keptReport(
    "roi-metrics",
    (look) => Effect.flatMap(definitions.roi(look.of.customer_id), (roi) => roiMetrics(figures, scans, look, roi)),
    definitions.roi
  )
})

const make = Effect.map(dependencies, (all) => ({
  ...activityReports(all),
  ...economyReports(all),
  ...userReports(all),
  ...growthReports(all),
  ...worthReports(all),
  shareFunnel: shareFunnel(all.figures, all.sharing)
}))

export class ReportsService extends Context.Service<ReportsService, Effect.Success<typeof make>>()(
  "hatchery/features/analytics/ReportsService"
) {
  static readonly layer = Layer.effect(ReportsService, make).pipe(
    Layer.provide([
      Figures.layer,
      Definitions.layer,
      Scans.layer,
      SnapshotStore.layer,
      ConfigVersionStore.layer,
      Sharing.layer
    ])
  )
}
