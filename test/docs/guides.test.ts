/** The guides are true: tables follow the definitions, configurations are accepted, code runs, pages are served. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { writeFileSync } from "node:fs"
import { marked } from "marked"
import { join } from "node:path"
import { declaredRefusals } from "../../src/wire/Failure.ts"
import { limits } from "../../src/wire/Limits.ts"
import { plans } from "../../src/wire/Plans.ts"
import { knownCodes } from "../kit/contract/ApiContract.ts"
import { exists, filesBelow, read, root } from "../kit/house/SourceTree.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const guides = filesBelow("docs/guides")

/** The blocks of one language, in the order they stand. */
const blocks = (path: string, language: string): ReadonlyArray<string> =>
  Array.from(read(path).matchAll(/```(\w+)\n([\s\S]*?)```/g), ([, found, text]) =>
    found === language ? [text!] : []
  ).flat()

/** Says that the page is the generated one; with UPDATE_GUIDES=1 it is written first. */
const isGenerated = (path: string, page: string) => {
  if (process.env["UPDATE_GUIDES"] === "1") writeFileSync(join(root, path), page)
  assert.strictEqual(read(path), page, `${path} differs: UPDATE_GUIDES=1 npm test -- test/docs/guides.test.ts`)
}

const edge: ReadonlyArray<readonly [code: string, status: number, words: string]> = [
  ["bad_request", 400, "What is wrong with the JSON, the encoding or the cursor."],
  ["expectation_failed", 417, "The only expectation that is met is 100-continue."],
  ["internal_server_error", 500, "Something went wrong on our side."],
  ["method_not_allowed", 405, "This route exists, but not for this method. `Allow` lists those it has."],
  ["not_found", 404, "There is no such route. The reference at /docs lists all of them."],
  ["payload_too_large", 413, "The body is too large."],
  ["service_unavailable", 503, "The service cannot answer right now. Try again after `Retry-After` seconds."],
  ["unsupported_media_type", 415, "Send the body as application/json."],
  ["validation_failed", 422, "What does not fit, and where: `details.issues` lists it, at most 50 places."]
]

const errorRows = () => {
  const rows = new Map<string, { readonly status: Set<number>; readonly words: Set<string> }>()
  const add = (code: string, status: number, words: string) => {
    const row = rows.get(code) ?? { status: new Set(), words: new Set() }
    row.status.add(status)
    if (words !== "" && !/^\{\w+\}$/.test(words)) row.words.add(words)
    rows.set(code, row)
  }
  for (const { code, status, words } of declaredRefusals()) add(code, status, words)
  for (const [code, status, words] of edge) add(code, status, words)
  return [...rows].sort(([left], [right]) => (left < right ? -1 : 1))
}

const errorsPage = () =>
  [
    "# Errors",
    "",
    "Every refusal has one form, and its `code` never changes its meaning: branch on the code, show or log the",
    "message.",
    "",
    "```json",
    '{ "error": { "code": "insufficient_coins", "message": "...",',
    '             "details": { "balance": 5, "required": 40 }, "requestId": "..." } }',
    "```",
    "",
    "`requestId` is also in the header `X-Request-Id`; name it when you ask us. What to send again, and when, is in",
    "[Idempotency and retries](idempotency.md). Names in braces are filled in. This table is written from the API",
    "definition.",
    "",
    "| code | status | what it says |",
    "|---|---|---|",
    ...errorRows().map(
      ([code, { status, words }]) => `| \`${code}\` | ${[...status].sort().join(", ")} | ${cell(words)} |`
    ),
    ""
  ].join("\n")

const cell = (words: Iterable<string>) => [...words].sort().join("\n").replace(/[|<]/g, "\\$&").replaceAll("\n", "<br>")

const planNames = Object.keys(plans) as ReadonlyArray<keyof typeof plans>
const count = (value: number | null) => (value === null ? "unlimited" : value.toLocaleString("en-US"))
const ofPlans = (name: string, cell: (plan: (typeof plans)["free"]) => number | null) =>
  `| ${name} | ${planNames.map((plan) => count(cell(plans[plan]))).join(" | ")} |`

const authRequests = /AUTH_REQUESTS_PER_MINUTE=(\d+)/.exec(read(".env.example"))![1]!

const limitsPage = () =>
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
const limitsTold: ReadonlyArray<string> = Array.from(limitsPage.toString().matchAll(/limits\.\w+/g), ([name]) => name)

