/**
 * A tenant that has one of everything, made through the public routes alone: what tests of hostile requests point at.
 */
import { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { accessTable, type CredentialKind } from "../../../src/wire/Access.ts"
import { type Operation, operations } from "./ApiContract.ts"
import { ownerOf, sessionsOf } from "../players/Dashboard.ts"
import { ended } from "../players/Eggs.ts"
import { hatch, lesson, publish, studyContent } from "../players/players.ts"
import { hostedOf } from "./HostedOfTenant.ts"
import { kudosOf } from "./KudosOfTenant.ts"
import { newsOf } from "./NewsOfTenant.ts"
import { recordsOfUsers } from "./UsersOfTenant.ts"
import { mintSession } from "../players/Widgets.ts"
import { inDays, type Known, sampleFor } from "./ValidBodies.ts"
import { restingSso } from "../tenant/RestingProvider.ts"
import { type Answer, TestApp, type TestTenant } from "../service/TestApp.ts"

export interface FullTenant {
  readonly tenant: TestTenant
  readonly user_id: string
  readonly buddy_id: string
  /** what fields of that name hold in this tenant's bodies */
  readonly known: Known
  /** an identifier of this tenant by the path that ends in its parameter, for example `/eggs/{id}` */
  readonly ids: ReadonlyMap<string, string>
  /** the operation's path with identifiers of this tenant, changed if the test likes; under the version prefix */
  pathOf(operation: Operation, change?: (id: string) => string): string
  /** a credential of this tenant that may call the operation; null where none is asked for */
  credentialFor(operation: Operation): string | null
}

const success = (answer: Answer, what: string): Answer => {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`)
  return answer
}

const idIn = (body: Record<string, unknown>): string | undefined => {
  const found = Object.entries(body).find(([name, value]) => name.endsWith("_id") && typeof value === "string")
  return found?.[1] as string | undefined
}

/** Path up to and including each parameter: `/a/{b}/c/{d}` has `/a/{b}` and `/a/{b}/c/{d}`. */
export const stations = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(/\}/g), (match) => path.slice(0, match.index + 1))

/** The path with each parameter replaced; `replace` is given the station and the parameter's name. */
export const pathWith = (path: string, replace: (station: string) => string): string =>
  stations(path).reduce((done, station) => {
    const name = station.slice(station.lastIndexOf("{"))
    return done.replace(name, () => replace(station))
  }, path)

/** Rules under names of one's own, so that another tenant's answers cannot hold them. */
const contentOf = (user_id: string) => ({
  ...studyContent,
  streak_rules: [
    ...studyContent.streak_rules,
    {
      streak_key: `streak-of-${user_id}`,
      qualifying: { events: [{ event_type: "lesson.completed" }] },
      vacation: { max_days: 30, max_per_year: 100 },
      freezes: { initial: 5, max: 5 },
      restore_window_days: 3
    }
  ],
  badge_definitions: [
    ...studyContent.badge_definitions,
    {
      badge_key: `badge-of-${user_id}`,
      label: "Reviewed",
      award_mode: "manual_review",
      criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }] }
    }
  ]
})

/** The ids of what a POST of the collection makes, for every route nobody knows a special id of. */
const collect = Effect.fnUntraced(function* (tenant: TestTenant, key: string, known: Known, ids: Map<string, string>) {
  const wanted = new Set(operations.flatMap(({ path }) => stations(path)))
  for (const station of [...wanted].filter((path) => !ids.has(path)).sort((a, b) => a.length - b.length)) {
    const collection = station.slice(0, station.lastIndexOf("/"))
    const creator = operations.find(({ key }) => key === `POST ${collection}`)
    if (creator === undefined) continue
    const path = pathWith(collection, (part) => ids.get(part) ?? "unknown")
    const made = yield* tenant.call("POST", path, sampleFor(creator, known), { key })
    const id = made.status === 201 ? idIn(made.body) : undefined
    if (id !== undefined) ids.set(station, id)
  }
})

/** A lottery with a draw that was drawn, and a box; by the paths they stand in. */
const luckOf = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const made = (path: string) => {
    const creator = operations.find(({ key }) => key === `POST ${path}`)!
    return Effect.map(call("POST", path, sampleFor(creator, {})), (answer) => success(answer, path).body)
  }
  const lottery = yield* made("/customers/me/lotteries")
  const box = yield* made("/customers/me/mystery-boxes")
  const of = `/customers/me/lotteries/${lottery.lottery_id}`
  const drawing = success(yield* call("POST", `${of}/draws`, { reason: "now" }), "a draw").body
  yield* ended(call, drawing.operation_id)
  const { draw_id } = lottery.open_draw
  return [
    ["/customers/me/lotteries/{id}", lottery.lottery_id],
    ["/customers/me/lotteries/{id}/draws/{draw_id}", draw_id],
    ["/public/lottery-draws/{draw_id}", draw_id],
    ["/buddies/{buddy_id}/lotteries/{id}", lottery.lottery_id],
    ["/widget/lotteries/{id}", lottery.lottery_id],
    ["/customers/me/mystery-boxes/{id}", box.mystery_box_id],
    ["/buddies/{buddy_id}/mystery-boxes/{box_key}", box.box_key],
    ["/widget/mystery-boxes/{box_key}", box.box_key]
  ] as ReadonlyArray<readonly [string, string]>
})

/** Taken in turn: what one token may send in a second is little. */
const sessions_count = 30

/** Everything a tenant can own; `user_id` is its user's. */
export const makeFullTenant = Effect.fn(function* (user_id: string, webhookUrl: string) {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  const { call, customer_id, key } = tenant
  // Signing out ends the session it is asked with: it gets one of its own each time.
  const [dashboard, ...partings] = yield* sessionsOf(customer_id, 300)
  const sql = yield* SqlClient.SqlClient
  // Whoever has not confirmed an address invites nobody.
  yield* sql`UPDATE accounts SET email_verified_at = now() WHERE customer_id = ${customer_id}::uuid`
  yield* publish(tenant, contentOf(user_id))
  const { buddy_id, operation } = yield* hatch(tenant, user_id)
  const spare = yield* hatch(tenant, `${user_id}-spare`)
  const egg = success(yield* call("POST", "/eggs", { user_id }), "an egg").body
  const event = lesson(user_id)
  success(yield* call("POST", "/events", event), "an event")
  success(yield* call("POST", "/events", lesson(`${user_id}-spare`)), "an event")
  const scopes = ["events:track", "marketplace:purchase", "items:equip"]
  const sessions = yield* Effect.forEach(Array.from({ length: sessions_count }), () =>
    mintSession(call, { buddy_id, user_id, scopes })
  )
  const spareSession = success(yield* call("POST", "/widget-sessions", { buddy_id, user_id }), "a session").body
  const checkout = success(
    yield* call("POST", "/billing/checkout", { plan: "enterprise" }, { key: dashboard }),
    "a checkout"
  ).body
  const endpoint = success(
    yield* call("POST", "/webhook-configs", { url: webhookUrl, events: ["badge.ready"] }),
    "an endpoint"
  ).body
  const testOf = `/webhook-configs/${endpoint.webhook_config_id}/test`
  success(yield* call("POST", testOf, { event: "badge.ready" }), "a delivery")
  const delivery = success(yield* call("POST", testOf, { event: "badge.awarded" }), "a delivery").body
  const gate_key = `gate-of-${user_id}`
  success(yield* call("PUT", `/gates/${gate_key}`, { token_key: "gem", cost: 1 }), "a gate")
  const gems = success(
    yield* call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", operation: "earn", amount: 9 }),
    "gems"
  ).body
  const changes = success(yield* call("GET", `/buddies/${buddy_id}/changes`), "changes").body
  const market = success(
    yield* call("POST", "/marketplaces", { marketplace_key: `m-${user_id}`, name: "M" }),
    "a market"
  )
  const inMarket = `/marketplaces/${market.body.marketplace_id}/items`
  const things = { name: "Hat", category: "head", price_coins: 0, stock: { per_buddy: null } }
  const item = success(yield* call("POST", inMarket, things), "an item").body
  success(yield* call("POST", `/buddies/${buddy_id}/unlock-item`, { item_id: item.item_id }), "an owned item")
  const flash_sale = {
    name: "Friday",
    marketplace_id: market.body.marketplace_id,
    item_ids: [item.item_id],
    discount: { mode: "percent", value: 30 },
    starts_at: "2098-12-04T12:00:00Z",
    ends_at: "2098-12-04T18:00:00Z"
  }
  const sale = success(yield* call("POST", "/customers/me/flash-sales", flash_sale), "a sale").body
  const booster = { booster_key: "double", applies_to: ["coins"], multiplier: 2, duration_minutes: 60 }
  const grant = (target: object) => call("POST", "/customers/me/boosters/grant", { ...booster, target })
  const boost = success(yield* grant({ audience: "default" }), "a booster").body
  const own = success(yield* grant({ buddy_ids: [buddy_id] }), "a buddy's booster").body
  const look = { name: "Of a page", item_ids: [item.item_id] }
  const outfit = success(yield* call("POST", `/buddies/${buddy_id}/outfits`, look), "an outfit").body
  const gift = { buddy_ids: [buddy_id], coins: 1 }
  const lunch = success(yield* call("POST", "/customers/me/free-lunches", gift), "a free lunch").body.data[0]
  const path_key = `path-of-${user_id}`
  const sub_step_key = `step-of-${user_id}`
  const sub_steps = [{ sub_step_key, title: "First", allow_manual_complete: true }]
  const journey = { path_key, title: "Path", steps: [{ step_key: "one", title: "One", sub_steps }] }
  const path = success(yield* call("POST", "/path-definitions", journey), "a path").body
  success(yield* call("POST", `/path-definitions/${path_key}/activate`), "an active path")
  const luckIds = yield* luckOf(tenant)
  const template = success(yield* call("POST", "/customers/me/profile-templates", { name: "Club" }), "a template").body
  const counter = { event_type: "lesson.completed", units_per_event: 0.1 }
  const cause = success(
    yield* call("POST", "/customers/me/causes", { name: "Trees", unit_label: "tree", counter, threshold_unit: 100 }),
    "a cause"
  ).body
  const goal = { event_type: "lesson.completed", target: 1_000 }
  const quest = success(yield* call("POST", "/customers/me/group-quests", { name: "Together", goal }), "a quest").body
  success(yield* call("POST", `/customers/me/group-quests/${quest.quest_id}/publish`), "a published quest")
  const planned = { name: "Cup", starts_at: inDays(30), ends_at: inDays(40) }
  const season = success(yield* call("POST", "/customers/me/leagues/seasons", planned), "a season").body
  const kudos = yield* kudosOf(tenant, { buddy_id, user_id }, spare.buddy_id)
  const sso = yield* restingSso(tenant, dashboard)
  const hosted = yield* hostedOf(tenant, user_id, buddy_id)
  const known: Known = {
    ...hosted.known,
    issuer: sso.issuer,
    ...kudos.known,
    profile_template_id: template.profile_template_id,
    webhook_config_id: endpoint.webhook_config_id,
    flash_sale,
    buddy_id,
    user_id,
    item_id: item.item_id,
    gift_to_buddy_id: spare.buddy_id,
    path_key,
    sub_step_key
  }
  const draft = success(yield* call("POST", "/config-versions", {}), "a draft").body
  const ids = new Map<string, string>([
    ["/eggs/{id}", egg.egg_id],
    ["/operations/{id}", operation.operation_id],
    ["/events/{id}", event.event_id],
    ["/buddies/{id}", buddy_id],
    ["/buddies/{buddy_id}", buddy_id],
    ["/buddies/users/{user_id}", user_id],
    ["/buddies/{id}/changes/{change_id}", changes.data[0].change_id],
    ["/economy/buddies/{buddyId}", buddy_id],
    ["/economy/buddies/{buddyId}/ledger/{ledger_id}", gems.ledger_id],
    ["/widget-sessions/{id}", spareSession.session_id],
    ["/billing/checkout/session/{id}", checkout.session_id],
    ["/webhook-configs/{id}", endpoint.webhook_config_id],
    ...(yield* newsOf(tenant)),
    ["/webhook-deliveries/{id}", delivery.delivery_id],
    ["/gates/{gate_key}", gate_key],
    ["/schemas/{part}", "coin-rule"],
    ["/config-versions/{id}", draft.config_version_id],
    ["/marketplaces/{id}", market.body.marketplace_id],
    ["/marketplaces/{id}/items/{item_id}", item.item_id],
    ["/buddies/{id}/gates/{gate_key}", gate_key],
    ["/buddies/{id}/streaks/{streak_key}", `streak-of-${user_id}`],
    ["/buddies/{id}/badges/{badge_key}", `badge-of-${user_id}`],
    ["/path-definitions/{id}", path.path_definition_id],
    ["/path-definitions/{id}/steps/{step_id}", path.steps[0].step_id],
    ["/path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}", path.steps[0].sub_steps[0].sub_step_id],
    ["/path-definitions/buddies/{buddy_id}", buddy_id],
    ["/path-definitions/buddies/{buddy_id}/paths/{path_key}", path_key],
    ["/path-definitions/buddies/{buddy_id}/paths/{path_key}/sub-steps/{sub_step_key}", sub_step_key],
    ["/widget/path/{path_key}", path_key],
    ["/widget/path/{path_key}/sub-steps/{sub_step_key}", sub_step_key],
    ["/widget/outfits/{outfit_id}", outfit.outfit_id],
    ["/widget/free-lunches/{grant_id}", lunch.grant_id],
    ["/buddies/{id}/free-lunches/{grant_id}", lunch.grant_id],
    ["/customers/me/profile-templates/{id}", template.profile_template_id],
    ["/customers/me/flash-sales/{id}", sale.flash_sale_id],
    ["/customers/me/boosters/{id}", boost.booster_grant_id],
    ["/buddies/{id}/boosters/{booster_id}", own.granted[0].booster_id],
    ["/customers/me/leagues/seasons/{seasonId}", season.season_id],
    ["/customers/me/council/narrative/slots/{slot}", "intro"],
    ["/customers/me/feature-config/{feature_key}", "paths"],
    ["/customers/me/users/{user_id}", user_id],
    ["/customers/me/members/{account_id}", (yield* ownerOf(customer_id)).account_id],
    ["/customers/me/sso/domains/{domain}", sso.domain],
    ["/customers/me/causes/{id}", cause.cause_id],
    ["/customers/me/group-quests/{questId}", quest.quest_id],
    ["/buddies/{buddy_id}/group-quests/{questId}", quest.quest_id],
    ["/widget/group-quests/{questId}", quest.quest_id],
    ["/customers/me/players/{buddyId}", buddy_id],
    ...hosted.ids,
    ...luckIds,
    ...kudos.ids,
    ...(yield* recordsOfUsers(tenant, user_id)),
    ["/presets/{key}", "learning"]
  ])
  yield* collect(tenant, key, known, ids)
  let turn = 0
  const keyOf: Partial<Record<CredentialKind, () => string>> = {
    secret: () => key,
    dashboard: () => dashboard,
    session: () => sessions[turn++ % sessions.length]!
  }
  // Archiving ends a buddy's widgets and refuses all other writes: it gets a buddy of its own.
  const special: Readonly<Record<string, string>> = { "PATCH /buddies/{id}/archive": spare.buddy_id }
  return {
    tenant,
    user_id,
    buddy_id,
    known,
    ids,
    pathOf: ({ key, path }, change = (id) => id) =>
      pathWith(path, (station) => change(special[key] ?? ids.get(station) ?? "unknown")),
    credentialFor: ({ path, route: { access = "dashboard_only", gated } }) => {
      // The tenant's key is a test key, which makes and sees test keys only, and changes no members.
      const first = /^\/(auth|customers\/me\/members)(\/|$)/.test(path) ? "dashboard" : "secret"
      const kinds = [first, "secret", "dashboard", "session"] as const
      if (path === "/auth/logout") return partings[turn++ % partings.length]!
      return gated ? keyOf[kinds.find((kind) => accessTable[access][kind] !== "no") ?? "secret"]!() : null
    }
  } satisfies FullTenant
})
