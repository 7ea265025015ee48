/** The descriptors of what a change may write, against the tables and functions of the database they describe. */
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { type ChangeSet, ChangeSetBuilder } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText, eachParameters, eachText } from "../../src/buddy/journal/JournalParameters.ts"
import {
  described,
  hotSections,
  jsonText,
  type Kind,
  type Row,
  sectionNames
} from "../../src/buddy/journal/sections.ts"
import { tables as retained } from "../../src/platform/retention/Tables.ts"
import { seed, TestBuddies } from "./support.ts"

const at = Date.UTC(2026, 10, 20, 12)
const id = () => randomUUID()
const delta_id = randomUUID()

/** A row of every kind, as a change may write it. */
const rowsOfAllKinds = (): { readonly [K in Kind]: Row<K> } => {
  const subject_id = id()
  const team_id = id()
  const unique = { rule_id: id(), unique_key: 'chapter "one"' }
  return {
    states: {
      version: 1,
      coins: 12,
      evolution_stage: 2,
      prestige_level: 0,
      state: jsonText({ coins: { balance: 12 }, note: "a\\b\n" }),
      streaks_look_at: Infinity,
      updated_at: at,
      ledger_head: jsonText({ units: {} })
    },
    identities: { name: 'Pip "the" ö', status: null, archived_at: at, config_version_id: null },
    events: {
      event_id: "e1",
      user_id: "user-0",
      type: "lesson.completed",
      audience: "default",
      occurred_at: at - 1,
      received_at: at,
      properties: jsonText({ text: 'ö"\\', nested: [1, { a: null }] }),
      payload_hash: "hash",
      mode: "live",
      config_version_id: id(),
      effects: jsonText({ coins: 12 }),
      trace: jsonText([])
    },
    ledger: {
      unit: "coin",
      seq: 1,
      ledger_id: id(),
      amount: 12,
      balance_after: 12,
      reason: "coin_rule",
      reference_type: "event",
      reference_id: "e1",
      rule_id: null,
      config_version_id: id(),
      reverses_ledger_id: null,
      is_lucky: true,
      created_at: at,
      prev_hash: "0",
      hash: "1"
    },
    deliveries: {
      delivery_id: id(),
      webhook_config_id: id(),
      event: "coins.earned",
      body: '{"amount":12}',
      trace_context: null,
      next_attempt_at: at,
      created_at: at
    },
    badges: {
      badge_key: "third",
      times: 1,
      label: "Third",
      coin_reward: 5,
      reason: null,
      awarded_at: at
    },
    left_teams: { team_id },
    team_members: { team_id, role: "mentor", joined_at: at, terms: 1 },
    kudos: {
      kudo_id: id(),
      kudo_type_id: id(),
      kudo_key: "thanks",
      to_buddy_id: id(),
      message: 'for "all" of it\n',
      coins: 5,
      local_day: 20_777,
      daily_limit: 3,
      is_on_test_clock: false,
      given_at: at
    },
    team_feed: {
      team_id,
      feed_id: id(),
      type: "member_joined",
      data: jsonText({ role: "mentor" }),
      occurred_at: at
    },
    freed: unique,
    uniques: { ...unique, created_at: at },
    history: { history_id: id(), kind: "item", key: "hat", body: jsonText({ worn: true }), created_at: at },
    commands: { command_id: "c1", reply: jsonText({ _tag: "Done" }), trace: jsonText([]), created_at: at },
    changes: {
      change_id: id(),
      kind: "earn_coins",
      input: jsonText({ amount: 12 }),
      origin: null,
      config_version_id: id(),
      reply: jsonText({}),
      effects: jsonText({}),
      trace: jsonText([]),
      ledger_ids: [id(), id()],
      occurred_at: at
    },
    signals: { signal_id: id(), body: jsonText({ _tag: "Evolve" }), created_at: at },
    fences: { subject_id },
    quest_members: { quest_id: id(), joined_at: at, left_at: null },
    receipts: {
      campaign_id: id(),
      grant_key: "rank",
      source: "league",
      body: null,
      ledger_ids: [id()],
      granted_at: at
    },
    scores: { subject_id, period_key: "2026-W47", amount: 7, fold: "add", counted_at: at },
    tickets: { draw_id: subject_id, entry_id: id(), tickets: 3, counted_at: at },
    totals: { subject_id, bucket: "all", amount: 7 },
    budgets: { rule_id: id(), period_key: "2026-11", used: 12, max_coins: 100 }
  }
}

