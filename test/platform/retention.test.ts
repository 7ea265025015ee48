/** What is kept for how long. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { firstIdOf, uuidAt } from "../../src/platform/postgres/Ids.ts"
import { policies } from "../../src/platform/retention/Policies.ts"
import { tables } from "../../src/platform/retention/Tables.ts"
import { sweep } from "../../src/platform/retention/Sweep.ts"
import { addDelivery, addExecution, addRow, addSubject, countRows, idAt } from "../kit/postgres/AgedRows.ts"
import { at, day_ms, now, of } from "../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

describe("the policies", () => {
  it("name every table once, and forget commands before the keys they were done under", () => {
    assert.deepStrictEqual(
      policies.map(({ table }) => table),
      [...tables]
    )
    assert.isBelow(tables.indexOf("commands"), tables.indexOf("idempotency_keys"))
  })

  it("stand in docs/upkeep.md as they are", () => {
    const page = readFileSync(new URL("../../docs/upkeep.md", import.meta.url), "utf8")
    const rows = policies.map(({ keep_ms, since, table, why }) => {
      const hours = keep_ms / 3_600_000
      const kept = hours > 24 ? `${hours / 24} days` : hours === 1 ? "1 hour" : `${hours} hours`
      return `| ${table} | ${kept} after ${since} | ${why} |`
    })
    assert.include(page, rows.join("\n"))
  })

  it("compare ids with the first one of a moment, whatever their random part is", () => {
    const first = firstIdOf(new Date(now))
    for (const byte of [0, 255]) {
      const source = { bytes: (buffer: Uint8Array) => void buffer.fill(byte) }
      assert.isTrue(uuidAt(source, now) >= first && uuidAt(source, now - 1) < first, `bytes of ${byte}`)
    }
    assert.isTrue(firstIdOf(new Date(-day_ms)) <= uuidAt({ bytes: () => {} }, 0))
  })

  at("keep a row of each table for its time to the millisecond", () =>
    Effect.gen(function* () {
      // The last one first: keys of requests stay as long as what was done under them.
      for (const { keep_ms, table } of policies.toReversed()) {
        const customer_id = yield* makeTenant
        const cutoff = now - keep_ms
        // Rows of another table may have brought some of this one with them.
        yield* sweep(of(table))
        yield* addRow(table, customer_id, new Date(now))
        yield* addRow(table, customer_id, new Date(cutoff))
        const young = yield* countRows(table)
        assert.deepStrictEqual(yield* sweep(of(table)), [{ table, deleted: 0, isDone: true }])
        assert.strictEqual(yield* countRows(table), young, table)

        yield* addRow(table, customer_id, new Date(cutoff - 1))
        assert.deepStrictEqual(yield* sweep(of(table)), [{ table, deleted: 1, isDone: true }])
        assert.strictEqual(yield* countRows(table), young, table)
      }
    })
  )

  at("leave what is not over, however old it is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const old = new Date(now - 5_000 * day_ms)
      const id = yield* idAt(old)
      yield* sql`
        INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, created_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, 'hatch', 'processing', 'egg', '', ${old})`
      yield* sql`
        INSERT INTO checkout_sessions (customer_id, session_id, provider, plan, billing_interval, status, created_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, 'manual', 'pro', 'month', 'complete', ${old})`
      yield* addExecution(old, "Suspended")
      assert.isTrue((yield* sweep()).every(({ deleted, isDone }) => deleted === 0 && isDone))
    })
  )

  at("leave what was counted for something that still counts, is not settled, or has shares for ever", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const old = new Date(now - 500 * day_ms)
      const id = yield* idAt(old)
      yield* sql`
        INSERT INTO league_seasons (customer_id, season_id, name, automatic, starts_at, ends_at, finalizes_at, state,
          rules, created_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, 'Cup', false, ${new Date(0)}, ${old}, ${old}, 'closing', '{}',
          ${old})`
      const subjects = [
        [id, "league_season", old],
        [yield* idAt(old), "leaderboard", null],
        [yield* idAt(old), "cause", old]
      ] as const
      for (const [subject_id, kind, closed_at] of subjects) {
        yield* addSubject(customer_id, subject_id, kind, closed_at)
        yield* sql`
          INSERT INTO campaign_scores (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
          VALUES (${customer_id}::uuid, ${subject_id}::uuid, 'total', ${id}::uuid, 1, ${old}, ${old})`
      }
      assert.deepStrictEqual(yield* sweep(of("campaign_scores")), [
        { table: "campaign_scores", deleted: 0, isDone: true }
      ])
      yield* sql`
        UPDATE league_seasons SET state = 'closed', closed_at = ${old}, result = '{}' WHERE season_id = ${id}::uuid`
      assert.deepStrictEqual(yield* sweep(of("campaign_scores")), [
        { table: "campaign_scores", deleted: 1, isDone: true }
      ])
    })
  )

  at("add old days up, whoever counted them, and keep those of causes for a year and more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const dayOf = (age: number) => new Date(now - age * day_ms).toISOString().slice(0, 10)
      const drops = [91, 93, 94, 500].flatMap((age) => ["miss", "1"].map((what) => `${dayOf(age)}|2|other|${what}`))
      const causes = [93, 399, 401, 900].map(dayOf)
      for (const bucket of [...drops, ...causes, "all"])
        yield* sql`
          INSERT INTO campaign_totals (customer_id, subject_id, bucket, slot, amount, is_new)
          SELECT ${customer_id}::uuid, ${customer_id}::uuid, ${bucket}, slot, 10, false
          FROM generate_series(0, 2) AS slot`
      // Nobody has looked at this one yet.
      const news = `${dayOf(1_000)}|2|other|miss`
      yield* sql`
        INSERT INTO campaign_totals (customer_id, subject_id, bucket, slot, amount)
        VALUES (${customer_id}::uuid, ${customer_id}::uuid, ${news}, 0, 1)`
      const swept = Effect.map(sweep(of("campaign_totals")), ([one]) => one)
      assert.deepInclude(yield* swept, { deleted: 6 * 3 + 2 * 3, isDone: true })
      const left = sql`
        SELECT bucket, sum(amount)::int AS amount, count(*)::int AS rows FROM campaign_totals
        WHERE customer_id = ${customer_id}::uuid GROUP BY bucket ORDER BY bucket COLLATE "C"`
      const once = (bucket: string, amount: number) => ({ bucket, amount, rows: 1 })
      const daily = (bucket: string) => ({ bucket, amount: 30, rows: 3 })
      const young = [...causes.slice(0, 2), ...drops.slice(0, 2)].toSorted().map(daily)
      const folded = [once("0000-00-00", 60), once("0000-00-00|2|other|1", 90), once("0000-00-00|2|other|miss", 90)]
      assert.deepStrictEqual(yield* left, [...folded, once(news, 1), ...young, daily("all")])
      assert.deepInclude(yield* swept, { deleted: 0, isDone: true })
    })
  )

  at("leave deliveries that may still be sent, and take the attempts of the others with them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const endpoint = (enabled: boolean) =>
        Effect.gen(function* () {
          const id = yield* idAt(new Date(now))
          yield* sql`
            INSERT INTO webhook_configs (customer_id, webhook_config_id, url, events, enabled, secret, created_at,
              updated_at)
            VALUES (${customer_id}::uuid, ${id}::uuid, 'https://example.com', '{*}', ${enabled}, '', ${old}, ${old})`
          return id
        })
      const old = new Date(now - 60 * day_ms)
      const [on, off] = [yield* endpoint(true), yield* endpoint(false)]
      const row = { customer_id, created_at: old, next_attempt_at: new Date(now), status: "pending" } as const
      const kept = [
        yield* addDelivery({ ...row, webhook_config_id: on }),
        // replayed a moment ago
        yield* addDelivery({ customer_id, created_at: old, status: "delivered", finished_at: new Date(now) }),
        // under way although its endpoint was disabled meanwhile
        yield* addDelivery({ ...row, webhook_config_id: off, locked_until: new Date(now + 30_000) })
      ]
      yield* addDelivery({ ...row, webhook_config_id: off })
      yield* addDelivery({ ...row })
      yield* addDelivery({ customer_id, created_at: old, status: "exhausted", finished_at: old, attempts: 8 })
      for (const [endpoint, at] of [
        [on, old],
        [off, old],
        [off, new Date(now)]
      ] as const) {
        const ids = [yield* idAt(at), yield* idAt(at)]
        yield* sql`
          SELECT webhook_tell(array_agg(${customer_id}::uuid), array_agg(${endpoint}::uuid), array_agg(id),
            array_agg('coins.earned'::text), array_agg('{}'::text), array_agg(NULL::text),
            array_agg(${at}::timestamptz))
          FROM unnest(${ids}::uuid[]) AS id`
      }
      assert.deepStrictEqual(yield* sweep(of("webhook_deliveries")), [
        { table: "webhook_deliveries", deleted: 5, isDone: true }
      ])
      const untried = yield* sql`SELECT webhook_config_id, created_at FROM webhook_outbox ORDER BY created_at`
      assert.deepStrictEqual(untried, [
        { webhook_config_id: on, created_at: old },
        { webhook_config_id: off, created_at: new Date(now) }
      ])
      const left = yield* sql`SELECT delivery_id FROM webhook_deliveries`
      assert.sameMembers(
        left.map((found) => found["delivery_id"]),
        kept
      )
      const attempts = yield* sql`SELECT DISTINCT delivery_id FROM webhook_attempts`
      assert.sameMembers(
        attempts.map((found) => found["delivery_id"]),
        kept
      )
    })
  )

  at("leave the commands of whatever has not ended, which may ask again however late it is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const old = new Date(now - 3 * day_ms)
      const command = (command_id: string) => sql`
        INSERT INTO commands (customer_id, command_id, buddy_id, reply, trace, created_at)
        VALUES (${customer_id}::uuid, ${command_id}, ${customer_id}::uuid, '{}', '[]', ${old})`
      const operation = Effect.fnUntraced(function* (status: string) {
        const id = yield* idAt(old)
        yield* sql`
          INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, created_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, 'backfill', ${status}, 'badge_definition', '', ${old})`
        return id
      })
      const signal = Effect.fnUntraced(function* (body: object) {
        const id = yield* idAt(old)
        yield* sql`
          INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
          VALUES (${customer_id}::uuid, ${id}::uuid, ${customer_id}::uuid, ${JSON.stringify(body)}, ${old})`
        return id
      })
      const letter = Effect.fnUntraced(function* (identity: string, state: string) {
        yield* sql`
          INSERT INTO dead_letters (customer_id, dead_letter_id, kind, identity, payload, error, attempts, state,
            first_seen_at, last_seen_at)
          VALUES (${customer_id}::uuid, ${yield* idAt(old)}::uuid, 'command', ${identity}, '', '', 1, ${state}, ${old},
            ${old})`
      })
      const [running, ended] = [yield* operation("processing"), yield* operation("completed")]
      const items = yield* signal({ _tag: "GrantItems", item_ids: ["item"] })
      yield* signal({ _tag: "DeliverGift", purchase_id: "purchase-1" })
      yield* letter("idem:open", "retrying")
      yield* letter("idem:settled", "resolved")
      const kept = [
        running,
        `backfill:${running}:buddy`,
        `${items}:0`,
        "gift:purchase-1",
        "gift-refund:purchase-1",
        "idem:open"
      ]
      const gone = [ended, `backfill:${ended}:buddy`, "gift:purchase-2", "idem:settled", "reverse:e1"]
      for (const id of [...kept, ...gone]) yield* command(id)
      assert.deepStrictEqual(yield* sweep(of("commands")), [{ table: "commands", deleted: gone.length, isDone: true }])
      const left = yield* sql`SELECT command_id FROM commands`
      assert.sameMembers(
        left.map((found) => found["command_id"]),
        kept
      )
    })
  )

  at("leave an Idempotency-Key as long as a command of its time is known", () =>
    Effect.gen(function* () {
      const customer_id = yield* makeTenant
      const old = now - 30 * 3_600_000
      yield* addRow("idempotency_keys", customer_id, new Date(old))
      // the command of that key, committed a little later; somebody holds it or the sweep has not come to it
      yield* addRow("commands", customer_id, new Date(old + 10_000))
      assert.deepStrictEqual(yield* sweep(of("idempotency_keys")), [
        { table: "idempotency_keys", deleted: 0, isDone: true }
      ])
      const swept = yield* sweep()
      assert.deepStrictEqual(
        swept.filter(({ deleted }) => deleted > 0).map(({ table }) => table),
        ["commands", "idempotency_keys"]
      )
    })
  )
})
