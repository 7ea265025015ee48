/** `hatchery config` as a process of its own against a running service. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hatcheryIn } from "../../kit/process/Command.ts"
import { studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "hatchery-config-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const desk = Effect.gen(function* () {
  const { baseUrl, tenant } = yield* TestApp
  const account = yield* tenant()
  const path = join(yield* folder, "config.json")
  const run = (...args: ReadonlyArray<string>) =>
    hatcheryIn({ HATCHERY_API_KEY: account.key, HATCHERY_BASE_URL: baseUrl }, "config", ...args)
  return { ...account, baseUrl, path, run }
})

/** The service through a door where somebody is faster: `meanwhile` happens once a plan was answered. */
const overtaken = (baseUrl: string, meanwhile: Effect.Effect<unknown>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const door = createServer(async (request, response) => {
        const body: Array<Buffer> = []
        for await (const chunk of request) body.push(chunk as Buffer)
        const headers = { authorization: String(request.headers.authorization), "content-type": "application/json" }
        const { method = "", url = "" } = request
        const sent = body.length === 0 ? {} : { body: Buffer.concat(body) }
        const answer = await fetch(baseUrl + url, { method, headers, ...sent })
        const text = await answer.text()
        if (url.endsWith("/plan")) await Effect.runPromise(meanwhile)
        response.writeHead(answer.status, { "content-type": "application/json" }).end(text)
      })
      await new Promise<void>((resume) => door.listen(0, "127.0.0.1", resume))
      return door
    }),
    (door) => Effect.sync(() => door.close())
  ).pipe(Effect.map((door) => `http://127.0.0.1:${(door.address() as AddressInfo).port}`))

