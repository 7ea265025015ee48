/** What parameters mean, by their names: the same name means the same everywhere. */
import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { limits } from "../../wire/Limits.ts"
import type { JsonSchema } from "./Json.ts"
import type { Route } from "./Route.ts"

type Parameter = OpenApi.OpenAPISpecParameter & { readonly example?: unknown }

/** What `{id}` is the id of, by tag; `or its key` where the handler takes both. */
const things: Readonly<Record<string, string>> = {
  auth: "API key",
  billing: "checkout session",
  council: "proposal",
  configVersions: "config version, or its number",
  lotteries: "lottery, or its key",
  mysteryBoxes: "mystery box, or its key",
  surpriseDrops: "surprise drop, or its key",
  eventBadges: "event badge, or its key",
  hostedSurfaces: "hosted surface, or its key",
  showrooms: "showroom, or its key",
  kudoTypes: "kudo type, or its key",
  eventTypes: "event type, or its name",
  marketplaces: "marketplace, or its key",
  pathDefinitions: "path, or its key",
  profileTemplates: "profile template, or its key",
  testClocks: "test clock",
  webhooks: "webhook endpoint",
  widgetSessions: "widget session",
  events: "event: the `event_id` it was sent under"
}

const spaced = (tag: string) => tag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const thingOf = (tag: string) => things[tag] ?? spaced(tag).replace(/ies$/, "y").replace(/s$/, "")

const page = {
  page: "Which page, from 1.",
  cursor: "Where the page before ended: its cursor. Leave it out to begin."
}

const meanings: Readonly<Record<string, string>> = {
  ...page,
  account_id: "The account, as `GET /customers/me/members` names it.",
  actor_id: "Only what this account or key did.",
  action: "Only this action, such as `members.invite`.",
  target_id: "Only what was done to the thing with this id.",
  alert_id: "The alert.",
  severity: "Only of this severity.",
  at: "The moment to look at, in the past: ISO 8601 with a zone.",
  audience: "Only of this audience.",
  badge_key: "The key of the badge.",
  box_key: "The key of the box.",
  buddyId: "The buddy.",
  playerId: "The player.",
  booster_id: "The booster, as the buddy's list of them names it.",
  buddy_id: "The buddy.",
  category: "Only items of this category.",
  customer_id: "The workspace.",
  change_id: "The change, as `GET /buddies/{id}/changes` names it.",
  award_key: "Only awards of this key.",
  available: "With `true` only those with a free place.",
  cohort: "Only this cohort, by its number.",
  config_version_id: "With a dry run: the version whose rules are tried, a draft perhaps.",
  direction: "`received`, as without it, or `given`.",
  draw_id: "The draw.",
  slug: "Its name in its address.",
  code: "Of the link to a shared buddy: 16 letters and digits.",
  dry_run: "With `true` nothing is written, and a trace says what every rule would do.",
  ensure: "With `true` an egg that is open already is answered instead of another.",
  event: "Only deliveries of this event.",
  expected_revision: "The `revision` a plan named: nothing is written when the configuration has changed since.",
  customer: "The slug of the workspace.",
  domain: "The domain of e-mail addresses, such as `acme.com`.",
  email: "The e-mail somebody signs in with.",
  event_type: "Only events of this type.",
  feature_key: "The capability, as the list of features names it.",
  from: "From this moment on.",
  format: "`json`, as without it, `json_schema` or `typescript`.",
  gate_key: "The key of the gate.",
  grant_id: "The gift whose card it is.",
  item_id: "The item, or its key.",
  key: "The key of the preset.",
  kind: "Only changes of this kind.",
  kudo_id: "The kudos, as the list of a buddy names them.",
  ledger_id: "The row, as the ledger names it.",
  mentee_buddy_id: "Only of this mentee.",
  mentor_buddy_id: "Only of this mentor.",
  mentor_session_id: "Only this session.",
  months: "How many months, this one included: 1 to 24, without it 12.",
  now: "With a dry run: the moment to try it at.",
  outfit_id: "The outfit.",
  part: "The part of a configuration, as `GET /schemas` names it.",
  path_key: "The key of the path.",
  period_key: "The period: `2026-11-22`, `2026-W47`, `2026-11` or `total`. Left out: the running one.",
  purpose: "Only pictures for this purpose.",
  q: "How the name begins, in any case. Left out: the first by name.",
  replace: "With `true` the open draft is written over.",
  return_to: "A path of this service that is handed back at the end.",
  role: "Only members of this role.",
  seasonId: "The season.",
  since: "Only what is newer than the request of this id.",
  slot: "A text of the narrative, by its dot path: `level_up_copy.stage_3`.",
  status: "Only in this state.",
  step_id: "The step, or its key.",
  teamId: "The team.",
  streak_key: "The key of the streak rule.",
  sub_step_id: "The sub-step, or its key.",
  sub_step_key: "The key of the sub-step.",
  team_id: "Only members of this team.",
  tenantSlug: "The slug of the workspace.",
  tier_key: "Only this tier.",
  to: "Up to this moment.",
  token: "The token of the link.",
  token_key: "The ledger of this token instead of coins.",
  type: "Only of this type.",
  unread: "With `true` only what nobody has read.",
  user_id: "Only of this user: the id you send events under.",
  version: "A config version by id or number. Left out: the open draft, else the active version.",
  view: "`league` or `board`, instead of what the buddy would see by itself.",
  window_days: "How many days back to look."
}

const limitOf = (isCursor: boolean) =>
  isCursor
    ? `How many at most: 1 to ${limits.cursor_limit_max}, without it ${limits.cursor_limit_default}.`
    : `How many at most: 1 to ${limits.offset_limit_max}, without it ${limits.offset_limit_default}.`

const meaningOf = ({ in: place, name }: Parameter, tag: string, isCursor: boolean): string | undefined => {
  if (name === "limit") return limitOf(isCursor)
  if (name === "id") return `The ${thingOf(tag)}.`
  if (place === "path" && name === "user_id") return "The user: the id you send events under."
  return meanings[name]
}

/** In an address everything is text; clients are told what the text stands for. */
const meantOf = (query: Schema.Top | undefined): Readonly<Record<string, JsonSchema>> => {
  if (query === undefined) return {}
  const { properties = {} } = Schema.toJsonSchemaDocument(Schema.toType(query)).schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
  }
  const plain = Object.entries(properties).filter(([, { type }]) => type === "integer" || type === "boolean")
  return Object.fromEntries(plain)
}

const cursorLimit = { type: "integer", minimum: 1, maximum: limits.cursor_limit_max }

/** Each with a word; its own, where its schema has one. */
export const parametersOf = (
  parameters: ReadonlyArray<Parameter>,
  tag: string,
  route: Route
): ReadonlyArray<Parameter> => {
  const isCursor = parameters.some(({ name }) => name === "cursor")
  const meant: Readonly<Record<string, JsonSchema>> = {
    ...meantOf(route.endpoint.query),
    ...(isCursor ? { limit: cursorLimit } : {})
  }
  return parameters.map((parameter) => {
    const given = parameter.in === "query" ? (meant[parameter.name] ?? parameter.schema) : parameter.schema
    const { description: own, ...schema } = { ...given } as { readonly description?: string }
    const sentence = own === undefined ? undefined : `${own[0]!.toUpperCase()}${own.slice(1).replace(/\.?$/, ".")}`
    const description = sentence ?? meaningOf(parameter, tag, isCursor)
    return description === undefined ? parameter : { ...parameter, description, schema }
  })
}
