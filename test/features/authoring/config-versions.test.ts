import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { Tenants } from "../../../src/platform/auth/Tenants.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const trigger = { event_type: "lesson.completed" }
const coinRule = (rule_key: string, value = 10) => ({ rule_key, trigger, amount: { mode: "fixed", value } })
const curve = { mode: "quadratic", base: 100 }

/** A workspace whose first version is published. */
const published = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const rule = yield* tenant.call("POST", "/coin-rules", coinRule("lesson_coins"))
  const draft = yield* tenant.call("POST", "/config-versions")
  const version = yield* tenant.call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
  assert.strictEqual(version.status, 200, version.text)
  return { ...tenant, rule: rule.body, version: version.body }
})

const openDraft = (call: Call) => Effect.map(call("POST", "/config-versions"), (answer) => answer.body)

layer(TestApp.shared, { excludeTestServices: true })("a config version", (it) => {
  it.effect("is opened as a draft once, and found by id and number", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const opened = yield* call("POST", "/config-versions", { name: "Spring" })
      assert.strictEqual(opened.status, 201)
      const { config_version_id, content, ...facts } = opened.body
      assert.deepStrictEqual(content.coin_rules, [])
      assert.deepInclude(facts, { number: 1, name: "Spring", status: "draft", is_active: false, published_at: null })
      const again = yield* call("POST", "/config-versions", {})
      assert.deepStrictEqual([again.status, again.body.config_version_id], [200, config_version_id])
      for (const reference of [config_version_id, 1]) {
        assert.deepStrictEqual((yield* call("GET", `/config-versions/${reference}`)).body, opened.body)
      }
      for (const reference of ["2", "nonsense", "00000000-0000-7000-8000-000000000000"]) {
        assert.strictEqual((yield* call("GET", `/config-versions/${reference}`)).status, 404)
      }
      const bad = yield* call("POST", "/config-versions", { title: "x" })
      assert.deepStrictEqual([bad.status, bad.body.error.message], [422, "property title should not exist"])
    })
  )

  it.effect("replaces the sections that are sent, keeps the others, and gives entries identifiers", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const draft = yield* openDraft(call)
      const path = `/config-versions/${draft.config_version_id}`
      const first = yield* call("PATCH", path, { content: { coin_rules: [coinRule("a"), coinRule("b")] } })
      assert.strictEqual(first.status, 200, first.text)
      const [a, b] = first.body.content.coin_rules
      assert.match(a.rule_id, /^[0-9a-f-]{36}$/)

      // b keeps its identifier by its key, a is renamed under its own, c is new.
      const renamed = { ...coinRule("a2"), rule_id: a.rule_id }
      const second = yield* call("PATCH", path, {
        name: "Named",
        content: {
          coin_rules: [coinRule("b", 7), renamed, coinRule("a")],
          evolution_rules: { max_stage: 1, stages: [] }
        }
      })
      const rules = second.body.content.coin_rules
      assert.deepStrictEqual(
        rules.slice(0, 2).map((rule: { rule_id: string }) => rule.rule_id),
        [b.rule_id, a.rule_id]
      )
      assert.notInclude([a.rule_id, b.rule_id], rules[2].rule_id)
      assert.strictEqual(second.body.name, "Named")
      const third = yield* call("PATCH", path, { content: { token_types: [] } })
      assert.deepStrictEqual(third.body.content, second.body.content)
    })
  )

  it.effect("refuses repeated keys, shared identifiers and unknown sections", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const path = `/config-versions/${(yield* openDraft(call)).config_version_id}`
      const patch = (content: unknown) => call("PATCH", path, { content })
      const twice = yield* patch({ coin_rules: [coinRule("a"), coinRule("a")] })
      assert.deepStrictEqual([twice.status, twice.body.error.message], [422, "rule_key a appears twice"])
      const rule_id = "0198a000-0000-7000-8000-000000000001"
      const shared = yield* patch({
        coin_rules: [{ ...coinRule("a"), rule_id }],
        token_rules: [{ ...coinRule("b"), token_key: "gem", rule_id: rule_id.toUpperCase() }]
      })
      assert.deepStrictEqual([shared.status, shared.body.error.message], [422, `rule_id ${rule_id} is used twice`])
      assert.strictEqual((yield* patch({ coin_rules: [{ ...coinRule("a"), rule_id: "mine" }] })).status, 422)
      assert.include((yield* patch({ lotteries: [] })).body.error.message, "property lotteries should not exist")
      assert.deepStrictEqual((yield* call("GET", path)).body.content.coin_rules, [])
    })
  )

  it.effect("takes the place of the active one when it is published, and is frozen from then on", () =>
    Effect.gen(function* () {
      const { call, customer_id, version } = yield* published
      const tenants = yield* Tenants
      assert.deepInclude(version, { number: 1, status: "published", is_active: true })
      assert.strictEqual((yield* tenants.get(customer_id)).active_config_version_id, version.config_version_id)
      const frozen = yield* call("PATCH", `/config-versions/${version.config_version_id}`, { name: "x" })
      assert.deepStrictEqual([frozen.status, frozen.body.error.code], [409, "config_not_draft"])
      const again = yield* call("POST", `/config-versions/${version.config_version_id}/publish`)
      assert.deepStrictEqual([again.status, again.body.error.code], [409, "config_not_draft"])

      yield* call("POST", "/coin-rules", coinRule("second"))
      const draft = yield* openDraft(call)
      const next = yield* call("POST", `/config-versions/${draft.config_version_id}/publish`)
      assert.deepInclude(next.body, { number: 2, is_active: true })
      assert.strictEqual((yield* tenants.get(customer_id)).active_config_version_id, next.body.config_version_id)
      const old = yield* call("GET", `/config-versions/${version.config_version_id}`)
      assert.deepInclude(old.body, { status: "archived", is_active: false, content_hash: version.content_hash })
      assert.deepStrictEqual(old.body.content, version.content)
      const rollback = yield* call("POST", `/config-versions/${version.config_version_id}/publish`)
      assert.deepStrictEqual([rollback.status, rollback.body.error.code], [409, "config_not_draft"])
      const listed = yield* call("GET", "/config-versions?limit=1")
      assert.deepStrictEqual([listed.body.data[0].number, listed.body.meta.total], [2, 2])
    })
  )

  it.effect("cannot be changed or deleted in the database either, and its hash is that of what is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { version } = yield* published
      const id = version.config_version_id
      const forbidden = [
        sql`UPDATE config_versions SET content = '{}'::jsonb WHERE config_version_id = ${id}::uuid`,
        sql`UPDATE config_versions SET status = 'draft' WHERE config_version_id = ${id}::uuid`,
        sql`UPDATE config_versions SET content_hash = 'x' WHERE config_version_id = ${id}::uuid`,
        sql`DELETE FROM config_versions WHERE config_version_id = ${id}::uuid`
      ]
      for (const statement of forbidden) {
        const error = yield* Effect.flip(statement)
        assert.include(JSON.stringify(error.reason), "HA001")
      }
      const [stored] =
        yield* sql`SELECT content::text AS text FROM config_versions WHERE config_version_id = ${id}::uuid`
      const hash = createHash("sha256").update(String(stored?.text)).digest("hex")
      assert.strictEqual(version.content_hash, `sha256:${hash}`)
    })
  )

  it.effect("is not published while it is empty", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const draft = yield* openDraft(call)
      const empty = yield* call("POST", `/config-versions/${draft.config_version_id}/publish`)
      assert.deepStrictEqual([empty.status, empty.body.error.code], [400, "config_empty"])
    })
  )

  it.effect("is not published while it names what nobody defined, and every such place is told", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { config_version_id } = yield* openDraft(call)
      const condition = (type: string, key: string, value: unknown = 1) => ({
        conditions: [{ type, key, operator: typeof value === "boolean" ? "eq" : "gte", value }]
      })
      yield* call("PATCH", `/config-versions/${config_version_id}`, {
        content: {
          token_rules: [{ ...coinRule("pays_gems"), token_key: "gem" }],
          skill_rules: [{ ...coinRule("trains"), skill_key: "focus" }],
          skill_decay_rules: [{ rule_key: "fades", skill_key: "focus", idle_days: 7 }],
          badge_definitions: [{ badge_key: "hero", label: "Hero", criteria: condition("streak_current", "daily") }],
          streak_rules: [
            {
              streak_key: "weekly",
              qualifying: { events: [trigger] },
              milestones: [{ length: 7, reward: { badges: ["ghost"], tokens: [{ token_key: "gem", amount: 1 }] } }]
            }
          ],
          evolution_rules: {
            max_stage: 2,
            stages: [{ stage: 2, name: "Scout", requirements: condition("gate_unlocked", "lab", true) }],
            prestige: { requirements: condition("item_owned", "hat", true) }
          }
        }
      })
      const refused = yield* call("POST", `/config-versions/${config_version_id}/publish`)
      assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"])
      const issues: ReadonlyArray<{ path: ReadonlyArray<string | number>; message: string }> =
        refused.body.error.details.issues
      assert.deepStrictEqual(
        issues.map((issue) => issue.message),
        [
          "token_rules.pays_gems names the unknown token gem",
          "skill_rules.trains names the unknown skill focus",
          "skill_decay_rules.fades names the unknown skill focus",
          "badge_definitions.hero names the unknown streak daily",
          "streak_rules.weekly names the unknown token gem",
          "streak_rules.weekly names the unknown badge ghost",
          "evolution_rules names the unknown gate lab",
          "evolution_rules names the unknown item hat"
        ]
      )
      assert.deepStrictEqual(issues[0]?.path, ["content", "token_rules", 0, "token_key"])
      const impact = yield* call("GET", `/config-versions/${config_version_id}/impact`)
      assert.deepStrictEqual(
        impact.body.errors,
        issues.map((issue) => issue.message)
      )

      yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 3 })
      yield* call("POST", "/token-types", { token_key: "gem", name: "Gem", kind: "primary" })
      const skills = [{ skill_key: "focus", name: "Focus" }]
      yield* call("POST", "/skill-sets", { skill_set_key: "study", name: "Study", skills, level_curve: curve })
      const fewer = yield* call("POST", `/config-versions/${config_version_id}/publish`)
      assert.deepStrictEqual(fewer.body.error.message.split("; "), [
        "badge_definitions.hero names the unknown streak daily",
        "streak_rules.weekly names the unknown badge ghost",
        "evolution_rules names the unknown item hat"
      ])
    })
  )

  it.effect("is cloned into a draft, which it overwrites only when told to", () =>
    Effect.gen(function* () {
      const { call, rule, version } = yield* published
      const clone = (query = "") => call("POST", `/config-versions/${version.config_version_id}/clone${query}`)
      const made = yield* clone()
      assert.strictEqual(made.status, 201)
      assert.deepInclude(made.body, { number: 2, status: "draft", content_hash: null, published_at: null })
      assert.strictEqual(made.body.content.coin_rules[0].rule_id, rule.rule_id)
      yield* call("POST", "/coin-rules", coinRule("extra"))
      const refused = yield* clone()
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "draft_exists"])
      assert.strictEqual(refused.body.error.details.config_version_id, made.body.config_version_id)
      assert.strictEqual((yield* call("GET", "/coin-rules")).body.meta.total, 2)
      const replaced = yield* clone("?replace=true")
      assert.deepStrictEqual([replaced.status, replaced.body.config_version_id], [200, made.body.config_version_id])
      assert.strictEqual((yield* call("GET", "/coin-rules")).body.meta.total, 1)
    })
  )

  it.effect("tells what publishing it would change, and that existing buddies stay as they are", () =>
    Effect.gen(function* () {
      const { call, rule, version } = yield* published
      yield* call("PUT", "/coin-rules/lesson_coins", { ...coinRule("lesson_coins", 15), limits: { max_per_day: 5 } })
      const badge = yield* call("POST", "/badge-definitions", { badge_key: "hero", label: "Hero" })
      const { config_version_id } = yield* openDraft(call)
      const impact = yield* call("GET", `/config-versions/${config_version_id}/impact`)
      const change = { op: "changed", type: "coin_rule", key: "lesson_coins" }
      assert.deepStrictEqual(impact.body, {
        config_version_id,
        compared_with: version.config_version_id,
        affects: "new_buddies_only",
        changes: [
          { ...change, field: "amount.value", from: 10, to: 15 },
          { ...change, field: "limits.max_per_day", from: null, to: 5 },
          { op: "added", type: "badge_definition", key: "hero", field: null, from: null, to: badge.body }
        ],
        existing_buddies: { pinned: 0, changed: 0 },
        backtest: null,
        warnings: ["the event type lesson.completed is not defined; events of it are accepted"],
        errors: []
      })
      yield* call("DELETE", "/coin-rules/lesson_coins")
      const later = yield* call("GET", `/config-versions/${config_version_id}/impact`)
      assert.deepStrictEqual(later.body.changes[0], {
        op: "removed",
        type: "coin_rule",
        key: "lesson_coins",
        field: null,
        from: rule,
        to: null
      })
      const none = yield* call("GET", `/config-versions/${version.config_version_id}/impact`)
      assert.deepStrictEqual(none.body.changes, [])
    })
  )

  it.effect("that is published twice at once becomes active once", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* call("POST", "/coin-rules", coinRule("a"))
      const { config_version_id } = yield* openDraft(call)
      const publish = call("POST", `/config-versions/${config_version_id}/publish`)
      const answers = yield* Effect.all([publish, publish, publish], { concurrency: 3 })
      assert.deepStrictEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409])
    })
  )

  it.effect("belongs to one tenant", () =>
    Effect.gen(function* () {
      const { version } = yield* published
      const { call } = yield* (yield* TestApp).tenant()
      const path = `/config-versions/${version.config_version_id}`
      const answers = yield* Effect.all([
        call("GET", path),
        call("PATCH", path, {}),
        call("POST", `${path}/publish`),
        call("POST", `${path}/clone`),
        call("GET", `${path}/impact`)
      ])
      for (const answer of answers) assert.strictEqual(answer.status, 404)
    })
  )
})
