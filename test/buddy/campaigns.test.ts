/** What buddies count for together, behind its fence, and what is granted to them from outside. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { type Grant, Grants } from "../../src/buddy/Grants.ts"
import { ChangeSetBuilder } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText, eachParameters, eachText } from "../../src/buddy/journal/JournalParameters.ts"
import type { Write } from "../../src/engine/core/Writes.ts"
import { Subjects } from "../../src/platform/campaigns/Subjects.ts"
import { balances, commandRequest, seed, TestBuddies, verifyLedger } from "./support.ts"

const Tested = Layer.mergeAll(Subjects.layer, Grants.layer).pipe(Layer.provideMerge(TestBuddies))

const at = Date.UTC(2026, 10, 20, 12)
const reward = { coins: 20, tokens: [], skills: [], badges: [], items: [], streak_freezes: 0 }

const changeOf = (customer_id: string, buddy_id: string, writes: ReadonlyArray<Write>, now = at) => {
  const builder = new ChangeSetBuilder({ customer_id, buddy_id }, now)
  for (const write of writes) builder.counted(write)
  return builder.finish()
}

const scored = (subject_id: string, amount: number, fold: "add" | "max" | "last" = "add"): ReadonlyArray<Write> => [
  { kind: "fences", row: { subject_id } },
  { kind: "scores", row: { subject_id, period_key: "all", amount, fold } },
  { kind: "totals", row: { subject_id, bucket: "all", amount } }
]

layer(Tested, { excludeTestServices: true })("what buddies count for together", (test) => {
  test.effect("is one score row for each and one sum for all, however many flushes and slots it took", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(3)
      const key = { customer_id, subject_id: randomUUID() }
      yield* subjects.open(key, "board")
      const flush = (slot: number, now: number) => {
        const changes = buddy_ids.map((buddy_id, index) => {
          const writes = [...scored(key.subject_id, index + 1), ...scored(key.subject_id, 1)]
          return changeOf(customer_id, buddy_id, writes, now)
        })
        return sql.unsafe(commitText, commitParameters(changes, slot))
      }
      yield* flush(0, at)
      yield* flush(1, at + 1_000)
      yield* sql.unsafe(
        commitText,
        commitParameters([changeOf(customer_id, buddy_ids[0]!, scored(key.subject_id, -1))], 1)
      )
      const rows = yield* sql`SELECT score::int, first_at, reached_at FROM campaign_scores
        WHERE customer_id = ${customer_id}::uuid ORDER BY score`
      const [first_at, reached_at] = [new Date(at), new Date(at + 1_000)]
      assert.deepStrictEqual(
        rows,
        [3, 6, 8].map((score) => ({ score, first_at, reached_at }))
      )
      assert.strictEqual(yield* subjects.total(key, "all"), 17)
      const slots = yield* sql`SELECT slot FROM campaign_totals WHERE customer_id = ${customer_id}::uuid ORDER BY slot`
      assert.deepStrictEqual(slots, [{ slot: 0 }, { slot: 1 }])
    })
  )

  test.effect("folds as it is told: the highest, or the newest", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(1)
      const [best, newest] = [randomUUID(), randomUUID()]
      for (const subject_id of [best, newest]) yield* subjects.open({ customer_id, subject_id }, "board")
      for (const amount of [5, 9, 7]) {
        const writes = [...scored(best, amount, "max"), ...scored(newest, amount, "last")]
        yield* sql.unsafe(commitText, commitParameters([changeOf(customer_id, buddy_ids[0]!, writes)], 0))
      }
      const rows =
        yield* sql`SELECT subject_id, score::int FROM campaign_scores WHERE customer_id = ${customer_id}::uuid`
      assert.sameDeepMembers(rows as ReadonlyArray<unknown> as Array<unknown>, [
        { subject_id: best, score: 9 },
        { subject_id: newest, score: 7 }
      ])
    })
  )

  test.effect("is told to whoever watches once, and again when it changes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(1)
      const key = { customer_id, subject_id: randomUUID() }
      yield* subjects.open(key, "quest")
      const mine = Effect.map(subjects.takeChanged(), (all) => all.filter((one) => one.customer_id === customer_id))
      const count = sql.unsafe(
        commitText,
        commitParameters([changeOf(customer_id, buddy_ids[0]!, scored(key.subject_id, 1))], 0)
      )
      yield* count
      assert.deepStrictEqual(yield* mine, [{ ...key, kind: "quest" }])
      assert.deepStrictEqual(yield* mine, [])
      yield* count
      assert.deepStrictEqual(yield* mine, [{ ...key, kind: "quest" }])
    })
  )

  test.effect("counts nothing once it is closed, whole flush or item by item, and never what nobody opened", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(2)
      const [open, closed] = [randomUUID(), randomUUID()]
      for (const subject_id of [open, closed]) yield* subjects.open({ customer_id, subject_id }, "season")
      assert.isTrue(yield* sql.withTransaction(subjects.close({ customer_id, subject_id: closed })))
      assert.isFalse(yield* sql.withTransaction(subjects.close({ customer_id, subject_id: closed })))
      const changes = [open, closed].map((subject_id, index) =>
        changeOf(customer_id, buddy_ids[index]!, scored(subject_id, 4))
      )
      const whole = yield* Effect.exit(sql.unsafe(commitText, commitParameters(changes, 0)))
      assert.strictEqual(whole._tag, "Failure")
      const each = yield* sql.unsafe<{ error_code: string | null }>(eachText, eachParameters(changes, 0))
      assert.deepStrictEqual(
        each.map(({ error_code }) => error_code),
        [null, "HA004"]
      )
      const rows =
        yield* sql`SELECT subject_id, score::int FROM campaign_scores WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(rows, [{ subject_id: open, score: 4 }])
      assert.strictEqual(yield* subjects.total({ customer_id, subject_id: closed }, "all"), 0)
      const unknown = [changeOf(customer_id, buddy_ids[0]!, scored(randomUUID(), 1))]
      const refused = yield* sql.unsafe<{ error_code: string | null }>(eachText, eachParameters(unknown, 0))
      assert.strictEqual(refused[0]!.error_code, "HA004")
    })
  )

  test.effect("keeps nobody waiting who does not count for it, while whoever closes it holds it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(6)
      const key = { customer_id, subject_id: randomUUID() }
      yield* subjects.open(key, "draw")
      const [closed, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const close = subjects
        .close(key)
        .pipe(
          Effect.andThen(Deferred.succeed(closed, undefined)),
          Effect.andThen(Deferred.await(mayEnd)),
          sql.withTransaction
        )
      const closing = yield* Effect.forkChild(close)
      yield* Deferred.await(closed)
      // Waiting in turn they would be given up together.
      const fenced = buddy_ids.slice(1).map((id) => changeOf(customer_id, id, scored(key.subject_id, 1)))
      const receipt = { campaign_id: randomUUID(), grant_key: "rank", source: "league", body: null, ledger_ids: [] }
      const free = changeOf(customer_id, buddy_ids[0]!, [{ kind: "receipts", row: receipt }])
      const told = yield* sql.unsafe<{ error_code: string | null }>(eachText, eachParameters([...fenced, free], 0))
      assert.deepStrictEqual(
        told.map(({ error_code }) => error_code),
        [...fenced.map(() => "55P03"), null]
      )
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(closing)
    })
  )

  test.effect("is closed after the commits under way, and nothing of them is missing then", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const subjects = yield* Subjects
      const { buddy_ids, customer_id } = yield* seed(1)
      const key = { customer_id, subject_id: randomUUID() }
      yield* subjects.open(key, "season")
      const [committing, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const change = changeOf(customer_id, buddy_ids[0]!, scored(key.subject_id, 4))
      const commit = sql
        .unsafe(commitText, commitParameters([change], 0))
        .pipe(
          Effect.andThen(Deferred.succeed(committing, undefined)),
          Effect.andThen(Deferred.await(mayCommit)),
          sql.withTransaction
        )
      const committed = yield* Effect.forkChild(commit)
      yield* Deferred.await(committing)
      const close = Effect.andThen(subjects.close(key), subjects.total(key, "all"))
      const closing = yield* Effect.forkChild(sql.withTransaction(close))
      const waiting = sql`SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`
      yield* Effect.repeat(waiting, { until: (found) => found.length > 0 })
      yield* Deferred.succeed(mayCommit, undefined)
      yield* Fiber.join(committed)
      assert.strictEqual(yield* Fiber.join(closing), 4)
    })
  )
})

layer(Tested, { excludeTestServices: true })("what is granted from outside", (test) => {
  const grantOf = (campaign_id: string, grant_key: string): Grant => ({
    source: "league",
    campaign_id,
    grant_key,
    reward,
    origin: { type: "job", id: "season_close" }
  })

  test.effect("is paid once per campaign, key and buddy, at the same moment and for ever", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const grants = yield* Grants
      const { buddy_ids, customer_id } = yield* seed(1)
      const [buddy_id, campaign_id] = [buddy_ids[0]!, randomUUID()]
      const rank = grants.grant(customer_id, buddy_id, grantOf(campaign_id, "rank"))
      const told = yield* Effect.all(
        Array.from({ length: 10 }, () => rank),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        told.filter((one) => one === "granted"),
        1
      )
      assert.strictEqual(yield* grants.grant(customer_id, buddy_id, grantOf(campaign_id, "other")), "granted")
      // What a command did is forgotten in time, and so is the memory of the actor.
      yield* sql`DELETE FROM commands WHERE customer_id = ${customer_id}::uuid`
      const again = commandRequest(randomUUID(), {
        _tag: "GrantReward",
        source: "league",
        campaign_id,
        grant_key: "rank",
        reward,
        is_refund: false,
        body: null,
        outbound: null
      })
      const refused = yield* Effect.flip((yield* Buddies).send(customer_id, buddy_id, again))
      assert.strictEqual(refused._tag === "CommandRejected" && refused.error.code, "already_granted")
      assert.strictEqual((yield* balances(customer_id)).get(buddy_id)?.row, 40)
      assert.strictEqual(yield* verifyLedger(customer_id), 2)
      const entries = yield* sql`SELECT reason, reference_id FROM ledger WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(entries[0], { reason: "league", reference_id: campaign_id })
      const kinds = yield* sql`SELECT kind FROM buddy_changes WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(kinds, [{ kind: "grant_reward" }, { kind: "grant_reward" }])
    })
  )

  test.effect("fails alone among others of a turn when it was made before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const buddies = yield* Buddies
      const { buddy_ids, customer_id } = yield* seed(1)
      const [buddy_id, campaign_id] = [buddy_ids[0]!, randomUUID()]
      yield* (yield* Grants).grant(customer_id, buddy_id, grantOf(campaign_id, "rank"))
      yield* sql`DELETE FROM commands WHERE customer_id = ${customer_id}::uuid`
      const request = (grant_key: string) =>
        commandRequest(randomUUID(), {
          _tag: "GrantReward",
          source: "league",
          campaign_id,
          grant_key,
          reward,
          is_refund: false,
          body: null,
          outbound: null
        })
      const told = yield* Effect.forEach(
        ["a", "rank", "b"],
        (grant_key) => Effect.exit(buddies.send(customer_id, buddy_id, request(grant_key))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        told.map(({ _tag }) => _tag),
        ["Success", "Failure", "Success"]
      )
      assert.strictEqual((yield* balances(customer_id)).get(buddy_id)?.row, 60)
    })
  )

  test.effect("is void for a buddy that is archived or unknown", () =>
    Effect.gen(function* () {
      const grants = yield* Grants
      const { buddy_ids, customer_id } = yield* seed(1)
      yield* (yield* Buddies).send(customer_id, buddy_ids[0]!, commandRequest("archive", { _tag: "Archive" }))
      for (const buddy_id of [buddy_ids[0]!, randomUUID()]) {
        assert.strictEqual(yield* grants.grant(customer_id, buddy_id, grantOf(randomUUID(), "rank")), "void")
      }
    })
  )
})
