/** What operators do beside a running service. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatchery } from "../../kit/process/Command.ts"
import { addDelivery } from "../../kit/postgres/AgedRows.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { lettersOf, refuseInDatabase } from "../../kit/players/Poison.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { webhookSink } from "../../kit/webhooks/WebhookSink.ts"

layer(TestApp.layer(), { excludeTestServices: true })("an operator", (it) => {
  it.effect("finds a dead letter, has it sent again, and gives another one up, while the service runs", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant } = yield* TestApp
      const run = (...args: ReadonlyArray<string>) => hatchery(databaseUrl, "dead-letters", ...args)
      assert.deepStrictEqual(yield* run("list"), { code: 0, out: "There are no dead letters.\n", err: "" })

      const { call, ...acme } = yield* tenant()
      yield* publish({ call, ...acme })
      yield* hatch({ call, ...acme }, "ada")
      const { mend } = yield* refuseInDatabase
      for (const event_id of ["first", "second"])
        assert.strictEqual((yield* call("POST", "/events", lesson("ada", { event_id, type: "refused" }))).status, 500)
      const [first, second] = yield* lettersOf(acme.customer_id)

      const list = yield* run("list", "--state", "open", "--customer", acme.customer_id)
      assert.strictEqual(list.code, 0)
      assert.match(list.out, new RegExp(`^dead_letter_id .*\\n.*${second!.dead_letter_id}  open .* event second `))
      const json = yield* run("list", "--json", "--limit", "1")
      assert.deepInclude(JSON.parse(json.out)[0], { identity: "second", sqlstate: "P0001", attempts: 1 })
      const shown = yield* run("show", first!.dead_letter_id)
      assert.deepInclude(JSON.parse(shown.out).payload.command, { event_id: "first", type: "refused" })

      const settled = (wanted: string) =>
        until(
          `the first dead letter is ${wanted}`,
          Effect.map(lettersOf(acme.customer_id), ([letter]) => letter!.state === wanted)
        )
      const states = Effect.map(lettersOf(acme.customer_id), (letters) =>
        letters.map(({ attempts, outcome, state }) => [state, attempts, outcome])
      )
      assert.strictEqual((yield* run("retry", first!.dead_letter_id)).code, 0)
      yield* settled("open")
      assert.deepStrictEqual(yield* states, [
        ["open", 2, "failed again"],
        ["open", 1, null]
      ])
      yield* mend
      assert.strictEqual((yield* run("discard", second!.dead_letter_id)).code, 0)
      assert.match((yield* run("retry", "--all")).out, /^1 will be sent again/)
      yield* settled("resolved")
      assert.deepStrictEqual(yield* states, [
        ["resolved", 2, "executed"],
        ["discarded", 1, "given up"]
      ])
      assert.strictEqual((yield* call("GET", "/events/first")).body.user_id, "ada")
      assert.strictEqual((yield* call("GET", "/events/second")).status, 404)
    })
  )

  it.effect("hears in one line what cannot be done", () =>
    Effect.gen(function* () {
      const { databaseUrl } = yield* TestApp
      const refused = [
        ["dead-letters", "show", "nothing"],
        ["dead-letters", "retry"],
        ["dead-letters", "retry", "00000000-0000-7000-8000-000000000000"],
        ["dead-letters", "discard", "nothing"],
        ["deliveries", "retry", "nothing"]
      ]
      const answers = yield* Effect.forEach(refused, (args) => hatchery(databaseUrl, ...args), { concurrency: 2 })
      assert.deepStrictEqual(answers, [
        { code: 1, out: "", err: "hatchery: There is no dead letter nothing.\n" },
        { code: 1, out: "", err: "hatchery: Name one dead letter, or say --all.\n" },
        { code: 1, out: "", err: "hatchery: There is no such open dead letter.\n" },
        { code: 1, out: "", err: "hatchery: There is no open dead letter nothing.\n" },
        { code: 1, out: "", err: "hatchery: This endpoint is disabled or does not exist.\n" }
      ])
      for (const [group, act] of [
        ["dead-letters", "list"],
        ["deliveries", "exhausted"]
      ] as const) {
        const { code, err } = yield* hatchery(databaseUrl, group, act, "--limit=-1")
        assert.strictEqual(code, 1)
        assert.include(err, 'Invalid value for flag --limit: "-1". Expected: at least 1')
      }
    })
  )

  it.effect("sees where deliveries were given up and has those of an endpoint sent again under their old ids", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant } = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const sink = yield* webhookSink
      const { call, customer_id } = yield* tenant()
      const endpoint = (path: string) =>
        Effect.map(
          call("POST", "/webhook-configs", { url: sink.url(path), events: ["*"] }),
          ({ body }) => body.webhook_config_id as string
        )
      const [back, gone] = [yield* endpoint("/back"), yield* endpoint("/gone")]
      const given_up = { customer_id, created_at: new Date(), status: "exhausted", finished_at: new Date() } as const
      const ids: Array<string> = []
      for (let made = 0; made < 3; made++) ids.push(yield* addDelivery({ ...given_up, webhook_config_id: back }))
      yield* addDelivery({ ...given_up, webhook_config_id: gone })
      yield* sql`UPDATE webhook_configs SET enabled = false WHERE webhook_config_id = ${gone}::uuid`

      const found = yield* hatchery(databaseUrl, "deliveries", "exhausted", "--json", "--customer", customer_id)
      assert.deepStrictEqual(
        JSON.parse(found.out).map((row: Record<string, unknown>) => [
          row["webhook_config_id"],
          row["deliveries"],
          row["enabled"]
        ]),
        [
          [back, 3, true],
          [gone, 1, false]
        ]
      )
      const table = yield* hatchery(databaseUrl, "deliveries", "exhausted")
      assert.match(table.out, new RegExp(`${back}  3 +enabled +no answer .*/back\\n${gone}  1 +disabled `))

      assert.match((yield* hatchery(databaseUrl, "deliveries", "retry", back)).out, /^3 will be sent again/)
      assert.strictEqual((yield* hatchery(databaseUrl, "deliveries", "retry", gone)).code, 1)
      yield* until(
        "all were sent",
        Effect.sync(() => sink.at("/back").length === 3)
      )
      assert.sameMembers(
        sink.at("/back").map(({ headers }) => String(headers["x-svc-delivery"])),
        ids
      )
      assert.strictEqual(sink.at("/gone").length, 0)
    })
  )

  it.effect("has spoilt figures counted again, while the service runs", () =>
    Effect.gen(function* () {
      const { databaseUrl, tenant } = yield* TestApp
      const { call, ...acme } = yield* tenant()
      yield* publish({ call, ...acme })
      yield* hatch({ call, ...acme }, "ada")
      assert.strictEqual((yield* call("POST", "/events", lesson("ada"))).status, 200)
      const sql = yield* SqlClient.SqlClient
      const coins = Effect.map(
        sql<{ amount: number }>`
          SELECT coalesce(sum(amount), 0)::int AS amount FROM analytics_counters
          WHERE customer_id = ${acme.customer_id}::uuid AND metric = 'coins_in'`,
        ([row]) => row!.amount
      )
      yield* until(
        "the coins are counted",
        Effect.map(coins, (amount) => amount > 0)
      )
      const paid = yield* coins
      yield* sql`UPDATE analytics_counters SET amount = amount + 7
        WHERE customer_id = ${acme.customer_id}::uuid AND metric = 'coins_in'`
      assert.isAbove(yield* coins, paid)
      const ran = yield* hatchery(databaseUrl, "analytics", "rebuild", "--customer", acme.customer_id)
      assert.strictEqual(ran.code, 0, ran.err)
      assert.include(ran.out, acme.customer_id)
      assert.strictEqual(yield* coins, paid)
      const wrong = yield* hatchery(databaseUrl, "analytics", "rebuild", "--customer", "nonsense")
      assert.notStrictEqual(wrong.code, 0)
      assert.include(wrong.err, "nonsense is no id of a workspace.")
    })
  )
})
