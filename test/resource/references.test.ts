/**
 * What is named by id or key is never mistaken for another whose key is its id: such keys are refused, and one that
 * was given before they were stands in nobody's place. A new family of the kind is one line here.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { operations } from "../kit/contract/ApiContract.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { publish } from "../kit/players/players.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const of = (path: string, table: string, id: string, key: string) => ({ path, table, id, key })
const families = [
  of("/customers/me/group-quests", "group_quests", "quest_id", "quest_key"),
  of("/customers/me/causes", "causes", "cause_id", "cause_key"),
  of("/customers/me/lotteries", "lotteries", "lottery_id", "lottery_key"),
  of("/customers/me/event-badges", "event_badges", "event_badge_id", "badge_key"),
  of("/customers/me/surprise-drops", "surprise_drops", "surprise_drop_id", "drop_key"),
  of("/customers/me/mystery-boxes", "mystery_boxes", "mystery_box_id", "box_key"),
  of("/customers/me/kudo-types", "kudo_types", "kudo_type_id", "kudo_key"),
  of("/customers/me/profile-templates", "profile_templates", "profile_template_id", "profile_template_key"),
  of("/marketplaces", "marketplaces", "marketplace_id", "marketplace_key"),
  of("/path-definitions", "path_definitions", "path_definition_id", "path_key")
]

layer(TestApp.layer(), { excludeTestServices: true })("a key that is another's id", (it) => {
  for (const { id, key, path, table } of families) {
    it.effect(`${path}: is refused, and takes nothing over`, () =>
      Effect.gen(function* () {
        const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
        yield* publish(tenant)
        const { call } = tenant
        const sample = sampleFor(
          operations.find((one) => one.key === `POST ${path}`)!,
          {}
        ) as object
        const make = (named: string) => call("POST", path, { ...sample, [key]: named })
        const first = yield* make("first")
        assert.strictEqual(first.status, 201, first.text)
        const meant = String(first.body[id])
        const refused = yield* make(meant)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"], refused.text)

        // Made "a-second" so that it stands before the first wherever keys are put in order.
        const other = yield* make("a-second")
        assert.strictEqual(other.status, 201, other.text)
        const sql = yield* SqlClient.SqlClient
        const [customer_id, other_id] = [tenant.customer_id, String(other.body[id])]
        yield* sql`UPDATE ${sql.literal(table)} SET ${sql.literal(key)} = ${meant}
          WHERE customer_id = ${customer_id}::uuid AND ${sql.literal(id)} = ${other_id}::uuid`
        const routes = (method: string) => operations.some((one) => one.key === `${method} ${path}/{id}`)
        if (routes("GET")) assert.strictEqual((yield* call("GET", `${path}/${meant}`)).body[key], "first")
        if (routes("PATCH")) assert.strictEqual((yield* call("PATCH", `${path}/${meant}`, {})).body[key], "first")
        if (routes("DELETE")) {
          assert.include([200, 204], (yield* call("DELETE", `${path}/${meant}`)).status)
          const left = (yield* call("GET", path)).body.data.map((one: Readonly<Record<string, unknown>>) => one[id])
          assert.deepStrictEqual(left, [other_id])
        }
      })
    )
  }
})
