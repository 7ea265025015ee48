/**
 * A valid body for every route, out of its published schema and what names of fields mean. What no schema can say
 * (fields that depend on each other) stands in `byName` and `byRoute`.
 */
import { gift, launch } from "../campaigns/Drops.ts"
import { type Operation, resolve } from "./ApiContract.ts"
import { type JsonSchema, permits } from "./JsonSchema.ts"
import { password } from "../players/People.ts"
import { lesson, studyContent } from "../players/players.ts"

/** Values a tenant's own things give to fields, by the name of the field. */
export type Known = Readonly<Record<string, unknown>>

const now = () => new Date().toISOString()

let serial = 0
/** None is the beginning of another. */
const fresh = (name: string) => `${name}-${process.pid}-${++serial}x`

const condition = {
  type: "event_count",
  key: "lesson.completed",
  operator: "gte",
  value: 1,
  window_days: 7
}

/** 16 x 16 pixels of one colour. */
const png =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEU5tbDeEwq0AAAADUlEQVQY02NgGAXIAAABEAAB7JfjegAAAABJRU5ErkJggg=="

const byName: Readonly<Record<string, () => unknown>> = {
  accent_color: () => "#6c5ce7",
  available_until: () => null,
  amount: () => ({ mode: "pool", entries: [{ value: 1, weight: 1 }] }),
  audience: () => null,
  company_name: () => "Acme Learning",
  conditions: () => [condition],
  current_password: () => password,
  ends_on: () => now().slice(0, 10),
  email: () => `${fresh("sample")}@example.test`,
  expires_at: () => new Date(Date.now() + 86_400_000).toISOString(),
  event_id: () => fresh("sample"),
  event_type: () => "lesson.completed",
  events: () => ["coins.*"],
  fallback: () => "Europe/Paris",
  icon_url: () => "https://example.test/icon.png",
  image: () => png,
  image_url: () => "https://example.test/image.png",
  allowed_origins: () => ["https://example.test"],
  key: () => fresh("key"),
  locale: () => "en",
  new_password: () => password,
  now,
  occurred_at: now,
  password: () => password,
  plan: () => "enterprise",
  preset_key: () => "learning",
  since: () => new Date(Date.now() - 3_600_000).toISOString(),
  starts_on: () => now().slice(0, 10),
  theme_pack_key: () => "learning",
  timezone: () => "Europe/Paris",
  type: () => "lesson.completed",
  until: () => null,
  url: () => "http://127.0.0.1:9/never",
  value: () => 1
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
let seasons = 0
/** After the one before: seasons do not overlap. */
const nextSeason = () => {
  const first = 50 + 2 * seasons++
  return { name: "Cup", starts_at: inDays(first), ends_at: inDays(first + 1) }
}

const lottery = {
  name: "Friday draw",
  status: "active",
  entry: { mode: "coin_cost", amount: 1, max_entries_per_buddy: 1_000 },
  schedule: { frequency: "weekly", weekday: 5, hour: 18 },
  prizes: [{ rank: 1, reward: { coins: 1 } }]
}
const box = {
  name: "Box",
  price: { mode: "coins", amount: 1 },
  reward_pool: [{ weight: 1, reward: { kind: "coins", amount: 1 } }]
}

const byRoute: Readonly<Record<string, (known: Known) => unknown>> = {
  "PATCH /config-versions/{id}": () => ({ name: "Autumn", content: studyContent }),
  "POST /customers/me/lotteries": () => ({ ...lottery, lottery_key: fresh("lottery") }),
  "PATCH /customers/me/lotteries/{id}": () => ({ name: "Autumn draw", prizes: lottery.prizes }),
  "POST /customers/me/lotteries/{id}/simulate-draw": () => ({ runs: 10, seed: 1 }),
  "POST /customers/me/causes": () => ({
    cause_key: fresh("cause"),
    name: "Trees",
    unit_label: "tree",
    counter: { event_type: "lesson.completed", units_per_event: 0.1 },
    threshold_unit: 100
  }),
  "PATCH /customers/me/causes/{id}": () => ({ name: "More trees" }),
  "PATCH /customers/me/causes/{id}/webhook": () => ({ enabled: false }),
  "POST /customers/me/group-quests": () => ({
    quest_key: fresh("quest"),
    name: "Together",
    goal: { event_type: "lesson.completed", target: 1_000 }
  }),
  "PATCH /customers/me/group-quests/{questId}": () => ({ name: "Together again" }),
  "POST /customers/me/players/{buddyId}/award": () => ({ award_key: fresh("award"), label: "Best" }),
  "POST /customers/me/mystery-boxes": () => ({ ...box, box_key: fresh("box") }),
  "PATCH /customers/me/mystery-boxes/{id}": () => ({ name: "Autumn box", reward_pool: box.reward_pool }),
  "POST /customers/me/surprise-drops": () => ({ ...gift, drop_key: fresh("drop") }),
  "PATCH /customers/me/surprise-drops/{id}": () => ({ name: "Other gift", pity_after: 5 }),
  "POST /customers/me/event-badges": () => ({ ...launch, badge_key: fresh("party") }),
  "PATCH /customers/me/event-badges/{id}": () => ({ label: "Other day", required_count: 2 }),
  "POST /notifications/read": () => ({ before: now() }),
  "POST /customers/me/kudo-types": () => ({ kudo_key: fresh("kudo"), label: "Thanks", emoji: "🙏" }),
  "PATCH /customers/me/kudo-types/{id}": () => ({ label: "Many thanks" }),
  "POST /customers/me/kudo-types/apply-template": () => ({ template_key: "thanks" }),
  "POST /customers/me/kudo-types/apply-theme-template": () => ({ template_key: "learning" }),
  "PATCH /customers/me/kudo-types/reorder": ({ kudo_type_id }) => ({ ids: [kudo_type_id] }),
  "POST /buddies/{buddy_id}/kudos": ({ kudo_key, to_buddy_id }) => ({ kudo_key, to_buddy_id, message: "Great" }),
  "POST /widget/kudos": ({ kudo_key, to_ref }) => ({ kudo_key, to_ref, message: "Great" }),
  "PUT /customers/me/sso": ({ issuer }) => ({
    issuer,
    client_id: "hatchery",
    client_secret: null,
    token_auth: "none",
    domains: [`${fresh("company")}.test`],
    jit: { enabled: true, role: "member" }
  }),
  "POST /test/clocks": () => ({ name: "Trip" }),
  "POST /test/clocks/{id}/users": () => ({ user_ids: [fresh("traveller")] }),
  "POST /test/clocks/{id}/advance": () => ({ by_seconds: 60 }),
  "POST /billing/checkout": () => ({ plan: "growth" }),
  // Nobody has these names: the request is taken, and what it begins finds nothing.
  "POST /onboarding/sessions/seed-from-url": () => ({ url: "https://product.invalid/" }),
  "POST /onboarding/sessions/seed-from-repo": () => ({ repo_url: "https://github.com/hatchery-nobody/nothing" }),
  // The rest of the draft is still to be asked for.
  "POST /onboarding/sessions/{id}/apply": () => ({ mode: "merge" }),
  "POST /config-versions/plan": () => ({ content: studyContent }),
  "POST /config-versions/import": () => ({ content: studyContent }),
  "POST /config-versions/{id}/backtest": () => ({ max_events: 100 }),
  "POST /config-versions/{id}/migrate-buddies": ({ buddy_id }) => ({ buddy_ids: [buddy_id], dry_run: true }),
  // A test key finds keys of its own kind only.
  "POST /auth/api-keys": () => ({ label: "backend", mode: "test" }),
  "POST /events/batch": ({ user_id }) => ({ events: [lesson(String(user_id))], mode: "live" }),
  "POST /buddies/{id}/tokens": () => ({ token_key: "gem", operation: "earn", amount: 2, reason: "sample" }),
  "POST /buddies/{id}/badges": () => ({ badge_key: "first_lesson", reason: "sample" }),
  "PATCH /customers/me/leaderboard-config": () => ({ enabled: true, max_entries: 10 }),
  "PATCH /customers/me/leagues/config": () => ({ cohort_size: 10 }),
  "PUT /customers/me/leagues/tiers": () => ({ tiers: [{ tier_key: "bronze", name: "Bronze", order: 1 }] }),
  "POST /customers/me/leagues/seasons": nextSeason,
  "POST /customers/me/leagues/seasons/preview": nextSeason,
  "POST /customers/me/leagues/seasons/simulate": () => ({ from: inDays(-7), to: inDays(0) }),
  "PUT /gates/{gate_key}": () => ({ token_key: "gem", cost: 1 }),
  "POST /customers/me/profile-templates/apply-bulk": ({ buddy_id, profile_template_id }) => ({
    profile_template_id,
    target: { buddy_ids: [buddy_id] },
    dry_run: true
  }),
  "PATCH /buddy-share/settings": () => ({ cta_url: "https://app.example.com/join", cta_label: "Get your own" }),
  "POST /buddies/{id}/share/events": () => ({ event: "shared", channel: "whatsapp" }),
  "POST /public/b/{code}/events": () => ({ event: "viewed", channel: "whatsapp" }),
  "PATCH /customers/me/brag/config": () => ({ enabled: true, hashtag: "hatchery" }),
  "POST /widget/brags": () => ({ action: "shown", moment: "badge" }),
  "POST /customers/me/hosted-surfaces": () => ({ name: "Lobby" }),
  "POST /customers/me/widget-theme/suggest": () => ({ description: "A playful reading club for kids" }),
  "POST /buddies/{id}/welcome-back": () => ({ cta_url: "https://example.com/lessons" }),
  "POST /marketing/cta": () => ({ cta: "start_free" }),
  "POST /customers/me/showrooms": () => ({ name: "Spring" }),
  "PATCH /customers/me/showrooms/{id}": () => ({ headline: "Meet them" }),
  "PATCH /customers/me/settings": () => ({ timezone: "Europe/Rome" }),
  "PATCH /customers/me/hosted-surfaces/{id}": () => ({ headline: "Come on in" }),
  "POST /customers/me/hosted-surfaces/{id}/recipes": () => ({
    recipe_key: "helped",
    name: "Helped",
    action: { type: "coins", amount: 1 }
  }),
  "POST /customers/me/hosted-surfaces/{id}/recipes/{key}/run": ({ player_id }) => ({ player_id }),
  "POST /public/hosted-surfaces/{slug}/session": ({ access_code }) => ({ access_code }),
  "POST /customers/me/flash-sales": ({ flash_sale }) => flash_sale,
  "POST /customers/me/boosters/grant": ({ buddy_id }) => ({
    booster_key: fresh("booster"),
    target: { buddy_ids: [buddy_id] },
    applies_to: ["coins"],
    multiplier: 1.5,
    duration_minutes: 1
  }),
  "PATCH /customers/me/reengagement-config": () => ({ reward: { coins: 1 } }),
  "PATCH /customers/me/founding-cohort/config": () => ({ size: 50, reward: { coins: 1 } }),
  "POST /customers/me/free-lunches": ({ buddy_id }) => ({ buddy_ids: [buddy_id], coins: 1 }),
  "PATCH /customers/me/narrative": () => ({ tone: "calm", intro: "Hello, {name}", level_up_copy: { stage_2: "Up" } }),
  "POST /economy/forecasts": () => ({
    horizon_days: 1,
    runs: 10,
    behaviour: { source: "assumed", users: 1, events_per_user_week: { "lesson.completed": 1 } }
  }),
  "PATCH /customers/me/onboarding/six-d": () => ({ step: "fun", answers: ["easy", "people"] }),
  "POST /customers/me/onboarding/six-d/skip": () => ({ reason: "later" }),
  // Once it is published, a family that is off refuses whatever comes.
  "PATCH /customers/me/feature-toggles": () => ({ toggles: { showrooms: true } }),
  "PATCH /customers/me/feature-config/{feature_key}": () => ({ visible_in_widgets: true }),
  "PATCH /customers/me/mission-anchor-config": () => ({ enabled: true, statement: "Because", placements: ["path"] }),
  "PUT /path-definitions/{id}/steps/reorder": () => ({ ids: ["one"] }),
  "PUT /path-definitions/{id}/steps/{step_id}": () => ({ step_key: "one", title: "One" }),
  "PUT /path-definitions/{id}/steps/{step_id}/sub-steps/reorder": ({ sub_step_key }) => ({ ids: [sub_step_key] }),
  "PUT /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}": ({ sub_step_key }) => ({
    sub_step_key,
    title: "First",
    allow_manual_complete: true
  }),
  "POST /path-definitions/{id}/steps/{step_id}/sub-steps": () => ({ sub_step_key: fresh("step"), title: "More" }),
  "PUT /path-definitions/{id}": ({ path_key }) => ({ path_key, title: "Path" }),
  "POST /path-definitions": () => ({ path_key: fresh("path"), title: "Path" }),
  "POST /buddies/{id}/purchase-item": ({ item_id }) => ({ item_id }),
  "PATCH /buddies/{id}/equipped-items": ({ item_id }) => ({ equip: [item_id] }),
  "POST /buddies/{id}/ceremonies": () => ({ ceremony: "hatch", evolution_stage: 1 }),
  "POST /buddies/{id}/outfits": ({ item_id }) => ({ name: fresh("outfit"), item_ids: [item_id] }),
  "POST /widget/outfits": ({ item_id }) => ({ name: fresh("outfit"), item_ids: [item_id] }),
  "POST /widget/ceremonies": () => ({ ceremony: "hatch", evolution_stage: 1 }),
  "POST /widget/purchases": ({ item_id }) => ({ item_id }),
  "PATCH /widget/equipped-items": ({ item_id }) => ({ equip: [item_id] }),
  "POST /badge-definitions/{id}/backfill": () => ({ dry_run: true }),
  "POST /skill-decay-rules/run-now": () => ({ dry_run: true }),
  "PATCH /buddies/{id}/skills": () => ({ updates: [{ skill_key: "focus", operation: "increase", value: 1 }] })
}

const keyed = (name: string) => name.endsWith("_key")
const timed = (name: string) => /_(at|from|until)$/.test(name)

/** One of these fits most patterns. */
const candidates = ["01990000-0000-7000-8000-0000000000ff", "sample", "https://example.test/sample", "UTC", "1"]

const textFor = (name: string, schema: JsonSchema): string => {
  if (timed(name)) return now()
  if (keyed(name)) return fresh(name)
  const long = Math.max(schema.minLength ?? 0, 1)
  const plain = "sample".padEnd(long, "x").slice(0, Math.min(schema.maxLength ?? 200, 200))
  return [plain, ...candidates].find((text) => permits(schema, text, resolve)) ?? plain
}

const numberFor = ({ exclusiveMinimum, maximum = 1, minimum = 1 }: JsonSchema): number =>
  exclusiveMinimum === undefined ? Math.min(Math.max(1, minimum), maximum) : exclusiveMinimum + 1

/** A tenant without audiences has nothing to say where one is asked for. */
const omitted: ReadonlySet<string> = new Set(["audience"])

const objectFor = (schema: JsonSchema, known: Known): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, child]) => !omitted.has(name) || permits(child, null, resolve))
      .map(([name, child]) => [name, valueFor(name, child, known)])
  )

const valueFor = (name: string, given: JsonSchema, known: Known): unknown => {
  const schema = resolve(given)
  if (Object.hasOwn(known, name)) return known[name]
  const branch = (schema.anyOf ?? schema.oneOf)?.map(resolve).find((option) => option.type !== "null")
  const meant = byName[name]?.()
  if (meant !== undefined && permits(schema, meant, resolve)) return meant
  if (branch !== undefined) return valueFor(name, branch, known)
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case "string":
      return textFor(name, schema)
    case "integer":
    case "number":
      return numberFor(schema)
    case "boolean":
      return false
    case "array":
      return schema.items === undefined ? [] : [valueFor(singular(name), schema.items, known)]
    case "object":
      return objectFor(schema, known)
    case "null":
      return null
    default:
      return {}
  }
}

const singular = (name: string) => name.replace(/s$/, "")

/** A body the route accepts, or undefined when it takes none. */
export const sampleFor = (operation: Operation, known: Known): unknown => {
  if (operation.body === undefined) return undefined
  return byRoute[operation.key]?.(known) ?? valueFor("body", operation.body, known)
}
