/** Kudos as players meet them in widgets, and as figures show them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { give, makeType, thankful, types } from "../../kit/players/Kudos.ts"
import { join, makeTeam } from "../../kit/players/TeamMates.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const analytics = "/customers/me/kudos/analytics"

layer(TestApp.shared, { excludeTestServices: true })("kudos", (it) => {
  it.effect("are found and given in a widget, by refs that mean nothing to anybody else", () =>
    Effect.gen(function* () {
      const { ada, call, others } = yield* thankful(3)
      const [pip, fern, twin] = others
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE buddy_identities SET user_id = 'ada' WHERE buddy_id = ${twin}::uuid`
      yield* call("PATCH", `/buddies/${pip}`, { name: "Pip 100%" })
      yield* call("PATCH", `/buddies/${fern}`, { name: "fern" })
      const session = { buddy_id: ada, user_id: "ada", scopes: ["read", "events:track"] }
      const page = withToken(call, yield* mintSession(call, session))
      const all = (yield* page("GET", "/widget/kudos/receivers")).body.data
      assert.deepStrictEqual(
        all.map(({ name }: { name: string }) => name),
        ["fern", "Pip 100%"]
      )
      const found = (yield* page("GET", `/widget/kudos/receivers?q=${encodeURIComponent("PIP 100%")}`)).body.data
      assert.lengthOf(found, 1)
      assert.hasAllKeys(found[0], ["ref", "name", "thumb_url"])
      assert.lengthOf((yield* page("GET", "/widget/kudos/receivers?q=%25")).body.data, 0)
      const to_ref = found[0].ref
      const spellings = {
        İstanbul: "İstanbul",
        ΟΔΟΣ: "οδος",
        Οδός: "ΟΔΌΣ",
        Σίσυφος: "ςίσυφοσ",
        "שלום 🦊": "שלום 🦊",
        "100%": "100%"
      }
      for (const [name, q] of Object.entries(spellings)) {
        yield* call("PATCH", `/buddies/${fern}`, { name })
        const named = yield* page("GET", `/widget/kudos/receivers?q=${encodeURIComponent(q)}`)
        assert.deepStrictEqual([name, named.body.data.length], [name, 1])
      }
      assert.lengthOf((yield* page("GET", `/widget/kudos/receivers?q=${encodeURIComponent("οδοκ")}`)).body.data, 0)
      const given = yield* page("POST", "/widget/kudos", { to_ref, kudo_key: "thanks", message: null })
      assert.strictEqual(given.status, 201, given.text)
      assert.deepInclude(given.body, { to_ref, from_buddy_id: ada, left_today: 2 })
      assert.notInclude(given.text, pip!)
      const strangers = withToken(call, yield* mintSession(call, { ...session, buddy_id: fern, user_id: "copy-2" }))
      const foreign = yield* strangers("POST", "/widget/kudos", { to_ref, kudo_key: "thanks" })
      assert.strictEqual(foreign.status, 404)
      const reading = withToken(call, yield* mintSession(call, { ...session, scopes: ["read"] }))
      const body = { to_ref, kudo_key: "thanks" }
      assert.strictEqual((yield* reading("POST", "/widget/kudos", body)).body.error.code, "insufficient_scope")
      yield* call("PATCH", `${types}/thanks`, { reach: "team" })
      assert.deepStrictEqual((yield* page("GET", "/widget/kudos/receivers")).body, { data: [] })
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      for (const id of [ada, pip]) yield* join(call, team_id, id)
      assert.lengthOf((yield* page("GET", "/widget/kudos/receivers")).body.data, 1)
    })
  )

  it.effect("show in figures how they are spread, without a name", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, others } = yield* thankful(2, {
        daily_limit_per_sender: 9,
        pair_limit_per_day: 9
      })
      const [pip, fern] = others
      assert.deepStrictEqual((yield* call("GET", analytics)).body, {
        window_days: 30,
        given: 0,
        givers: 0,
        receivers: 0,
        by_type: [],
        reciprocity: null,
        top_pairs_share: null
      })
      yield* makeType(call, { kudo_key: "welcome" })
      for (const [from, to] of [
        [ada, pip],
        [pip, ada],
        [ada, fern]
      ] as const) {
        assert.strictEqual((yield* give(call, from, to)).status, 201)
      }
      yield* give(call, ada, fern, { kudo_key: "welcome" })
      const sql = yield* SqlClient.SqlClient
      const told = (yield* call("GET", `${analytics}?window_days=1`)).body
      const by_type = [
        { kudo_key: "thanks", given: 3 },
        { kudo_key: "welcome", given: 1 }
      ]
      const figures = { given: 4, givers: 2, receivers: 3, by_type, reciprocity: 0.25, top_pairs_share: 0.5 }
      assert.deepStrictEqual(told, { window_days: 1, ...figures })
      yield* sql`UPDATE kudos SET given_at = given_at - interval '25 hours'
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${ada}::uuid`
      assert.deepInclude((yield* call("GET", analytics)).body, { given: 4, reciprocity: 0 })
      assert.deepInclude((yield* call("GET", `${analytics}?window_days=1`)).body, { given: 1, givers: 1 })
      assert.strictEqual((yield* call("GET", `${analytics}?window_days=91`)).status, 422)
    })
  )
})
