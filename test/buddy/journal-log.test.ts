/** What the log says when Postgres takes no flush: whoever is called reads why, and is not flooded. */
import { assert, it, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Logger, References } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { makeSayLost } from "../../src/buddy/journal/JournalLog.ts"
import { eventRequest, seed, testBuddies } from "./support.ts"

const heard = () => {
  const told: Array<unknown> = []
  const Log = Logger.layer([
    Logger.make<unknown, void>(({ fiber, logLevel, message }) => {
      if (logLevel === "Warn") told.push([message, fiber.getRef(References.CurrentLogAnnotations)])
    })
  ])
  return { told, Log }
}

const of = (database: string) => [["changes of buddies are not stored"], { database }]

const full = "could not extend file: No space left on device"
const isFull = new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause: new Error(full) }) })

it.effect("a reason is told at once, and again after ten seconds of it", () => {
  const { Log, told } = heard()
  return Effect.gen(function* () {
    const say = yield* makeSayLost
    for (let flush = 0; flush < 100; flush++) say(isFull)
    assert.deepStrictEqual(told, [of(full)])
    yield* TestClock.adjust(Duration.millis(9_999))
    say({ _tag: "TimeoutError" })
    assert.deepStrictEqual(told, [of(full)])
    yield* TestClock.adjust(Duration.millis(1))
    say({ _tag: "TimeoutError" })
    assert.deepStrictEqual(told, [of(full), of("no answer in time")])
  }).pipe(Effect.provide(Log))
})

const service = heard()

layer(testBuddies().pipe(Layer.provide(service.Log)), { excludeTestServices: true })("a full disk", (it) => {
  it.effect("is told with what Postgres says, and what was sent meanwhile can be sent again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      yield* sql.unsafe(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION '${full}' USING ERRCODE = '53100'; END $$`).unprepared
      yield* sql.unsafe("CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()")
        .unprepared
      const send = buddies.send(customer_id, buddy_id!, eventRequest("one"))
      const lost = yield* Effect.exit(send)
      assert.isTrue(Exit.isFailure(lost))
      assert.include(JSON.stringify(lost), "53100")
      assert.deepStrictEqual(service.told, [of(full)])
      yield* sql.unsafe("DROP TRIGGER full_disk ON events").unprepared
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(send)))
    })
  )
})