/** What tickets are for. */
const openDraw = Effect.fnUntraced(function* (customer_id: string, draw_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO lotteries (customer_id, lottery_id, lottery_key, name, status, entry, schedule, prizes,
      eligibility, public_proof, revision, created_at, updated_at)
    VALUES (${customer_id}::uuid, ${draw_id}::uuid, 'draw', 'Draw', 'active', '{}', '{}', '[]', '{}', true, 1, now(),
      now())`
  yield* sql`INSERT INTO lottery_draws (customer_id, draw_id, lottery_id, status, terms, draw_at, opened_at,
      commit_hash, sealed_seed)
    VALUES (${customer_id}::uuid, ${draw_id}::uuid, ${draw_id}::uuid, 'open', '{}', now(), now(), '', '')`
})

const changeOf = (customer_id: string, buddy_id: string, rows: ReturnType<typeof rowsOfAllKinds>): ChangeSet => {
  const builder = new ChangeSetBuilder({ customer_id, buddy_id }, at)
  const write = <K extends Kind>(kind: K) => builder.write(kind, rows[kind])
  for (const kind of Object.keys(rows) as ReadonlyArray<Kind>) write(kind)
  builder.counts({ c: [["events", 20_000, "default", 'a "type"', 1, 12]], u: [] }, () => delta_id)
  return { ...builder.finish(), event_ids: ["e1"], command_ids: ["c1"] }
}

/** Nobody is a member of what is not there. */
const addTeam = (customer_id: string, team_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO teams (customer_id, team_id, team_key, name, description, max_members, metadata,
        created_at, updated_at)
      VALUES (${customer_id}::uuid, ${team_id}::uuid, 'team', 'Team', '', 10, '{}', now(), now())`
  )

/**
 * Everything that is stored of a buddy or its tenant, by kind, without the columns that only say whose it is. A flush
 * leaves deliveries in the outbox.
 */
const storedRows = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found: Record<string, ReadonlyArray<unknown>> = {}
    for (const name of sectionNames) {
      const { columns, key, mode, table } = described[name]
      const shown = Object.keys(columns).filter((column) => !["customer_id", "buddy_id"].includes(column))
      const told = mode === "call" ? shown.filter((column) => key.includes(column)) : shown
      const asked = told.map((column) => `${column}::text`).join(", ")
      const rows = yield* sql`SELECT ${sql.literal(asked)}
        FROM ${sql(name === "deliveries" ? "webhook_deliveries_all" : table)} WHERE customer_id = ${customer_id}::uuid`
      found[name] = rows
    }
    return found
  })

/** What a table knows its rows by; one kept by months in each of them, and events in all of them. */
const keyOf = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ name: string }>`
      SELECT DISTINCT a.attname AS name FROM pg_index AS i
      JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
      WHERE i.indisprimary AND (i.indrelid = ${table === "events" ? "event_keys" : table}::regclass
        OR i.indrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = ${table}::regclass)) ORDER BY 1`
    return found.map(({ name }) => name)
  })

