/** The reference as it is read: every operation on the page of its tag, with a sample that works when it is pasted. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { pathOfTag } from "../../src/edge/docs/Frame.ts"
import { tags } from "../../src/edge/reference/Tags.ts"
import { operations, reference } from "../kit/contract/ApiContract.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const readable = (html: string) =>
  html.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&")

/** The section of an operation, by the second half of its name. */
const sectionOf = (page: string, method: string) =>
  page.split('<section class="operation" id="').find((part) => part.startsWith(`${method}"`)) ?? ""

const sampleOf = (section: string) =>
  readable(/<pre class="sample" tabindex="0"><code>([\s\S]*?)<\/code>/.exec(section)?.[1] ?? "")

const bodyOf = (sample: string) => /-d '([\s\S]*)'$/.exec(sample)?.[1]?.replaceAll(`'\\''`, "'")

/** What a terminal prints. */
const pasted = (command: string, env: Readonly<Record<string, string>>) =>
  Effect.callback<string>((resume) => {
    const shell = spawn("sh", ["-c", command], { env: { ...process.env, ...env } })
    let text = ""
    shell.stdout.on("data", (chunk) => (text += String(chunk)))
    shell.once("close", () => resume(Effect.succeed(text)))
  })

layer(TestApp.shared, { excludeTestServices: true })("the pages of the reference", (it) => {
  it.effect("tell of every operation by its name, with its credential and its body", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const wrong: Array<string> = []
      for (const tag of Object.keys(tags)) {
        const { headers, status, text } = yield* call("GET", `root:${pathOfTag(tag)}`)
        assert.strictEqual(status, 200, tag)
        assert.include(headers.get("content-security-policy"), "default-src 'none'")
        assert.notMatch(text, /<script(?! src="\/docs\/script\.js" defer>)| style="| on\w+="/)
        assert.notMatch(/<nav class="side"[\s\S]*?<\/nav>/.exec(text)![0], /\/api\/v1|\{/)
        for (const { example, id, route } of operations.filter((operation) => operation.id.startsWith(`${tag}.`))) {
          const section = sectionOf(text, id.slice(tag.length + 1))
          const sample = sampleOf(section)
          const sent = bodyOf(sample)
          if (!section.includes(route.method)) wrong.push(`${id}: no section`)
          if (sample.includes("Authorization: Bearer $") !== route.gated) wrong.push(`${id}: credential`)
          if (/[?&]\w*=(&|'|$)|\{\w+\}|%7B/.test(sample.split("\n")[0]!)) wrong.push(`${id}: ${sample.split("\n")[0]}`)
          if (sent === undefined ? example !== undefined : sent !== JSON.stringify(example, null, 2)) {
            wrong.push(`${id}: body`)
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
    })
  )

  it.effect("have samples a terminal takes", () =>
    Effect.gen(function* () {
      const { baseUrl, call, tenant } = yield* TestApp
      const { key } = yield* tenant()
      const tried = [
        "eventTypes.create",
        "marketplaces.create",
        "customersMe.update",
        "schemas.get",
        "teams.importMembers"
      ]
      for (const id of tried) {
        const [tag = "", method = ""] = id.split(".")
        const { text } = yield* call("GET", `root:${pathOfTag(tag)}`)
        const sample = sampleOf(sectionOf(text, method)).replace(/http:\/\/[^/]+/, baseUrl)
        const printed = JSON.parse(yield* pasted(sample, { KEY: key }))
        assert.notProperty(printed, "error", `${id}: ${JSON.stringify(printed)}`)
      }
    })
  )

  it.effect("stand beside the guides, tell of every event, and lead on from the first page", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const { text } = yield* call("GET", "root:/docs")
      for (const path of [...Object.keys(tags).map(pathOfTag), "/docs/guides/webhooks", "/docs/webhook-events"]) {
        assert.include(text, `href="${path}"`)
      }
      const events = yield* call("GET", "root:/docs/webhook-events")
      for (const event of Object.keys(reference.webhooks)) assert.include(events.text, `id="${event}"`)
    })
  )

  it.effect("are made of the contract, whose place is this service", () =>
    Effect.gen(function* () {
      const { body, headers } = yield* (yield* TestApp).call("GET", "root:/openapi.json")
      const { info, servers, ...rest } = body
      assert.deepStrictEqual(rest, Object.fromEntries(Object.entries(reference).filter(([name]) => name in rest)))
      assert.deepStrictEqual(Object.keys(rest).length, Object.keys(reference).length - 2)
      const [{ url }] = servers
      assert.strictEqual(info.contact.url, `${url}/docs`)
      assert.strictEqual(headers.get("access-control-allow-origin"), "*")
    })
  )

  it.effect("come packed as the browser takes them, and not twice", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const read = (encoding: string, headers: Record<string, string> = {}) =>
        Effect.promise(async () => {
          const answer = await fetch(`${baseUrl}/docs/events`, { headers: { "accept-encoding": encoding, ...headers } })
          return { answer, text: await answer.text() }
        })
      const plain = yield* read("identity")
      for (const encoding of ["br", "gzip"]) {
        const { answer, text } = yield* read(encoding)
        assert.strictEqual(answer.headers.get("content-encoding"), encoding)
        assert.strictEqual(answer.headers.get("vary"), "Accept-Encoding")
        assert.strictEqual(text, plain.text)
        assert.isBelow(Number(answer.headers.get("content-length")), plain.text.length / 3)
        const again = yield* read(encoding, { "if-none-match": answer.headers.get("etag") ?? "" })
        assert.strictEqual(again.answer.status, 304)
        const among = yield* read(encoding, { "if-none-match": `"other", W/${answer.headers.get("etag")}` })
        assert.strictEqual(among.answer.status, 304)
      }
      assert.isNull(plain.answer.headers.get("content-encoding"))
      assert.isNull((yield* read("br;q=0, gzip;q=0")).answer.headers.get("content-encoding"))
    })
  )
})
