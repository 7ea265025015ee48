import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { connect, createServer, type Socket } from "node:net"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { BuddyEntityLive } from "../../src/buddy/actor/Entity.ts"
import { DatabaseUrl } from "../../src/platform/postgres/DatabaseUrl.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { until } from "../kit/service/time.ts"
import {
  balances,
  BuddyProcess,
  buddyProcess,
  countEvents,
  eventRequest,
  seed,
  submitAll,
  verifyLedger,
  wake
} from "./support.ts"

/**
 * Holds back the commit of one kind of event, so that a test can do something while it is on the way. What this answers
 * with lets it go on.
 */
const holdSlowEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("CREATE TABLE held AS SELECT 1 AS one").unprepared
  yield* sql.unsafe(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    WHILE NEW.type = 'slow' AND EXISTS (SELECT 1 FROM held) LOOP PERFORM pg_sleep(0.01); END LOOP;
    RETURN NEW; END $$`).unprepared
  yield* sql.unsafe("CREATE TRIGGER hold BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hold()").unprepared
  return Effect.asVoid(sql`DELETE FROM held`)
})

const journalIsBusy = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`SELECT 1 FROM pg_stat_activity
      WHERE application_name = 'hatchery-journal' AND datname = current_database() AND state = 'active'`,
    (rows) => rows.length > 0
  )

const killJournal = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ pid: number }>`SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'hatchery-journal' AND datname = current_database() AND state = 'active'`
})

/** Between the service and Postgres; `loseAnswer` cuts the journal's connection when its next answer arrives. */
class Proxy {
  loseAnswer = false
  lost = 0
  private readonly target: number
  private readonly server = createServer((client) => this.join(client))

  constructor(target: number) {
    this.target = target
  }

  readonly listen = () =>
    new Promise<number>((resolve) => {
      this.server.listen(0, "127.0.0.1", () => resolve((this.server.address() as { port: number }).port))
    })

  readonly close = () => this.server.close()

  private join(client: Socket) {
    const upstream = connect(this.target, "127.0.0.1")
    let isJournal = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    client.on("data", (chunk) => {
      isJournal ||= chunk.includes("hatchery-journal")
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      if (!isJournal || !this.loseAnswer) return void client.write(chunk)
      this.loseAnswer = false
      this.lost++
      end()
    })
    for (const socket of [client, upstream]) {
      socket.on("error", end)
      socket.on("close", end)
    }
  }
}

layer(BuddyProcess.pipe(Layer.provideMerge(Layer.effect(DatabaseUrl, testDatabase))), { excludeTestServices: true })(
  "when the journal's connection is killed",
  (it) => {
    it.effect("callers hear that the outcome is open, and their repetition is executed once", () =>
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const seeded = yield* seed(3)
        const { buddy_ids, customer_id } = seeded
        yield* wake(buddies, seeded, buddy_ids)
        yield* holdSlowEvents
        const requests = buddy_ids.map(
          (buddy_id, index) => [buddy_id, eventRequest(`cut-${index}`, index === 0 ? { type: "slow" } : {})] as const
        )
        const [answers] = yield* Effect.all(
          [
            submitAll(buddies, customer_id, requests),
            until(
              "the journal was cut",
              Effect.map(killJournal, (killed) => killed.length > 0)
            )
          ],
          { concurrency: "unbounded" }
        )
        for (const answer of answers) assert.isTrue(Exit.isFailure(answer) && Exit.hasFails(answer))
        const failures = yield* Effect.forEach(answers, (answer) => Effect.flip(answer))
        assert.deepStrictEqual(
          failures.map(({ _tag }) => _tag),
          ["Unavailable", "Unavailable", "Unavailable"]
        )
        assert.deepStrictEqual(yield* countEvents(customer_id), { events: 3, used: 3 })

        const again = yield* submitAll(buddies, customer_id, requests.slice(1))
        assert.deepStrictEqual(
          again.map((answer) => Exit.isSuccess(answer) && answer.value.duplicate),
          [false, false]
        )
        assert.deepStrictEqual(yield* countEvents(customer_id), { events: 5, used: 5 })
        yield* balances(customer_id)
      })
    )
  }
)

const caller = buddyProcess({}, { owner: false }).pipe(Layer.provideMerge(Layer.effect(DatabaseUrl, testDatabase)))

layer(caller, { excludeTestServices: true })("when buddies move to another runner", (it) => {
  it.effect("the old one lets go after its last commit, and not before", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const sql = yield* SqlClient.SqlClient
      // one is busy, the other idle
      const seeded = yield* seed(2)
      const { buddy_ids, customer_id } = seeded
      const ownership = yield* Scope.fork(yield* Effect.scope)
      yield* Layer.buildWithScope(Layer.fresh(BuddyEntityLive), ownership)
      yield* wake(buddies, seeded, buddy_ids)
      const letGo = yield* holdSlowEvents
      const order: Array<string> = []
      buddies.submit(customer_id, buddy_ids[0]!, eventRequest("last", { type: "slow" }), (exit) =>
        order.push(exit._tag)
      )
      yield* until("the commit is on its way", journalIsBusy(sql))
      const closing = yield* Effect.forkChild(
        Effect.andThen(
          Scope.close(ownership, Exit.void),
          Effect.sync(() => order.push("let go"))
        ),
        { startImmediately: true }
      )
      assert.deepStrictEqual(order, [])
      yield* letGo
      yield* Fiber.join(closing)
      assert.deepStrictEqual(order, ["Success", "let go"])
      assert.isFalse(buddies.submit(customer_id, buddy_ids[0]!, eventRequest("too late"), () => {}))
    })
  )
})

/** The same database, reached through a proxy of the test. */
const proxied = Effect.gen(function* () {
  const direct = new URL(Redacted.value(yield* testDatabase))
  const proxy = new Proxy(Number(direct.port))
  yield* Effect.addFinalizer(() => Effect.sync(proxy.close))
  direct.port = String(yield* Effect.promise(proxy.listen))
  return { proxy, url: Redacted.make(direct.href) }
})

layer(Layer.empty, { excludeTestServices: true })("when the answer of a commit is lost", (it) => {
  it.effect("the repetition gets the answer of the first execution, and the state is the committed one", () =>
    Effect.gen(function* () {
      const { proxy, url } = yield* proxied
      yield* Effect.gen(function* () {
        const buddies = yield* Buddies
        const seeded = yield* seed(4)
        const { buddy_ids, customer_id } = seeded
        yield* wake(buddies, seeded, buddy_ids)
        for (let round = 0; round < 10; round++) {
          const requests = buddy_ids.map(
            (buddy_id, index) => [buddy_id, eventRequest(`lost-${round}-${index}`)] as const
          )
          proxy.loseAnswer = true
          const answers = yield* submitAll(buddies, customer_id, requests)
          const failures = yield* Effect.forEach(answers, (answer) => Effect.flip(answer))
          assert.isTrue(failures.every(({ _tag }) => _tag === "Unavailable"))
          const again = yield* submitAll(buddies, customer_id, requests)
          assert.deepStrictEqual(
            again.map((answer) => Exit.isSuccess(answer) && answer.value.duplicate),
            [true, true, true, true]
          )
          assert.isTrue(
            again.every((answer) => Exit.isSuccess(answer) && answer.value.effects.coins === (round === 2 ? 15 : 10))
          )
        }
        assert.strictEqual(proxy.lost, 10)
        for (const { row } of (yield* balances(customer_id)).values()) assert.strictEqual(row, 105)
        assert.deepStrictEqual(yield* countEvents(customer_id), { events: 44, used: 44 })
        yield* verifyLedger(customer_id)
      }).pipe(Effect.provide(BuddyProcess.pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))))
    })
  )
})
