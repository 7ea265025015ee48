/** The page of the limits, written from the service's own. */
import { limits } from "../../../src/wire/Limits.ts"
import { plans } from "../../../src/wire/Plans.ts"
import { read } from "../house/SourceTree.ts"

const planNames = Object.keys(plans) as ReadonlyArray<keyof typeof plans>
const count = (value: number | null) => (value === null ? "unlimited" : value.toLocaleString("en-US"))
const ofPlans = (name: string, cell: (plan: (typeof plans)["free"]) => number | null) =>
  `| ${name} | ${planNames.map((plan) => count(cell(plans[plan]))).join(" | ")} |`

const authRequests = /AUTH_REQUESTS_PER_MINUTE=(\d+)/.exec(read(".env.example"))![1]!

export const limitsPage = () =>
  [
    "# Limits",
    "",
    "Every answer says where you stand: `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (unix",
    "seconds). Beyond a limit the answer is 429 `rate_limited` with `Retry-After` (seconds). These tables are written",
    "from the service's own.",
    "",
    "## By plan",
    "",
    `| | ${planNames.join(" | ")} |`,
    `|---|${planNames.map(() => "---:|").join("")}`,
    ofPlans("new events a month (UTC)", (plan) => plan.events_per_month),
    ofPlans("`POST /events` and widget events, a second", (plan) => plan.ingest_per_second),
    ofPlans("laying and hatching eggs, a minute", (plan) => limits.eggs_per_minute * plan.window_multiplier),
    ofPlans("widget sessions, a minute", (plan) => limits.widget_sessions_per_minute * plan.window_multiplier),
    ofPlans("other writes, a second", (plan) => limits.writes_per_second * plan.window_multiplier),
    ofPlans("reads, a second", (plan) => limits.reads_per_second * plan.window_multiplier),
    ofPlans("eggs a user may have open", (plan) => plan.active_eggs_per_user),
    ofPlans("image credits a month (UTC)", (plan) => plan.image_credits_per_month),
    "",
    "Each widget token has windows of its own before those of its workspace, on every plan:",
    `${count(limits.widget_writes_per_second)} writes and ${count(limits.widget_reads_per_second)} reads a second.`,
    "",
    "An event beyond the month's quota is 402 `event_quota_exceeded` with `resets_at`; one that was accepted before is",
    "answered as before.",
    "",
    "## For everybody",
    "",
    "| | |",
    "|---|---:|",
    `| events in a batch | ${count(limits.events_per_batch_max)} |`,
    `| a body | ${count(limits.body_bytes_max / 1024)} KiB |`,
    `| a large body (batches, files of configuration, pictures) | ${count(limits.large_body_bytes_max / 1024)} KiB |`,
    `| a body without a credential, or where none is asked for | ${count(limits.small_body_bytes_max / 1024)} KiB |`,
    `| elements and properties of a body together | ${count(limits.json_parts_max)} |`,
    `| the same of a large body | ${count(limits.large_json_parts_max)} |`,
    `| properties of one object | ${count(limits.json_keys_max)} |`,
    `| pictures uploaded | ${count(limits.uploads_max)}, at most ${count(limits.uploads_bytes_max / 1e6)} MB |`,
    `| depth of JSON | ${count(limits.json_depth_max)} |`,
    `| characters of a text | ${count(limits.string_length_max)} |`,
    `| characters of a \`user_id\` or \`event_id\` | ${count(limits.client_id_length_max)} |`,
    `| \`properties\`, and \`metadata\`, as JSON in UTF-8 | ${count(limits.free_map_bytes_max / 1024)} KiB |`,
    `| problems that a 422 names; of more, \`details.truncated\` is true | ${count(limits.issues_max)} |`,
    `| types of events a widget session names | ${count(limits.widget_event_types_max)} |`,
    `| origins a widget token names | ${count(limits.widget_origins_max)} |`,
    `| members of a workspace, invited ones included | ${count(limits.members_max)} |`,
    `| profile templates of a workspace | ${count(limits.profile_templates_max)} |`,
    `| buddies named when one is applied | ${count(limits.profiles_applied_max)} |`,
    `| buddies given coins for nothing at once | ${count(limits.free_lunches_max)} |`,
    `| items equipped at once | ${count(limits.equipped_items_max)} |`,
    `| outfits of a buddy | ${count(limits.outfits_max)} |`,
    `| open proposals of a buddy | ${count(limits.open_proposals_of_buddy_max)} |`,
    `| open proposals of a workspace | ${count(limits.open_proposals_max)} |`,
    `| open operations of one type, of those that take long | ${count(limits.open_operations_max)} |`,
    `| exports of users under way; one more is 429 | ${count(limits.open_exports_max)} |`,
    `| evolution stages | ${count(limits.evolution_stages_max)} |`,
    `| a page by offset | ${count(limits.offset_limit_default)}, at most ${count(limits.offset_limit_max)} |`,
    `| a page by cursor | ${count(limits.cursor_limit_default)}, at most ${count(limits.cursor_limit_max)} |`,
    `| bytes after which a page by cursor ends early, with its cursor | ${count(limits.page_bytes_max)} |`,
    `| bytes of \`metadata\` shown in a page by offset | ${count(limits.listed_metadata_bytes_max)} |`,
    `| one change of coins, tokens or points | ${count(limits.amount_max)} |`,
    `| a balance | ${count(limits.balance_max)} |`,
    `| characters of an Idempotency-Key | ${count(limits.idempotency_key_length_max)} |`,
    `| hours an Idempotency-Key is remembered | ${count(limits.idempotency_ttl_hours)} |`,
    `| minutes \`occurred_at\` may lie ahead | ${count(limits.clock_ahead_minutes_max)} |`,
    "",
    "What is too large or holds too much is 413 `payload_too_large`, a value beyond its bound 422 `validation_failed`.",
    "A longer `metadata` is null in a page by offset, beside `metadata_truncated`: the single read has it whole.",
    "",
    "## What is refused",
    "",
    "A request is judged by its credential (401), its kind and scope (403), plan and switches (402, 403), the window",
    "above (429), and then by its body. What is refused before the window counts in one of its own:",
    "",
    "| | |",
    "|---|---:|",
    `| refused requests of a credential and address, a minute | ${count(limits.refused_per_minute)} |`,
    `| of an address to public routes, or with no credential, a second | ${count(limits.public_reads_per_second)} |`,
    `| POSTs of an address to public routes, a minute | ${count(limits.public_writes_per_minute)} |`,
    `| of an address to \`/auth/sso\`, a minute | ${count(limits.sso_requests_per_minute)} |`,
    `| of an address to \`/auth\` without one, a minute, unless the operator changed it | ${authRequests} |`,
    ""
  ].join("\n")

/** By their names in what writes the page. */
export const limitsTold: ReadonlyArray<string> = Array.from(
  limitsPage.toString().matchAll(/limits\.\w+/g),
  ([name]) => name
)
