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
import { knownCodes } from "../kit/contract/ApiContract.ts"
import { limitsPage, limitsTold } from "../kit/contract/LimitsPage.ts"
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

  it("have samples that can be pasted: nothing unset in them, and no day that has gone by", () => {
    const shell = (path: string) => [...blocks(path, "sh"), ...blocks(path, "bash")].join("\n")
    const namesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name]) => name!)
    const set = (text: string) => namesIn(text, /(?:^|\s|for )([A-Za-z_]\w*)(?:=| in )/gm)
    const everywhere = set(shell("docs/guides/README.md"))
    const unset = guides.flatMap((path) => {
      const known = new Set([...everywhere, ...set(shell(path))])
      return namesIn(shell(path), /\$([A-Za-z_]\w*)/g).flatMap((name) => (known.has(name) ? [] : `${path}: ${name}`))
    })
    assert.deepStrictEqual([...new Set(unset)], [])
    assert.deepStrictEqual(
      guides.filter((path) => /"occurred_at": ?"\d/.test(shell(path))),
      []
    )
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

type Runner = readonly [command: ReadonlyArray<string>, call: (args: string) => string, raw?: (body: string) => string]

/** By language: what reads a program, how a call of `verify` is printed there, and what servers of it call a body. */
const runners: Readonly<Record<string, Runner>> = {
  js: [["node", "--input-type=module", "-"], (args) => `console.log(verify(${args}) ? "yes" : "no")`],
  python: [["python3", "-"], (args) => `print("yes" if verify(${args}) else "no")`, (body) => `b'${body}'`],
  ruby: [["ruby", "-"], (args) => `puts(verify(${args}) ? "yes" : "no")`],
  php: [["php"], (args) => `echo verify(${args}) ? "yes\\n" : "no\\n";`]
}

const quoted = (body: string) => `'${body}'`

describe("the signature check of the guide", () => {
  for (const [language, [[program, ...args], call, raw = quoted]] of Object.entries(runners)) {
    const isThere = spawnSync(program!, ["--version"]).status === 0
    it.skipIf(!isThere)(`in ${language} takes what is signed and refuses what is not`, () => {
      const [sample] = blocks("docs/guides/webhooks.md", language)
      const calls = asked.map(([signed, text, now]) =>
        call([...[secret, String(timestamp), signed].map((given) => JSON.stringify(given)), raw(text), now].join(", "))
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
