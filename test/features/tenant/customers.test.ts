import { assert, layer } from "@effect/vitest"
import * as fc from "fast-check"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, it } from "vitest"
import { slugOf, successorOfImplicit } from "../../../src/features/tenant/customers/Rules.ts"
import { CacheInvalidation, type Change } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { Tenants } from "../../../src/platform/auth/Tenants.ts"
import { hatched } from "../../kit/players/StoredBuddy.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

/** Answers how to look at the audience of the customer's buddy and egg. */
const player = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { buddy_id, egg_id } = yield* hatched(customer_id)
    return Effect.all({
      buddy: sql`SELECT audience, version::int AS version FROM buddies WHERE buddy_id = ${buddy_id}::uuid`,
      egg: sql`SELECT audience FROM eggs WHERE egg_id = ${egg_id}::uuid`
    })
  })

const coin_name = { singular: "coin", plural: "coins" }
const unset = { website_url: null, support_email: null, hall_of_fame: { enabled: false, top: 10 } }

layer(TestApp.shared, { excludeTestServices: true })("a workspace", (it) => {
  it.effect("shows its plan, every setting with its default, and its audiences", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "pro", name: "Acme" })
      const { body, status } = yield* call("GET", "/customers/me")
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        customer_id,
        name: "Acme",
        plan: "pro",
        settings: { timezone: "UTC", max_lateness_days: 7, lapsed_after_days: 14, locale: "en", coin_name, ...unset },
        audiences: [],
        active_config_version_id: null
      })
      assert.hasAllKeys(body, [
        "customer_id",
        "name",
        "slug",
        "plan",
        "settings",
        "audiences",
        "active_config_version_id",
        "created_at"
      ])
    })
  )

  it.effect("can change its name and nothing else of itself", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const renamed = yield* call("PATCH", "/customers/me", { name: "New name" })
      assert.strictEqual(renamed.body.name, "New name")
      assert.strictEqual((yield* call("GET", "/auth/api-keys/whoami")).body.customer_name, "New name")
      assert.deepStrictEqual((yield* call("PATCH", "/customers/me", {})).body, renamed.body)
      for (const body of [{ plan: "enterprise" }, { slug: "mine" }, { name: "" }, { name: null }]) {
        assert.strictEqual((yield* call("PATCH", "/customers/me", body)).status, 422, JSON.stringify(body))
      }
    })
  )

  it.effect("changes one setting at a time, and null restores the default", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const tenants = yield* Tenants
      const patch = (body: unknown) => call("PATCH", "/customers/me/settings", body)
      yield* patch({ timezone: "Europe/Berlin" })
      const second = yield* patch({ max_lateness_days: 1, locale: "de-AT" })
      assert.deepStrictEqual(second.body.settings, {
        timezone: "Europe/Berlin",
        max_lateness_days: 1,
        lapsed_after_days: 14,
        locale: "de-AT",
        coin_name,
        ...unset
      })
      const facts = yield* tenants.get(customer_id)
      assert.deepInclude(facts, { timezone: "Europe/Berlin", max_lateness_days: 1 })
      const restored = yield* patch({ timezone: null, max_lateness_days: null })
      assert.deepStrictEqual(restored.body.settings, {
        timezone: "UTC",
        max_lateness_days: 7,
        lapsed_after_days: 14,
        locale: "de-AT",
        coin_name,
        ...unset
      })
      assert.deepInclude(yield* tenants.get(customer_id), { timezone: "UTC", max_lateness_days: 7 })
    })
  )

  it.effect("says where it is at home and who helps, until it is taken back", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const settings = { website_url: "https://acme.example/learn", support_email: "help@acme.example" }
      const changed = yield* call("PATCH", "/customers/me/settings", settings)
      assert.deepInclude(changed.body.settings, settings)
      yield* call("PATCH", "/customers/me/settings", { website_url: "http://acme.example" })
      assert.deepInclude((yield* call("GET", "/customers/me")).body.settings, settings)
      const restored = yield* call("PATCH", "/customers/me/settings", { website_url: null, support_email: null })
      assert.deepInclude(restored.body.settings, unset)
    })
  )

  it.effect("leaves alone what other families keep in the same document", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE customers SET settings = '{"theirs": {"a": 1}}' WHERE customer_id = ${customer_id}::uuid`
      yield* call("PATCH", "/customers/me/settings", { locale: "fr" })
      const [row] = yield* sql`SELECT settings FROM customers WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(row?.["settings"], { theirs: { a: 1 }, locale: "fr" })
    })
  )

  it.effect("takes a lateness of no days that was set once for one day", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      yield* sql`UPDATE customers SET settings = '{"max_lateness_days": 0}' WHERE customer_id = ${customer_id}::uuid`
      // Every node reads it again.
      yield* call("PATCH", "/customers/me/settings", { locale: "fr" })
      assert.strictEqual((yield* call("GET", "/customers/me")).body.settings.max_lateness_days, 1)
      const { body } = yield* call("POST", "/events", lesson("ada", { occurred_at: new Date(Date.now() - 60_000) }))
      assert.isAbove(body.effects.coins, 0)
    })
  )

  it.effect("refuses settings that mean nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const refused = [
        { timezone: "Mars/Olympus" },
        { timezone: "+05:00" },
        { timezone: 5 },
        { max_lateness_days: -1 },
        { max_lateness_days: 0 },
        { max_lateness_days: 31 },
        { max_lateness_days: 1.5 },
        { locale: "not a tag" },
        { locale: "" },
        { maxLatenessDays: 3 },
        { website_url: "http://acme.example" },
        { website_url: "https://" },
        { website_url: "https://user:secret@acme.example" },
        { website_url: "https://@acme.example" },
        { website_url: "https:///acme.example" },
        { website_url: "https://acme.example/a b" },
        { website_url: "javascript:alert(1)" },
        { website_url: `https://acme.example/${"a".repeat(2_000)}` },
        { support_email: "acme.example" },
        { support_email: "help@acme.example?bcc=all@acme.example" },
        { support_email: "help@acme.example\nbcc: all@acme.example" },
        { support_email: "" },
        { coin_name: { singular: "star" } },
        { coin_name: { singular: "", plural: "stars" } },
        { coin_name: { singular: "star", plural: "s".repeat(31) } },
        { colour: "red" }
      ]
      for (const body of refused) {
        const answer = yield* call("PATCH", "/customers/me/settings", body)
        assert.strictEqual(answer.status, 422, JSON.stringify(body))
      }
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("audiences", (it) => {
  const replace = (call: Call, ...keys: ReadonlyArray<string>) =>
    call("PATCH", "/customers/me/audiences", { audiences: keys.map((key) => ({ key })) })

  it.effect("are replaced as a whole", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const audiences = [{ key: "students", name: "Students" }, { key: "teachers" }]
      const first = yield* call("PATCH", "/customers/me/audiences", { audiences })
      assert.deepStrictEqual([first.status, first.body.audiences], [200, audiences])
      assert.deepStrictEqual((yield* replace(call, "parents")).body.audiences, [{ key: "parents" }])
      assert.deepStrictEqual((yield* call("GET", "/customers/me")).body.audiences, [{ key: "parents" }])
      assert.deepStrictEqual((yield* replace(call)).body.audiences, [])
    })
  )

  it.effect("have at most twenty entries with keys of their own", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const many = Array.from({ length: 21 }, (_, index) => `a${index}`)
      assert.strictEqual((yield* replace(call, ...many)).status, 422)
      assert.strictEqual((yield* replace(call, ...many.slice(1))).status, 200)
      assert.strictEqual((yield* replace(call, "a", "b", "a")).status, 422)
      assert.strictEqual((yield* replace(call, "Upper")).status, 422)
      // No rule could name it.
      assert.strictEqual((yield* replace(call, "constructor")).status, 422)
      assert.strictEqual((yield* call("PATCH", "/customers/me/audiences", {})).status, 422)
    })
  )

  it.effect("configured for the first time: the first one takes over the implicit one's eggs and buddies", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call, customer_id } = yield* app.tenant()
      const bystander = yield* app.tenant()
      const read = yield* player(customer_id)
      const readBystander = yield* player(bystander.customer_id)
      yield* replace(call, "students", "teachers")
      assert.deepStrictEqual(yield* read, {
        buddy: [{ audience: "students", version: 8 }],
        egg: [{ audience: "students" }]
      })
      const refused = yield* replace(call, "teachers")
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "audience_in_use"])
      assert.deepStrictEqual(refused.body.error.details, { audience: "students", buddies: 1, eggs: 1 })
      assert.deepStrictEqual((yield* call("GET", "/customers/me")).body.audiences.length, 2)
      assert.strictEqual((yield* replace(call, "students")).status, 200)
      assert.deepStrictEqual((yield* readBystander).buddy, [{ audience: "default", version: 7 }])
    })
  )

  it.effect("configured while a buddy is at work: it goes on under its new audience, and loses nothing", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const { buddy_id } = yield* hatched(customer_id)
      const occurred_at = new Date().toISOString()
      const send = (event_id: string, fields: Record<string, unknown> = {}) =>
        call("POST", "/events", { event_id, user_id: "ada", type: "lesson.completed", occurred_at, ...fields })
      const first = yield* send("e1")
      assert.strictEqual(first.body.effects?.coins, 10, first.text)
      yield* replace(call, "students", "teachers")
      assert.strictEqual((yield* send("e2")).body.error.code, "missing_audience")
      assert.strictEqual((yield* send("e2", { audience: "teachers" })).body.effects.coins, 0)
      assert.strictEqual((yield* send("e3", { audience: "students" })).body.effects.coins, 10)
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.coins, 20)
    })
  )

  it.effect("cannot be taken off the list while an egg is laid for them", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      for (let round = 0; round < 10; round++) {
        assert.strictEqual((yield* replace(tenant.call, "kept", `gone-${round}`)).status, 200)
        const laid = tenant.call("POST", "/eggs", { user_id: "ada", metadata: { audience: `gone-${round}` } })
        const [egg, list] = yield* Effect.all([laid, replace(tenant.call, "kept")], { concurrency: "unbounded" })
        const outcome = [egg.status === 201, list.status === 200]
        assert.include([[true, false].join(), [false, true].join()], outcome.join(), `${egg.text} ${list.text}`)
        if (egg.status !== 201) continue
        const cancel = { status: "cancelled" }
        assert.strictEqual((yield* tenant.call("PATCH", `/eggs/${egg.body.egg_id}/status`, cancel)).status, 200)
      }
    })
  )

  it.effect("that name the implicit one leave it its own", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const read = yield* player(customer_id)
      yield* replace(call, "students", "default")
      assert.deepStrictEqual((yield* read).buddy, [{ audience: "default", version: 7 }])
    })
  )

  it.effect("are announced to every node once the change is committed", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const heard: Array<Change> = []
      const changes = yield* CacheInvalidation
      changes.subscribe((change) => void heard.push(change))
      yield* replace(call, "students")
      assert.deepInclude(heard, { _tag: "Tenant", customer_id })
    })
  )
})

describe("rules of a workspace", () => {
  it("a slug is short, safe in an address, and never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (name) => {
        assert.match(slugOf(name), /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/)
      })
    )
    assert.strictEqual(slugOf("  Déjà Vu & Söhne GmbH! "), "deja-vu-sohne-gmbh")
  })

  it("the implicit audience has a successor only when audiences appear for the first time", () => {
    const keys = (...names: ReadonlyArray<string>) => names.map((key) => ({ key }))
    assert.strictEqual(successorOfImplicit([], keys("a", "b")), "a")
    assert.strictEqual(successorOfImplicit([], []), undefined)
    assert.strictEqual(successorOfImplicit(keys("a"), keys("b")), undefined)
    assert.strictEqual(successorOfImplicit([], keys("a", "default")), undefined)
  })
})