layer(TestApp.layer(), { excludeTestServices: true })("hatchery config", (it) => {
  it.effect("pushes a file, publishes it, and pulls the same file from another workspace", () =>
    Effect.gen(function* () {
      const { call, path, run } = yield* desk
      writeFileSync(path, JSON.stringify({ content: { ...studyContent, gates: [] } }))
      const planned = yield* run("plan", "--exit-code", path)
      assert.deepStrictEqual([planned.code, planned.err], [2, ""])
      assert.match(planned.out, /^\+ token_type gem$/m)
      assert.match(planned.out, /Compared with an empty workspace: \d+ to add, 0 to change, 0 to remove\.\n$/)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)

      const pushed = yield* run("push", path)
      assert.deepStrictEqual([pushed.code, pushed.err], [0, ""])
      assert.match(pushed.out, /Draft 1 is as the file says\.\n$/)
      assert.deepStrictEqual(yield* run("publish"), { code: 0, out: "Published version 1.\n", err: "" })
      assert.strictEqual((yield* call("GET", "/config-versions/1")).body.is_active, true)
      const again = yield* run("plan", "--exit-code", path)
      assert.deepStrictEqual(
        [again.code, again.out.split("\n").at(-2)],
        [0, "Nothing to change: published 1 is as the file says."]
      )
      // Nothing to do: no draft is opened for it.
      assert.strictEqual((yield* run("push", "--publish", path)).code, 0)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)

      assert.deepStrictEqual(yield* run("pull", path), { code: 0, out: `Wrote ${path}.\n`, err: "" })
      const pulled = readFileSync(path, "utf8")
      const other = yield* desk
      assert.strictEqual((yield* other.run("push", "--publish", path)).code, 0)
      const fromOther = yield* other.run("pull", "-")
      assert.strictEqual(fromOther.out, pulled)
      assert.strictEqual((yield* other.call("GET", "/config-versions/1")).body.status, "published")
    })
  )

  it.effect("names each change in a line and pushes nothing that could not be published", () =>
    Effect.gen(function* () {
      const { baseUrl, call, key, path } = yield* desk
      // The prefix may stand in the base URL, and an option goes before the environment.
      const run = (...args: ReadonlyArray<string>) =>
        hatcheryIn({ HATCHERY_API_KEY: key, HATCHERY_BASE_URL: "http://127.0.0.1:9" }, "config", ...args)
      const to = ["--base-url", `${baseUrl}/api/v1`]
      writeFileSync(path, JSON.stringify({ content: studyContent }))
      assert.strictEqual((yield* run("push", ...to, "--publish", path)).code, 0)
      const changed = structuredClone(studyContent)
      changed.coin_rules[0]!.amount.value = 11
      changed.token_rules[0]!.token_key = "nothing"
      writeFileSync(path, JSON.stringify({ content: changed }))
      const refused = yield* run("push", ...to, path)
      assert.deepStrictEqual([refused.code, refused.err], [1, "hatchery: Nothing was pushed.\n"])
      assert.match(refused.out, /^~ coin_rule lesson_coins {2}amount\.value: 10 -> 11$/m)
      assert.match(
        refused.out,
        /^! publishing would refuse: \S+:1:\d+ {2}\S+: token_rules\.xp_per_lesson names the unknown token/m
      )
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
      const json = JSON.parse((yield* run("plan", ...to, "--json", path)).out)
      assert.deepInclude(json, { in_sync: false, counts: { added: 0, changed: 2, removed: 0 } })
    })
  )

  it.effect("pushes only what it has shown: of somebody who was faster it tells, and writes nothing", () =>
    Effect.gen(function* () {
      const { baseUrl, call, path, run } = yield* desk
      writeFileSync(path, JSON.stringify({ content: { ...studyContent, gates: [] } }))
      assert.strictEqual((yield* run("push", "--publish", path)).code, 0)
      const changed = structuredClone(studyContent)
      changed.coin_rules[0]!.amount.value = 11
      writeFileSync(path, JSON.stringify({ content: changed }))
      const colleague = call("POST", "/coin-rules", { ...studyContent.coin_rules[0]!, rule_key: "colleagues" })
      const door = yield* overtaken(baseUrl, colleague)
      const refused = yield* run("push", "--base-url", door, "--publish", path)
      assert.strictEqual(refused.code, 1)
      assert.match(refused.out, /^~ coin_rule lesson_coins {2}amount\.value: 10 -> 11$/m)
      assert.match(refused.err, /^hatchery: config_changed: .*Nothing was written: plan again.*\n$/)
      const rules: ReadonlyArray<{ rule_key: string }> = (yield* call("GET", "/coin-rules")).body.data
      assert.sameMembers(
        rules.map(({ rule_key }) => rule_key),
        ["lesson_coins", "colleagues"]
      )
      assert.strictEqual((yield* call("GET", "/config-versions/1")).body.is_active, true)
      const again = yield* run("push", "--yes", path)
      assert.strictEqual(again.code, 0)
      assert.match(again.out, /^- coin_rule colleagues$/m)
    })
  )

  it.effect("names the place of what does not fit, and what was probably meant", () =>
    Effect.gen(function* () {
      const { call, path, run } = yield* desk
      const wrong = structuredClone(studyContent) as unknown as Record<string, ReadonlyArray<Record<string, unknown>>>
      wrong["coin_rules"]![0]!["rule_kee"] = wrong["coin_rules"]![0]!["rule_key"]
      wrong["token_rulez"] = []
      delete wrong["coin_rules"]![0]!["amount"]
      const text = JSON.stringify({ content: wrong }, null, 2)
      writeFileSync(path, text)
      const lineOf = (word: string) => text.split("\n").findIndex((line) => line.includes(word)) + 1
      const refused = yield* run("plan", path)
      assert.deepStrictEqual([refused.code, refused.out], [1, ""])
      assert.match(refused.err, /^hatchery: \S+config\.json does not fit:\n/)
      const said = (line: number, rest: string) => assert.include(refused.err, `config.json:${line}:`, rest)
      said(lineOf('"rule_kee"'), "the unknown property")
      assert.match(refused.err, /:\d+:\d+ {2}content\.coin_rules\.0\.rule_kee: .*; did you mean rule_key\?$/m)
      said(lineOf('"token_rulez"'), "the unknown section")
      assert.match(refused.err, /content\.token_rulez: .*; did you mean token_rules\?$/m)
      assert.match(refused.err, /content\.coin_rules\.0\.amount: Missing key$/m)

      const typo = structuredClone(studyContent)
      typo.token_rules[0]!.token_key = "xpp"
      const typed = JSON.stringify({ content: typo }, null, 2)
      writeFileSync(path, typed)
      const line = typed.split("\n").findIndex((one) => one.includes('"xpp"')) + 1
      const unpublishable = yield* run("push", path)
      assert.strictEqual(unpublishable.code, 1)
      assert.match(
        unpublishable.out,
        new RegExp(
          `config\\.json:${line}:\\d+ {2}content\\.token_rules\\.0\\.token_key: .*xpp; did you mean xp\\?$`,
          "m"
        )
      )
      writeFileSync(path, '{\n  "content": {,}\n}')
      assert.match((yield* run("plan", path)).err, /is no JSON: .*line 2/)
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 0)
    })
  )

  it.effect("removes nothing unasked, and sums up what nobody would read", () =>
    Effect.gen(function* () {
      const { call, path, run } = yield* desk
      const rules = Array.from({ length: 100 }, (_, index) => ({
        ...studyContent.coin_rules[0]!,
        rule_key: `rule_${index}`
      }))
      const [first, ...others] = rules
      writeFileSync(path, JSON.stringify({ content: { ...studyContent, coin_rules: rules } }))
      const many = yield* run("push", path)
      assert.deepStrictEqual([many.code, many.err], [0, ""])
      assert.isBelow(many.out.split("\n").length, 60)
      assert.match(many.out, /^ {2}and \d+ .*coin_rule.*; --all shows them$/m)
      assert.match((yield* run("plan", "--json", path)).out, /"in_sync": true/)

      writeFileSync(path, JSON.stringify({ content: { ...studyContent, coin_rules: [first] } }))
      const whole = yield* run("plan", "--all", path)
      assert.strictEqual(whole.out.split("\n").filter((line) => line.startsWith("- coin_rule ")).length, others.length)
      const refused = yield* run("push", path)
      assert.strictEqual(refused.code, 1)
      assert.match(refused.out, /^This removes 99 coin_rule\.$/m)
      assert.strictEqual(refused.err, "hatchery: Nothing was pushed: this removes 99 coin_rule. Say --yes to go on.\n")
      const left = () => Effect.map(call("GET", "/coin-rules"), ({ body }) => body.meta.total)
      assert.strictEqual(yield* left(), 100)
      assert.strictEqual((yield* run("push", "--yes", path)).code, 0)
      assert.strictEqual(yield* left(), 1)
    })
  )

  it.effect("says in one line what is wrong and exits with 1", () =>
    Effect.gen(function* () {
      const { baseUrl, path, run } = yield* desk
      writeFileSync(path, "{")
      const key = { HATCHERY_API_KEY: "svc_live_nothing", HATCHERY_BASE_URL: baseUrl }
      const answers = yield* Effect.all(
        [
          run("pull", path),
          run("publish"),
          run("plan", path),
          run("plan", `${path}.missing`),
          hatcheryIn({ HATCHERY_API_KEY: "" }, "config", "publish"),
          hatcheryIn(key, "config", "publish"),
          hatcheryIn({ ...key, HATCHERY_BASE_URL: "http://127.0.0.1:9" }, "config", "publish"),
          hatcheryIn({ ...key, HATCHERY_BASE_URL: "nowhere" }, "config", "publish")
        ],
        { concurrency: 2 }
      )
      const says = [
        /^hatchery: There is no config version yet\.\n$/,
        /^hatchery: There is no open draft\.\n$/,
        /^hatchery: .*config\.json is no JSON: .*\n$/,
        /^hatchery: There is no .*missing: config pull writes one\.\n$/,
        /^hatchery: Set HATCHERY_API_KEY to a secret key of the workspace\.\n$/,
        /^hatchery: unauthorized: .*\n$/,
        /^hatchery: http:\/\/127\.0\.0\.1:9 does not answer\. Is it running\? .*\n$/,
        /^hatchery: nowhere is no base URL, which begins with http:\/\/ or https:\/\/, as .*\n$/
      ]
      for (const [index, answer] of answers.entries()) {
        assert.deepStrictEqual([answer.code, answer.out], [1, ""])
        assert.match(answer.err, says[index]!)
      }
    })
  )
})
