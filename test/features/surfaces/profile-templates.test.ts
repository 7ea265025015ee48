/** Profiles to hand out: kept as a live collection, written with births, applied to many buddies at once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ProfileStore } from "../../../src/features/surfaces/buddy-profiles/Store.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { ended, hatch, publish, readyEgg } from "../../kit/players/Eggs.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const templates = "/customers/me/profile-templates"
const applying = `${templates}/apply-bulk`

const make = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>>) {
  const made = yield* call("POST", templates, body)
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

const newBuddy = Effect.fnUntraced(function* (call: Call, user_id: string, metadata = {}) {
  const { result } = yield* hatch(call, yield* readyEgg(call, user_id, metadata))
  return result.buddy_id as string
})

const profileOf = (call: Call, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}/profile`), ({ body }) => body)

const apply = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>>) {
  const accepted = yield* call("POST", applying, body)
  assert.strictEqual(accepted.status, 202, accepted.text)
  return yield* ended(call, accepted.body.operation_id)
})

const plain = { badges: true, skills: false, streak: false, coins: false }

layer(TestApp.layer(), { excludeTestServices: true })("profile templates", (it) => {
  it.effect("are made under a key of their name, changed field by field, listed and removed", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const made = yield* make(call, { name: "Élite Squad!", profile: { tagline: "{name} the {stage_name}" } })
      const { created_at, profile_template_id, updated_at, ...rest } = made
      assert.isString(created_at)
      assert.deepStrictEqual(rest, {
        profile_template_key: "elite-squad",
        name: "Élite Squad!",
        description: "",
        audience: null,
        profile: { tagline: "{name} the {stage_name}", accent_color: null, is_private: false, show: plain },
        is_default: false,
        applied: { buddies: 0, last_applied_at: null }
      })
      const again = yield* make(call, { name: "Elite squad" })
      assert.match(again.profile_template_key, /^elite-squad-[a-z0-9]{6}$/)
      const reserved = yield* make(call, { name: "Constructor" })
      assert.strictEqual(reserved.profile_template_key, "profile-template-constructor")
      assert.strictEqual((yield* make(call, { name: "精英" })).profile_template_key, "profile-template")
      const path = `${templates}/elite-squad`
      const changed = yield* call("PATCH", path, { description: "For a few", profile: { accent_color: "#00ff00" } })
      assert.strictEqual(changed.status, 200, changed.text)
      // What is nested is replaced as a whole.
      const profile = { tagline: null, accent_color: "#00ff00", is_private: false, show: plain }
      assert.deepStrictEqual(
        { ...changed.body, updated_at },
        { ...made, description: "For a few", profile, updated_at }
      )
      const back = yield* call("PATCH", `${templates}/${profile_template_id}`, { description: null, profile: null })
      assert.deepInclude(back.body, { description: "", profile: { ...profile, accent_color: null } })
      const renamed = yield* call("PATCH", path, { profile_template_key: again.profile_template_key })
      assert.deepStrictEqual([renamed.status, renamed.body.error.code], [409, "already_exists"])
      const listed = yield* call("GET", `${templates}?limit=1`)
      assert.deepStrictEqual(listed.body.meta, { total: 4, page: 1, limit: 1 })
      assert.strictEqual(listed.body.data[0].name, "精英")
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("DELETE", path)).status, 404)
      assert.strictEqual((yield* call("PATCH", path, { name: "x" })).status, 404)
    })
  )

  it.effect("are refused where they are wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const of = (profile: Readonly<Record<string, unknown>>) => ({ name: "x", profile })
      const bad = [{}, of({ tagline: "{user_id}" }), of({ tagline: "a } b" }), of({ accent_color: "red" })]
      for (const body of bad) {
        const refused = yield* call("POST", templates, body)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)
      }
      const nowhere = yield* call("POST", templates, { name: "x", audience: "nobody" })
      assert.deepStrictEqual([nowhere.status, nowhere.body.error.code], [400, "unknown_audience"])
      yield* make(call, { name: "x", profile_template_key: "x" })
      const taken = yield* call("POST", templates, { name: "y", profile_template_key: "x" })
      assert.deepStrictEqual([taken.status, taken.body.error.code], [409, "already_exists"])
      assert.strictEqual((yield* call("PATCH", `${templates}/x`, { name: null })).status, 422)
      assert.strictEqual((yield* call("PATCH", `${templates}/x`, { audience: "nobody" })).status, 400)
      assert.strictEqual((yield* call("GET", templates)).body.meta.total, 1)
    })
  )

  it.effect("are a hundred at most, however many are made at once", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const sql = yield* SqlClient.SqlClient
      const one = yield* make(call, { name: "First" })
      yield* sql`
        INSERT INTO profile_templates SELECT customer_id, gen_random_uuid(), 'copy-' || number, name, description,
          audience, profile, false, created_at, updated_at FROM profile_templates, generate_series(1, 97) AS number
        WHERE customer_id = ${customer_id}::uuid AND profile_template_id = ${one.profile_template_id}::uuid`
      const more = Array.from({ length: 4 }, (_, number) => call("POST", templates, { name: `More ${number}` }))
      const answers = yield* Effect.all(more, { concurrency: 4 })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409])
      const full = answers.find(({ status }) => status === 409)!
      assert.deepInclude(full.body.error, { code: "profile_template_limit_reached", details: { max: 100 } })
    })
  )

  it.effect("have one default per audience, which newborn buddies bear", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "students" }, { key: "teachers" }] })
      const racing = ["a", "b", "c"].map((name) => make(call, { name, is_default: true, audience: "students" }))
      yield* Effect.all(racing, { concurrency: 3 })
      const everyone = yield* make(call, { name: "all", is_default: true, profile: { tagline: "Hello" } })
      const sql = yield* SqlClient.SqlClient
      const defaults = () => sql`
        SELECT profile_template_key AS key FROM profile_templates
        WHERE customer_id = ${customer_id}::uuid AND is_default ORDER BY audience NULLS LAST`
      assert.strictEqual((yield* defaults()).length, 2)
      const chosen = yield* call("PATCH", `${templates}/b`, { is_default: true, profile: { tagline: "Student" } })
      assert.deepStrictEqual(yield* defaults(), [{ key: "b" }, { key: "all" }])
      const student = yield* newBuddy(call, "ada", { audience: "students" })
      const teacher = yield* newBuddy(call, "bob", { audience: "teachers" })
      const { profile_template_id } = chosen.body
      assert.deepInclude(yield* profileOf(call, student), { tagline: "Student", profile_template_id })
      const id = everyone.profile_template_id
      assert.deepInclude(yield* profileOf(call, teacher), { tagline: "Hello", profile_template_id: id })
      const borne = (yield* call("GET", templates)).body.data.find((one: { name: string }) => one.name === "b").applied
      assert.strictEqual(borne.buddies, 1)
      assert.match(borne.last_applied_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })
  )

  it.effect("are applied to buddies: filled in or written over, once", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const [ada, bob, cyd] = [yield* newBuddy(call, "ada"), yield* newBuddy(call, "bob"), yield* newBuddy(call, "cyd")]
      yield* call("PATCH", `/buddies/${ada}/profile`, { tagline: "Mine" })
      yield* call("PATCH", `/buddies/${cyd}/archive`)
      const { profile_template_id } = yield* make(call, { name: "T", profile: { tagline: "Ours", is_private: true } })
      const sql = yield* SqlClient.SqlClient
      const books = () => sql`SELECT buddy_id, version FROM buddies WHERE customer_id = ${customer_id}::uuid ORDER BY 1`
      const before = yield* books()
      const nobody = yield* uuid
      const some = { profile_template_id, target: { buddy_ids: [ada, bob, bob.toUpperCase(), cyd, nobody, "x"] } }
      const plan = yield* call("POST", applying, { ...some, dry_run: true })
      assert.deepStrictEqual([plan.status, plan.body], [200, { matched: 2, changed: 2, unchanged: 0, skipped: 3 }])
      assert.strictEqual((yield* profileOf(call, bob)).tagline, null)

      const filled = yield* apply(call, some)
      assert.deepInclude(filled, { type: "apply_profile", status: "completed", resource_id: profile_template_id })
      const { skipped_buddies, ...counts } = filled.result
      assert.deepStrictEqual(counts, { matched: 2, changed: 2, unchanged: 0, skipped: 3 })
      assert.sameDeepMembers(skipped_buddies, [
        { buddy_id: cyd, reason: "archived" },
        { buddy_id: nobody, reason: "not_found" },
        { buddy_id: "x", reason: "not_found" }
      ])
      assert.deepInclude(yield* profileOf(call, ada), { tagline: "Mine", is_private: true, profile_template_id })
      assert.deepInclude(yield* profileOf(call, bob), { tagline: "Ours", is_private: true, profile_template_id })
      assert.deepInclude((yield* apply(call, some)).result, { changed: 0, unchanged: 2 })

      const over = { profile_template_id: "t", target: { audience: "default" }, mode: "overwrite" }
      assert.deepInclude((yield* apply(call, over)).result, { matched: 2, changed: 1, unchanged: 1, skipped: 0 })
      assert.strictEqual((yield* profileOf(call, ada)).tagline, "Ours")
      const all = { ...over, target: { all: true } }
      const idle = { matched: 2, changed: 0, unchanged: 2, skipped: 0, skipped_buddies: [] }
      assert.deepStrictEqual((yield* apply(call, all)).result, idle)
      assert.deepStrictEqual(yield* books(), before)
      const [template] = (yield* call("GET", templates)).body.data
      assert.strictEqual(template.applied.buddies, 2)

      assert.strictEqual((yield* call("DELETE", `${templates}/t`)).status, 204)
      assert.deepInclude(yield* profileOf(call, ada), { tagline: "Ours", is_private: true })
    })
  )

  it.effect("are applied to many in batches, and twenty of those left out are named", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const ada = yield* newBuddy(call, "ada")
      yield* make(call, { name: "T", profile: { tagline: "Ours" } })
      const strangers = yield* Effect.replicateEffect(uuid, 450)
      const { result } = yield* apply(call, { profile_template_id: "t", target: { buddy_ids: [...strangers, ada] } })
      assert.deepInclude(result, { matched: 1, changed: 1, skipped: 450 })
      assert.strictEqual(result.skipped_buddies.length, 20)
    })
  )

  it.effect("of a batch that was lost are told as it wrote them", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const ada = yield* newBuddy(call, "ada")
      const key = { customer_id, operation_id: yield* uuid }
      const application = { profile_template_id: yield* uuid, profile: { tagline: "Ours" }, mode: "fill" } as const
      const profiles = yield* ProfileStore
      const batch = profiles.apply(key, application, { audience: null }, null, 200)
      for (const _ of [1, 2]) {
        assert.deepStrictEqual(yield* batch, [{ buddy_id: ada, is_active: true, is_changed: true }])
      }
      const other = { ...key, operation_id: yield* uuid }
      const [again] = yield* profiles.apply(other, application, { audience: null }, null, 200)
      assert.strictEqual(again?.is_changed, false)
    }).pipe(Effect.provide(ProfileStore.layer))
  )

  it.effect("are applied to nobody where the request is wrong", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* make(call, { name: "T" })
      const to = (target: unknown, more = {}) => call("POST", applying, { profile_template_id: "t", target, ...more })
      for (const target of [{}, { all: false }, { all: true, audience: "a" }, { buddy_ids: [] }, undefined]) {
        assert.strictEqual((yield* to(target)).status, 422, JSON.stringify(target))
      }
      const crowd = Array.from({ length: 1_001 }, () => "x")
      assert.strictEqual((yield* to({ buddy_ids: crowd })).status, 422)
      assert.strictEqual((yield* to({ all: true }, { mode: "merge" })).status, 422)
      for (const dry_run of [true, false]) {
        const nowhere = yield* to({ audience: "nobody" }, { dry_run })
        assert.deepStrictEqual([nowhere.status, nowhere.body.error.code], [400, "unknown_audience"])
        assert.strictEqual((yield* to({ all: true }, { dry_run, profile_template_id: "u" })).status, 404)
      }
      assert.strictEqual((yield* call("GET", "/operations")).body.meta.total, 0)
    })
  )
})
