/**
 * A valid body for every route, out of its published schema and what names of fields mean. What no schema can say
 * (fields that depend on each other) stands in `byName` and `byRoute`.
 */
import { type Operation, resolve } from "./ApiContract.ts"
import { type JsonSchema, permits } from "./JsonSchema.ts"
import { password } from "../players/People.ts"
import { lesson, studyContent } from "../players/players.ts"

/** Values a tenant's own things give to fields, by the name of the field. */
export type Known = Readonly<Record<string, unknown>>

const now = () => new Date().toISOString()

let serial = 0
const fresh = (name: string) => `${name}-${process.pid}-${++serial}`

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

const byRoute: Readonly<Record<string, (known: Known) => unknown>> = {
  "PATCH /config-versions/{id}": () => ({ name: "Autumn", content: studyContent }),
  "POST /test/clocks": () => ({ name: "Trip" }),
  "POST /test/clocks/{id}/users": () => ({ user_ids: [fresh("traveller")] }),
  "POST /test/clocks/{id}/advance": () => ({ by_seconds: 60 }),
  "POST /config-versions/plan": () => ({ content: studyContent }),
  "POST /config-versions/import": () => ({ content: studyContent }),
  "POST /config-versions/{id}/backtest": () => ({ max_events: 100 }),
  "POST /config-versions/{id}/migrate-buddies": ({ buddy_id }) => ({ buddy_ids: [buddy_id], dry_run: true }),
  // A test key finds keys of its own kind only.
  "POST /auth/api-keys": () => ({ label: "backend", mode: "test" }),
  "POST /events/batch": ({ user_id }) => ({ events: [lesson(String(user_id))], mode: "live" }),
  "POST /buddies/{id}/tokens": () => ({ token_key: "gem", operation: "earn", amount: 2, reason: "sample" }),
  "POST /buddies/{id}/badges": () => ({ badge_key: "first_lesson", reason: "sample" }),
  "PUT /gates/{gate_key}": () => ({ token_key: "gem", cost: 1 }),
  "POST /customers/me/profile-templates/apply-bulk": ({ buddy_id, profile_template_id }) => ({
    profile_template_id,
    target: { buddy_ids: [buddy_id] },
    dry_run: true
  }),
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
