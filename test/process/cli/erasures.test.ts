/** Who was erased stays on record through restores, however many there are, and is erased again after each. */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hatcheryIn } from "../../kit/process/Command.ts"
import { dataOf, erased } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

interface Line {
  readonly erasure_id: string
  readonly requested_at: string
  readonly sealed_key: string
}

const recorder = Effect.gen(function* () {
  const env = { DATABASE_URL: Redacted.value((yield* TestApp).databaseUrl), SECRET_KEY: "test-only-secret-key" }
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "erasures-"))),
    (made) => Effect.sync(() => fs.rmSync(made, { recursive: true }))
  )
  const file = join(folder, "erasures.ndjson")
  return { file, run: (command: string) => hatcheryIn(env, "erasures", command, file) }
})

/** Brings the workspace back to before its first erasure, with these users in it. */
const restored = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["event_tombstones", "erased_buddies", "erasures", "erasure_keys"])
    yield* sql`DELETE FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid`
})

const linesOf = (file: string) =>
  fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)

/** What is hatched here stands for what a backup holds, so it is to be older than its erasure. */
const later = Effect.fnUntraced(function* (file: string) {
  const requested_at = new Date((yield* Clock.currentTimeMillis) + 3_600_000).toISOString()
  fs.writeFileSync(
    file,
    linesOf(file)
      .map((line) => `${JSON.stringify({ ...line, requested_at })}\n`)
      .join("")
  )
})

layer(TestApp.layer(), { excludeTestServices: true })("erasures on record", (it) => {
  it.effect("outlive a restore, and count after the next one, too", () =>
    Effect.gen(function* () {
      const school = yield* (yield* TestApp).tenant()
      yield* publish(school)
      const { file, run } = yield* recorder
      yield* hatch(school, "first")
      yield* erased(school.call, "first")
      assert.deepStrictEqual(yield* run("record"), { code: 0, out: "", err: "" })
      assert.lengthOf(linesOf(file), 1)

      yield* restored(school.customer_id)
      yield* hatch(school, "first")
      assert.strictEqual((yield* run("record")).code, 0, "whoever does this every hour does it now")
      assert.lengthOf(linesOf(file), 1, "what the database has forgotten is on record")
      yield* later(file)
      assert.match((yield* run("reapply")).out, /^1 erasures on record, \d+ names looked at, 1 to be erased again/)
      yield* hatch(school, "second")
      assert.strictEqual((yield* school.call("DELETE", dataOf("second"))).status, 202)
      assert.strictEqual((yield* run("record")).code, 0)
      assert.strictEqual(new Set(linesOf(file).map(({ sealed_key }) => sealed_key)).size, 2)

      yield* restored(school.customer_id)
      for (const user_id of ["first", "second"]) yield* hatch(school, user_id)
      yield* later(file)
      assert.match((yield* run("reapply")).out, /^3 erasures on record, \d+ names looked at, 2 to be erased again/)
      assert.match((yield* run("reapply")).out, / 0 to be erased again\.$/m)
    })
  )

  it.effect("are not written over what is none of them", () =>
    Effect.gen(function* () {
      const { file, run } = yield* recorder
      fs.writeFileSync(file, "something else\n")
      const { code, err } = yield* run("record")
      assert.strictEqual(code, 1)
      assert.match(err, /Line 1 of .* is no record of an erasure\./)
      assert.strictEqual(fs.readFileSync(file, "utf8"), "something else\n")
    })
  )
})