layer(TestBuddies, { excludeTestServices: true })("kinds of rows", (test) => {
  test.effect("are described as their tables are: columns, types, what may be null, and the key", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const name of sectionNames) {
        const { columns, key, mode, table } = described[name]
        const found = yield* sql<{ name: string; type: string }>`
          SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
          WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`
        const names = { int4: "integer", int8: "bigint", bool: "boolean", timestamptz: "timestamp with time zone" }
        // What goes to a function has the columns the function knows.
        for (const [column, { type }] of mode === "call" ? [] : Object.entries(columns)) {
          const stands = found.find((one) => one.name === column)
          assert.strictEqual(stands?.type, names[type as keyof typeof names] ?? type, `${name}.${column}`)
        }
        assert.deepStrictEqual(yield* keyOf(table), [...key].sort(), name)
      }
    })
  )

  test.effect("that are hot have an argument for each column in the function that writes them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [found] = yield* sql<{ names: ReadonlyArray<string> }>`
        SELECT proargnames AS names FROM pg_proc WHERE proname = 'journal_write'`
      const columns = hotSections.flatMap((name) =>
        Object.keys(described[name].columns).map((column) => `${name}_${column}`)
      )
      assert.deepStrictEqual(found!.names, [...columns, "rare"])
    })
  )

  test.effect("are written alike by the statement of a flush and by the one that goes change by change", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = rowsOfAllKinds()
      const [one, other] = [yield* seed(1), yield* seed(1)]
      for (const { customer_id } of [one, other]) {
        yield* sql`INSERT INTO campaign_subjects (customer_id, subject_id, kind, opened_at)
          VALUES (${customer_id}::uuid, ${rows.fences.subject_id}::uuid, 'board', now())`
        yield* openDraw(customer_id, rows.tickets.draw_id)
      }
      for (const { customer_id } of [one, other]) yield* addTeam(customer_id, rows.team_members.team_id)
      yield* sql.unsafe(commitText, commitParameters([changeOf(one.customer_id, one.buddy_ids[0]!, rows)], 3))
      const each = eachParameters([changeOf(other.customer_id, other.buddy_ids[0]!, rows)], 3)
      assert.deepStrictEqual(yield* sql.unsafe(eachText, each), [
        { error_code: null, constraint_name: null, message: null, stored: null }
      ])
      const [mine, theirs] = [yield* storedRows(one.customer_id), yield* storedRows(other.customer_id)]
      const configs = [one, other].map(({ config_version_id }) => config_version_id)
      const plain = (found: typeof mine) =>
        JSON.stringify(found).replaceAll(configs[0]!, "config").replaceAll(configs[1]!, "config")
      assert.strictEqual(plain(theirs), plain(mine))
      for (const name of sectionNames) assert.lengthOf(mine[name]!, 1, name)
      // In the order of the kinds a payment that was freed is made again.
      assert.deepInclude(mine["states"]![0], { version: "2", coins: "12", streaks_look_at: "infinity" })
      // Of who it is only what was given has changed.
      assert.deepInclude(mine["identities"]![0], { name: 'Pip "the" ö', status: "active" })
      assert.deepInclude(mine["usage"]![0], { slot: "3", used: "1" })
    })
  )

  test.effect("add up what several changes of a flush share, and move on together or not at all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddy_ids, customer_id } = yield* seed(2)
      const budget = rowsOfAllKinds().budgets
      const change = (buddy_id: string, version: number) => {
        const builder = new ChangeSetBuilder({ customer_id, buddy_id }, at)
        builder.write("states", { ...rowsOfAllKinds().states, version })
        builder.write("budgets", budget)
        return builder.finish()
      }
      const commit = (versions: ReadonlyArray<number>) => {
        const changes = buddy_ids.map((buddy_id, index) => change(buddy_id, versions[index]!))
        return sql.unsafe(commitText, commitParameters(changes, 0))
      }
      const used = sql`SELECT used::int FROM rule_budgets WHERE customer_id = ${customer_id}::uuid`
      yield* commit([1, 1])
      assert.deepStrictEqual(yield* used, [{ used: 24 }])
      assert.isTrue((yield* Effect.exit(commit([2, 1])))._tag === "Failure")
      assert.deepStrictEqual(yield* used, [{ used: 24 }])
      const versions = yield* sql`SELECT version::int FROM buddies WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(versions, [{ version: 2 }, { version: 2 }])
    })
  )
})

it("rows that go by a policy are named there, and no other table of the journal is", () => {
  for (const name of sectionNames) {
    const { retention, table } = described[name]
    assert.strictEqual(retention, (retained as ReadonlyArray<string>).includes(table) ? table : null, name)
  }
})