describe("the guides", () => {
  it("list every error code with its status", () => {
    assert.deepStrictEqual(
      errorRows().map(([code]) => code),
      [...knownCodes].sort()
    )
    for (const [code, { words }] of errorRows()) assert.isAbove(words.size, 0, `${code} says nothing`)
    isGenerated("docs/guides/errors.md", errorsPage())
  })

  it("list the limits that are in force, and leave none out", () => {
    assert.include(limitsPage(), "| events in a batch | 1,000 |")
    // How long a parameter of a path may be follows from the ids.
    const untold = Object.keys(limits).filter((name) => !limitsTold.includes(`limits.${name}`))
    assert.deepStrictEqual(untold, ["path_parameter_length_max"])
    isGenerated("docs/guides/limits.md", limitsPage())
  })

  it("lose no words: what looks like HTML is shown as it stands, but for line breaks", () => {
    const lost: Array<string> = []
    for (const path of guides)
      marked.walkTokens(marked.lexer(read(path)), ({ raw, type }) => {
        if (type === "html" && raw !== "<br>") lost.push(`${path}: ${raw}`)
      })
    assert.deepStrictEqual(lost, [])
  })

  it("of operators repeat the cost of an event as the README tells it", () => {
    const costs = (path: string) => [...new Set(read(path).match(/\b\d+ us\b/g))].sort()
    assert.deepStrictEqual(costs("docs/operations.md"), costs("README.md"))
    assert.notMatch(read("docs/operations.md"), /[\d,]+ events a second over/)
  })

  it("link to what is there", () => {
    const links = guides.flatMap((path) =>
      Array.from(read(path).matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target]) => join("docs/guides", target!))
    )
    assert.isAbove(links.length, 6)
    assert.deepStrictEqual(
      links.filter((target) => !exists(target)),
      []
    )
  })
})

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const timestamp = 1_700_000_000
const body = '{"amount":10}'
const signature = `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`

/** Given, in this order: what is to be accepted, then three things to refuse. */
const asked: ReadonlyArray<readonly [signature: string, body: string, now: number]> = [
  [signature, body, timestamp + 10],
  [signature, '{"amount":11}', timestamp + 10],
  [signature.slice(0, -1), body, timestamp + 10],
  [signature, body, timestamp + 301]
]

/** By language: the command that reads a program, and how a call of `verify` is printed there. */
const runners: Readonly<Record<string, readonly [command: ReadonlyArray<string>, call: (args: string) => string]>> = {
  js: [["node", "--input-type=module", "-"], (args) => `console.log(verify(${args}) ? "yes" : "no")`],
  python: [["python3", "-"], (args) => `print("yes" if verify(${args}) else "no")`],
  ruby: [["ruby", "-"], (args) => `puts(verify(${args}) ? "yes" : "no")`],
  php: [["php"], (args) => `echo verify(${args}) ? "yes\\n" : "no\\n";`]
}

describe("the signature check of the guide", () => {
  for (const [language, [[program, ...args], call]] of Object.entries(runners)) {
    const isThere = spawnSync(program!, ["--version"]).status === 0
    it.skipIf(!isThere)(`in ${language} takes what is signed and refuses what is not`, () => {
      const [sample] = blocks("docs/guides/webhooks.md", language)
      const calls = asked.map(([signed, text, now]) =>
        call(
          [JSON.stringify(secret), JSON.stringify(String(timestamp)), JSON.stringify(signed), `'${text}'`, now].join(
            ", "
          )
        )
      )
      const input = `${language === "php" ? "<?php\n" : ""}${sample}\n${calls.join("\n")}\n`
      const { stderr, stdout } = spawnSync(program!, args, { input, encoding: "utf8" })
      assert.deepStrictEqual(stdout.trim().split("\n"), ["yes", "no", "no", "no"], stderr)
    })
  }

  it("has a vector of its own that is right", () => {
    assert.include(read("docs/guides/webhooks.md"), signature)
    assert.deepStrictEqual(
      Object.keys(runners).filter((language) => blocks("docs/guides/webhooks.md", language).length !== 1),
      []
    )
  })
})

describe("the pages of the guides", () => {
  it.effect("show configurations that can be published as they stand", () =>
    Effect.gen(function* () {
      const examples = blocks("docs/guides/rules.md", "json")
      assert.isAtLeast(examples.length, 7)
      for (const example of examples) {
        const { call } = yield* (yield* TestApp).tenant()
        const { config_version_id } = (yield* call("POST", "/config-versions")).body
        const patched = yield* call("PATCH", `/config-versions/${config_version_id}`, { content: JSON.parse(example) })
        assert.strictEqual(patched.status, 200, patched.text)
        const published = yield* call("POST", `/config-versions/${config_version_id}/publish`)
        assert.strictEqual(published.status, 200, published.text)
      }
    }).pipe(Effect.provide(TestApp.layer()))
  )

  it.effect("are served beside the reference, each linked from every other, without a script in them", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const path of guides) {
        const name = path.slice("docs/guides/".length, -".md".length)
        const page = yield* call("GET", `root:/docs/guides${name === "README" ? "" : `/${name}`}`)
        assert.deepStrictEqual([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"])
        assert.include(page.text, `<h1>${/^# (.+)$/m.exec(read(path))![1]}</h1>`)
        assert.notMatch(page.text, /<script(?! src="\/docs\/script\.js" defer>)|href="[a-z-]+\.md/)
        assert.include(page.headers.get("content-security-policy"), "default-src 'none'")
        const links = Array.from(page.text.matchAll(/href="(\/docs\/guides[^"#]*)"/g), ([, link]) => link!)
        assert.isAtLeast(new Set(links).size, guides.length)
      }
      assert.strictEqual((yield* call("GET", "root:/docs/guides/nothing")).status, 404)
    }).pipe(Effect.provide(TestApp.layer()))
  )
})
