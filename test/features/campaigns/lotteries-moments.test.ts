/** A draw whose moment is another one by the time its job gets to it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { make, path, started } from "../../kit/campaigns/Lotteries.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const minute_ms = 60_000
const dayMs = 1_440 * minute_ms

interface Drawing {
  readonly lottery_id: string
  readonly open_draw: { readonly draw_id: string; readonly draw_at: string }
}

/** Due by the clock of whoever begins its job, which finds it at `draw_at`. */
const met = Effect.fnUntraced(function* ({ lottery_id, open_draw: { draw_id } }: Drawing, draw_at: string) {
  const sql = yield* SqlClient.SqlClient
  const { databaseUrl: url } = yield* TestApp
  const jobs = (where: string) =>
    Effect.map(sql.unsafe(`SELECT 1 FROM operations WHERE resource_id = $1 AND ${where}`, [draw_id]), (found) => found)
  yield* Effect.gen(function* () {
    const holder = yield* SqlClient.SqlClient
    yield* openEnded(holder)(
      Effect.gen(function* () {
        yield* holder`SELECT 1 FROM lotteries WHERE lottery_id = ${lottery_id}::uuid FOR UPDATE`
        yield* sql`UPDATE lottery_draws SET draw_at = now() - interval '1 second' WHERE draw_id = ${draw_id}::uuid`
        yield* until(
          "its job",
          Effect.map(jobs("true"), ({ length }) => length > 0)
        )
        yield* holder`UPDATE lottery_draws SET draw_at = ${new Date(draw_at)} WHERE draw_id = ${draw_id}::uuid`
      })
    )
  }).pipe(Effect.provide(postgresClient({ url, maxConnections: 1, applicationName: "hatchery-test" })))
  yield* until(
    "the end of its job",
    Effect.map(jobs("status = 'completed'"), ({ length }) => length > 0)
  )
})

layer(TestApp.shared, { excludeTestServices: true })("the job of a draw", (it) => {
  it.effect("leaves one alone that was put off meanwhile", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const hour = new Date(Date.now() + dayMs / 2).getUTCHours()
      const lottery: Drawing = yield* make(call, { schedule: { frequency: "daily", hour } })
      const { lottery_id, open_draw } = lottery
      yield* met(lottery, open_draw.draw_at)
      assert.deepStrictEqual((yield* call("GET", `${path}/${lottery_id}`)).body.open_draw, open_draw)
    })
  )

  it.effect("draws once for a moment, though the clock where it runs is behind", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      // Never so near that it has passed by the time it is asked for.
      const soon = new Date(Date.now() + minute_ms + 15_000)
      const schedule = { frequency: "daily", hour: soon.getUTCHours(), minute: soon.getUTCMinutes() }
      const lottery: Drawing = yield* make(call, { schedule })
      const { lottery_id, open_draw } = lottery
      yield* until(
        "a moment so near that clocks may differ about it",
        Effect.sync(() => Date.parse(open_draw.draw_at) - Date.now() < minute_ms - 5_000)
      )
      yield* met(lottery, open_draw.draw_at)
      const next = (yield* call("GET", `${path}/${lottery_id}`)).body.open_draw
      assert.notStrictEqual(next.draw_id, open_draw.draw_id)
      assert.strictEqual(Date.parse(next.draw_at) - Date.parse(open_draw.draw_at), dayMs)
    })
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a draw that is late", (it) => {
  it.effect("is put off by no change that leaves the schedule as it is", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const sql = yield* SqlClient.SqlClient
      const { lottery_id, open_draw, schedule } = yield* make(call)
      // Near enough to show that nobody sets it anew, and not due: its job is not what this is about.
      const draw_at = new Date(Date.now() + minute_ms * 10).toISOString()
      yield* sql`UPDATE lottery_draws SET draw_at = ${new Date(draw_at)}
        WHERE draw_id = ${open_draw.draw_id}::uuid`
      const same = yield* call("PATCH", `${path}/${lottery_id}`, { name: "Another", schedule })
      assert.deepInclude(same.body, { name: "Another", open_draw: { ...open_draw, draw_at } })
      const moved = yield* call("PATCH", `${path}/${lottery_id}`, { schedule: { ...schedule, minute: 30 } })
      assert.strictEqual(new Date(moved.body.open_draw.draw_at).getUTCMinutes(), 30)
    })
  )
})
