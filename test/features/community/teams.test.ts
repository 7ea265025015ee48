/** Teams: what they are, who is in them, and that both stay true whatever happens at once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ended } from "../../kit/players/Eggs.ts"
import { join, makeTeam, mates, teams } from "../../kit/players/TeamMates.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { verified } from "../../kit/webhooks/VerifyingReceiver.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

const refused = ({ body, status }: Answer) => [status, body?.error?.code, body?.error?.details]
const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status).sort()

layer(TestApp.shared, { excludeTestServices: true })("teams", (it) => {
  it.effect("are made under a key of their name, changed field by field, listed and deleted", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const made = yield* makeTeam(call, { name: "فريق 7b 🦊" })
      const { created_at, team_id, updated_at, ...rest } = made
      assert.isString(created_at + updated_at)
      assert.deepStrictEqual(rest, {
        team_key: "7b",
        name: "فريق 7b 🦊",
        description: "",
        audience: null,
        max_members: 100,
        metadata: {},
        status: "active",
        members: 0,
        mentors: 0
      })
      assert.match((yield* makeTeam(call, { name: "7B" })).team_key, /^7b-[a-z0-9]{6}$/)
      const keyed = yield* makeTeam(call, { name: "Class", team_key: "class_7b", max_members: 3 })
      assert.deepStrictEqual(refused(yield* call("POST", teams, { name: "x", team_key: "class_7b" })), [
        409,
        "already_exists",
        { key: "class_7b" }
      ])
      const path = `${teams}/${team_id}`
      const changed = yield* call("PATCH", path, { description: "Foxes", metadata: { floor: 2 } })
      assert.deepInclude(changed.body, { description: "Foxes", metadata: { floor: 2 }, name: rest.name })
      assert.deepInclude((yield* call("PATCH", path, { description: null, max_members: null })).body, {
        description: "",
        max_members: 100,
        metadata: { floor: 2 }
      })
      assert.strictEqual((yield* call("PATCH", path, { team_key: "other" })).status, 422)
      assert.strictEqual((yield* call("PATCH", path, { name: null })).status, 422)
      const listed = yield* call("GET", `${teams}?limit=1&status=active`)
      assert.deepStrictEqual([listed.body.meta.total, listed.body.data[0].team_id], [3, keyed.team_id])
      assert.strictEqual((yield* call("DELETE", `${teams}/${keyed.team_id}`)).status, 204)
      assert.strictEqual((yield* call("GET", `${teams}/${keyed.team_id}`)).status, 404)
      assert.strictEqual((yield* call("DELETE", `${teams}/${keyed.team_id}`)).status, 404)
      assert.strictEqual((yield* call("GET", teams)).body.meta.total, 2)
      yield* makeTeam(call, { name: "Class", team_key: "class_7b" })
    })
  )

  it.effect("are refused where they are wrong, and strangers find nothing", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const stranger = yield* app.tenant()
      const bad = [
        {},
        { name: "" },
        { name: "x".repeat(201) },
        { name: "x", max_members: 0 },
        { name: "x", max_members: 10_001 },
        { name: "x", team_key: "No Key" },
        { name: "x", audience: "nobody" },
        { name: "x", metadata: { long: "x".repeat(9_000), longer: "x".repeat(9_000) } }
      ]
      for (const body of bad) {
        const answer = yield* call("POST", teams, body)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [422, "validation_failed"], answer.text)
      }
      const { team_id } = yield* makeTeam(call, { name: "x" })
      for (const id of [team_id, "x", "%00"]) {
        const path = `${teams}/${id}`
        for (const [method, below, body] of [
          ["GET", ""],
          ["PATCH", "", { name: "y" }],
          ["DELETE", ""],
          ["GET", "/members"],
          ["GET", "/feed"],
          ["POST", "/members", { buddy_id: team_id }],
          ["PATCH", `/members/${team_id}`, { role: "mentor" }],
          ["DELETE", `/members/${team_id}`]
        ] as const) {
          assert.strictEqual((yield* stranger.call(method, path + below, body)).status, 404, method + below)
        }
      }
    })
  )

  it.effect("have members with a role, mentors first, which a buddy knows of itself", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada, other] = yield* mates(tenant, 1)
      const { team_id } = yield* makeTeam(call, { name: "Foxes", team_key: "foxes" })
      const members = `${teams}/${team_id}/members`
      const first = yield* join(call, team_id, ada)
      assert.strictEqual(first.status, 201, first.text)
      assert.hasAllKeys(first.body, ["team_id", "buddy_id", "user_id", "name", "thumb_url", "role", "joined_at"])
      assert.deepInclude(first.body, { team_id, buddy_id: ada, user_id: "ada", role: "member" })
      const again = yield* join(call, team_id, ada, "member")
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      assert.deepStrictEqual(refused(yield* join(call, team_id, ada, "mentor")), [
        409,
        "already_member",
        { role: "member" }
      ])
      assert.strictEqual((yield* join(call, team_id, other, "mentor")).status, 201)
      const listed = (yield* call("GET", members)).body
      assert.deepStrictEqual(
        listed.data.map((one: { buddy_id: string }) => one.buddy_id),
        [other, ada]
      )
      assert.strictEqual((yield* call("GET", `${members}?role=mentor`)).body.meta.total, 1)
      assert.deepInclude((yield* call("GET", `${teams}/${team_id}`)).body, { members: 2, mentors: 1 })
      const ofAda = yield* call("GET", `/buddies/${ada}/teams`)
      assert.deepStrictEqual(ofAda.body, {
        data: [{ team_id, team_key: "foxes", name: "Foxes", role: "member", joined_at: first.body.joined_at }]
      })
      assert.strictEqual((yield* call("GET", `/buddies/${team_id}/teams`)).status, 404)
      const isMentor = (id: string) => Effect.map(call("GET", `/buddies/${id}`), ({ body }) => body.is_mentor)
      assert.deepStrictEqual([yield* isMentor(ada), yield* isMentor(other!)], [false, true])
      assert.strictEqual((yield* call("DELETE", `${members}/${other}`)).status, 204)
      assert.deepStrictEqual(refused(yield* call("DELETE", `${members}/${other}`)).slice(0, 2), [404, "not_found"])
      assert.strictEqual((yield* call("PATCH", `${members}/${other}`, { role: "member" })).status, 404)
      assert.isFalse(yield* isMentor(other!))
      assert.strictEqual((yield* call("PATCH", `/buddies/${ada}/archive`)).status, 200)
      assert.deepInclude((yield* call("GET", `${teams}/${team_id}`)).body, { members: 0, mentors: 0 })
      assert.deepStrictEqual(refused(yield* join(call, team_id, ada)).slice(0, 2), [409, "buddy_archived"])
      assert.strictEqual((yield* join(call, team_id, "nobody")).status, 404)
    })
  )

  it.effect("take only their audience, five of a buddy, and as many members as they may have", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      const [ada, other] = yield* mates(tenant, 1)
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "default" }, { key: "staff" }] })
      const staff = yield* makeTeam(call, { name: "Staff", audience: "staff" })
      assert.deepStrictEqual(refused(yield* join(call, staff.team_id, ada)), [
        409,
        "audience_mismatch",
        { audience: "staff" }
      ])
      const full = yield* makeTeam(call, { name: "One", max_members: 1 })
      assert.strictEqual((yield* join(call, full.team_id, ada)).status, 201)
      assert.deepStrictEqual(refused(yield* join(call, full.team_id, other)), [
        409,
        "team_full",
        { members: 1, max: 1 }
      ])
      const path = `${teams}/${full.team_id}`
      assert.strictEqual((yield* call("PATCH", path, { max_members: 2 })).status, 200)
      assert.strictEqual((yield* join(call, full.team_id, other)).status, 201)
      assert.deepStrictEqual(refused(yield* call("PATCH", path, { max_members: 1 })), [
        409,
        "team_full",
        { members: 2, max: 1 }
      ])
      assert.deepStrictEqual(refused(yield* call("PATCH", path, { audience: "staff" })), [
        409,
        "audience_mismatch",
        { buddies: 2 }
      ])
      assert.strictEqual((yield* call("PATCH", path, { audience: "default" })).status, 200)
      for (const name of ["Two", "Three", "Four", "Five"]) {
        assert.strictEqual((yield* join(call, (yield* makeTeam(call, { name })).team_id, ada)).status, 201)
      }
      const six = yield* makeTeam(call, { name: "Six" })
      assert.deepStrictEqual(refused(yield* join(call, six.team_id, ada)), [409, "team_limit", { max: 5 }])
      // A team that is gone counts for nobody, also before its members have been taken out.
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* join(call, six.team_id, ada)).status, 201)
      const kept = yield* sql`SELECT state -> 'teams' AS teams FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${ada}::uuid`
      assert.lengthOf(Object.keys(kept[0]!["teams"] as object), 5)
    })
  )

  it.effect("give the last place to one of fifty, and count each of them once", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const all = yield* mates(tenant, 50)
      const { team_id } = yield* makeTeam(call, { name: "Few", max_members: 2 })
      assert.strictEqual((yield* join(call, team_id, all[0])).status, 201)
      const answers = yield* Effect.all(
        all.slice(1).map((id) => join(call, team_id, id)),
        { concurrency: 50 }
      )
      assert.deepStrictEqual(statuses(answers), [201, ...Array.from({ length: 49 }, () => 409)])
      for (const answer of answers.filter(({ status }) => status === 409)) {
        assert.deepStrictEqual(refused(answer), [409, "team_full", { members: 2, max: 2 }])
      }
      assert.strictEqual((yield* call("GET", `${teams}/${team_id}/members`)).body.meta.total, 2)
      // Places that come and go at once end up as they are counted.
      const leaving = all.map((id) => call("DELETE", `${teams}/${team_id}/members/${id}`))
      const both = yield* Effect.all([...leaving, ...all.map((id) => join(call, team_id, id))], { concurrency: 50 })
      assert.isTrue(both.every(({ status }) => [201, 200, 204, 404, 409].includes(status)))
      const { members } = (yield* call("GET", `${teams}/${team_id}`)).body
      const { total } = (yield* call("GET", `${teams}/${team_id}/members`)).body.meta
      assert.deepStrictEqual([members, members <= 2], [total, true])
    })
  )

  it.effect("let nobody in by terms that are not theirs any more", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const all = yield* mates(tenant, 30)
      const { team_id } = yield* makeTeam(call, { name: "Shrinking", max_members: 30 })
      const path = `${teams}/${team_id}`
      const racing = all.map((id) => join(call, team_id, id))
      const shrink = [12, 6, 3].map((max_members) => call("PATCH", path, { max_members }))
      const gone = yield* makeTeam(call, { name: "Going" })
      const going = all.slice(0, 20).map((id) => join(call, gone.team_id, id))
      const remove = call("DELETE", `${teams}/${gone.team_id}`)
      yield* Effect.all([...racing, ...shrink, ...going, remove], { concurrency: 50 })
      const { max_members, members } = (yield* call("GET", path)).body
      assert.isAtMost(members, max_members)
      const sql = yield* SqlClient.SqlClient
      yield* until(
        "its rows to go",
        Effect.map(sql`SELECT 1 FROM team_members WHERE team_id = ${gone.team_id}::uuid`, (found) => found.length === 0)
      )
    })
  )

  it.effect("tell of a rise and of nothing else, in the order of the changes", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const sink = yield* webhookSink
      const endpoint = yield* call("POST", "/webhook-configs", { url: sink.url("/"), events: ["team_membership.*"] })
      const [ada] = yield* mates(tenant, 0)
      const { team_id } = yield* makeTeam(call, { name: "Rise" })
      const member = `${teams}/${team_id}/members/${ada}`
      assert.strictEqual((yield* join(call, team_id, ada, "mentor")).status, 201)
      const change = (role: string) => call("PATCH", member, { role })
      assert.deepInclude((yield* change("member")).body, { role: "member", buddy_id: ada })
      assert.strictEqual((yield* change("member")).status, 200)
      const both = yield* Effect.all(
        Array.from({ length: 50 }, () => change("mentor")),
        { concurrency: 50 }
      )
      assert.isTrue(both.every(({ body, status }) => status === 200 && body.role === "mentor"))
      yield* sink.got("/", 1)
      yield* verified(sink.at("/")[0]!, endpoint.body.secret)
      const told = JSON.parse(sink.at("/")[0]!.body)
      assert.hasAllKeys(told, ["buddy_id", "from_role", "to_role", "occurred_at"])
      assert.deepInclude(told, { buddy_id: ada, from_role: "member", to_role: "mentor" })
      const deliveries = yield* call("GET", `/webhook-configs/${endpoint.body.webhook_config_id}/deliveries`)
      assert.lengthOf(deliveries.body.data, 1)
    })
  )

  it.effect("are dissolved in the background, which nobody can cancel", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada] = yield* mates(tenant, 0)
      const { team_id } = yield* makeTeam(call, { name: "Going" })
      yield* join(call, team_id, ada, "mentor")
      assert.strictEqual((yield* call("DELETE", `${teams}/${team_id}`)).status, 204)
      assert.deepStrictEqual((yield* call("GET", `/buddies/${ada}/teams`)).body, { data: [] })
      assert.isFalse((yield* call("GET", `/buddies/${ada}`)).body.is_mentor)
      const [operation] = (yield* call("GET", "/operations?type=team_dissolve")).body.data
      const cancelled = yield* call("POST", `/operations/${operation.operation_id}/cancel`)
      assert.deepStrictEqual([cancelled.status, cancelled.body.error.code], [409, "operation_finished"])
      const done = yield* ended(call, operation.operation_id)
      assert.deepStrictEqual([done.status, done.resource_id, done.result], ["completed", team_id, { left: 1 }])
    })
  )
})
