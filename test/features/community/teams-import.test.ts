/** Members from a file, and what a team reads of its members. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ended } from "../../kit/players/Eggs.ts"
import { join, makeTeam, mates, teams } from "../../kit/players/TeamMates.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const send = (call: Call, raw: string, query = "", type = "text/csv") =>
  call("POST", `${teams}/import${query}`, undefined, { raw, headers: { "content-type": type } })

const imported = Effect.fnUntraced(function* (call: Call, raw: string) {
  const accepted = yield* send(call, raw)
  assert.strictEqual(accepted.status, 202, accepted.text)
  const operation = yield* ended(call, accepted.body.operation_id)
  assert.strictEqual(operation.status, "completed", JSON.stringify(operation.error))
  return operation
})

layer(TestApp.shared, { excludeTestServices: true })("imports of teams", (it) => {
  it.effect("do what their dry run says, row by row, and nothing twice", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada, other] = yield* mates(tenant, 2)
      const full = yield* makeTeam(call, { name: "Full", team_key: "full", max_members: 1 })
      yield* join(call, full.team_id, other)
      const raw = [
        "team_key,team_name,buddy_id,user_id,role",
        `,"فريق ""7b"" 🦊",${ada},,`,
        `,"فريق ""7b"" 🦊",,ada,mentor`,
        `foxes,Foxes,,copy-1,mentor`,
        `full,,${ada},,`,
        `foxes,,,nobody,`,
        `foxes,,,copy-2,boss`,
        `full,,${other},,member`
      ].join("\r\n")
      const counts = { teams_created: 2, members_added: 2, roles_changed: 1, unchanged: 1, errors_total: 3 }
      const told = [
        [4, "team_key", "team_full"],
        [5, "user_id", "not_found"],
        [6, "role", "validation_failed"]
      ]
      const placesOf = (errors: ReadonlyArray<{ row: number; column: string; code: string }>) =>
        errors.map(({ code, column, row }) => [row, column, code])
      const dry = yield* send(call, raw, "?dry_run=true")
      assert.strictEqual(dry.status, 200, dry.text)
      assert.deepInclude(dry.body, counts)
      assert.deepStrictEqual(placesOf(dry.body.errors), told)
      assert.strictEqual((yield* call("GET", teams)).body.meta.total, 1)
      const done = yield* imported(call, raw)
      assert.strictEqual(done.status, "completed")
      assert.deepInclude(done.result, counts)
      assert.deepStrictEqual(placesOf(done.result.errors), told)
      const again = yield* imported(call, raw.replace(",ada,mentor", ",copy-2,mentor"))
      assert.deepInclude(again.result, { teams_created: 0, members_added: 1, roles_changed: 1, errors_total: 3 })
      yield* makeTeam(call, { name: "Foxes" })
      const both = yield* send(call, "team_name,user_id\nFoxes,ada\n", "?dry_run=true")
      assert.deepStrictEqual(placesOf(both.body.errors), [[1, "team_name", "ambiguous"]])
    })
  )

  it.effect("find the teams they make by the keys those get of their names, in the dry run as well", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* mates(tenant, 3)
      yield* makeTeam(call, { name: "Red wolves", team_key: "wolves" })
      const rows = [",Foxes,ada", "foxes,,ada", "foxes,,copy-1", ",Foxes,copy-2", ",Wolves,copy-3", "wolves,,copy-2"]
      const raw = ["team_key,team_name,user_id", ...rows].join("\n")
      const counts = { teams_created: 2, members_added: 5, roles_changed: 0, unchanged: 1, errors_total: 0 }
      assert.deepInclude((yield* send(call, raw, "?dry_run=true")).body, counts)
      assert.deepInclude((yield* imported(call, raw)).result, counts)
      const members = (yield* call("GET", teams)).body.data.map((team: { name: string; members: number }) => [
        team.name,
        team.members
      ])
      assert.sameDeepMembers(members, [
        ["Foxes", 3],
        ["Wolves", 1],
        ["Red wolves", 1]
      ])
    })
  )

  it.effect("make teams of the names their route takes, of two hundred characters whatever they are", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* mates(tenant, 1)
      const named = ["🦊".repeat(200), "🦊".repeat(201), "\u200b"].map((name) => `,${name},ada`)
      const rows = [...named, `foxes,${"x".repeat(201)},ada`]
      const done = yield* imported(call, ["team_key,team_name,user_id", ...rows].join("\n"))
      const message = "team_name has more than 200 characters"
      const told = { column: "team_name", code: "validation_failed", message }
      assert.deepInclude(done.result, { teams_created: 1, members_added: 1 })
      assert.deepStrictEqual(done.result.errors, [
        { row: 2, ...told },
        { row: 3, ...told, message: "team_name must not be blank" },
        { row: 4, ...told }
      ])
    })
  )

  it.effect("make each team once when the same file comes fifty times at once", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      yield* mates(tenant, 6)
      const raw = `team_name,user_id\n${[1, 2, 3, 4, 5, 6].map((n) => `Team ${n % 3},copy-${n}`).join("\n")}\n`
      const results = yield* Effect.all(
        Array.from({ length: 50 }, () => imported(call, raw)),
        { concurrency: 50 }
      )
      const sum = (name: string) => results.reduce((total, { result }) => total + result[name], 0)
      assert.deepStrictEqual([sum("teams_created"), sum("members_added"), sum("unchanged")], [3, 6, 294])
      assert.strictEqual((yield* call("GET", teams)).body.meta.total, 3)
    })
  )

  it.effect("are refused while too much of others waits", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call, customer_id } = yield* app.tenant()
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO team_import_rows (customer_id, operation_id, row, role, created_at)
        SELECT ${customer_id}::uuid, ${customer_id}::uuid, number, 'member', now()
        FROM generate_series(1, 49999) AS number`
      const file = "team_key,user_id\na,b\na,c\n"
      const { body, status } = yield* send(call, file)
      assert.deepStrictEqual([status, body.error.code], [409, "campaign_limit"])
      assert.deepStrictEqual(body.error.details, { of: "import_rows", max: 50_000 })
      assert.strictEqual((yield* send(call, file, "?dry_run=true")).status, 200)
      assert.strictEqual((yield* send((yield* app.tenant()).call, file)).status, 202, "each workspace has its own")
      assert.strictEqual((yield* send(call, "team_key,user_id\na,b\n")).status, 202)
    })
  )

  it.effect("that come at once wait with no more rows than one after the other", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO team_import_rows (customer_id, operation_id, row, role, created_at)
        SELECT ${customer_id}::uuid, ${customer_id}::uuid, number, 'member', now()
        FROM generate_series(1, 42000) AS number`
      const file = `team_key,user_id\n${Array.from({ length: 5_000 }, (_, nth) => `a,b-${nth}\n`).join("")}`
      const answers = yield* Effect.all([send(call, file), send(call, file), send(call, file), send(call, file)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409, 409])
    })
  )

  it.effect("tell their errors in the order of the file, whichever buddy they are of", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* mates(tenant, 1)
      const sql = yield* SqlClient.SqlClient
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "default" }, { key: "staff" }] })
      yield* makeTeam(call, { name: "A", team_key: "a" })
      yield* makeTeam(call, { name: "B", team_key: "b", audience: "staff" })
      yield* imported(call, "team_key,user_id\na,copy-1\n")
      // The buddy itself knows better, as it does where something has changed since the file was looked at.
      yield* sql`UPDATE buddy_identities SET audience = 'staff'
        WHERE customer_id = ${tenant.customer_id}::uuid AND user_id = 'copy-1'`
      const { result } = yield* imported(call, "team_key,user_id\na,copy-1\na,nobody\nb,copy-1\na,nobody\n")
      assert.deepStrictEqual(
        result.errors.map(({ code, row }: { code: string; row: number }) => [row, code]),
        [
          [2, "not_found"],
          [3, "audience_mismatch"],
          [4, "not_found"]
        ]
      )
    })
  )

  it.effect("fill the last places of a team, and not one more, when five files want them at once", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* mates(tenant, 50)
      yield* makeTeam(call, { name: "Small", team_key: "small", max_members: 10 })
      const fileOf = (n: number) =>
        ["team_key,user_id,role", ...Array.from({ length: 10 }, (_, i) => `small,copy-${n * 10 + i + 1},`)].join("\n")
      const results = yield* Effect.all(
        Array.from({ length: 5 }, (_, n) => imported(call, fileOf(n))),
        { concurrency: 5 }
      )
      const sum = (name: string) => results.reduce((total, { result }) => total + result[name], 0)
      assert.deepStrictEqual([sum("members_added"), sum("errors_total")], [10, 40])
      for (const { code } of results.flatMap(({ result }) => result.errors)) assert.strictEqual(code, "team_full")
      assert.deepInclude((yield* call("GET", `${teams}?status=active`)).body.data[0], { members: 10 })
    })
  )

  it.effect("are refused as a whole where they are no table, and nothing is done", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const broken = yield* send(call, 'team_name,user_id\nA,"b\n')
      assert.deepStrictEqual([broken.status, broken.body.error.details.issues[0].path], [422, ["rows", 1, "user_id"]])
      assert.strictEqual((yield* send(call, "{}", "", "application/json")).status, 415)
      assert.strictEqual((yield* send(call, "team_name,user_id\n", "", "text/plain")).status, 415)
      assert.strictEqual((yield* send(call, "\ufeffteam_name,user_id\n")).status, 400)
      assert.strictEqual((yield* call("GET", "/operations?type=import")).body.meta.total, 0)
    })
  )

  it.effect("tell the team what its members do, newest first, a page at a time", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada] = yield* mates(tenant, 0)
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      yield* join(call, team_id, ada)
      yield* call("PATCH", `${teams}/${team_id}/members/${ada}`, { role: "mentor" })
      yield* call("DELETE", `${teams}/${team_id}/members/${ada}`)
      const feed = `${teams}/${team_id}/feed`
      const first = (yield* call("GET", `${feed}?limit=2`)).body
      assert.deepStrictEqual(
        first.events.map((one: { type: string }) => one.type),
        ["member_left", "role_changed"]
      )
      const rest = (yield* call("GET", `${feed}?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)).body
      assert.strictEqual(rest.next_cursor, null)
      assert.deepInclude(rest.events[0], { type: "member_joined", buddy_id: ada, data: { role: "member" } })
      assert.lengthOf((yield* call("GET", `${feed}?type=role_changed`)).body.events, 1)
      assert.strictEqual((yield* call("GET", `${feed}?type=nothing`)).status, 422)
    })
  )
})
