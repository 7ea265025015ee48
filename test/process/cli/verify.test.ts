/** The command as operators run it, as a process of its own. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe } from "vitest"
import { invariants } from "../../../src/platform/invariants/index.ts"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { hatcheryIn } from "../../kit/process/Command.ts"
import { testDatabase } from "../../kit/postgres/PgTemplate.ts"

const script = join(import.meta.dirname, "../../../scripts/run.mjs")

/** Installs what is missing, finds its Node, and runs the sources. */
const npmRunVerify = (env: Readonly<Record<string, string>>) =>
  Effect.promise(
    () =>
      new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
        const { DATABASE_URL: _, ...rest } = process.env
        const child = spawn(process.execPath, [script, "verify"], { env: { ...rest, ...env } })
        let [out, err] = ["", ""]
        child.stdout.on("data", (text) => (out += String(text)))
        child.stderr.on("data", (text) => (err += String(text)))
        child.on("close", (code) => resolve({ code, out, err }))
      })
  )

const verify = (env: Readonly<Record<string, string>>, ...flags: ReadonlyArray<string>) =>
  hatcheryIn(env, "verify", ...flags)

const database = Effect.map(testDatabase, (url) => ({ url, env: { DATABASE_URL: Redacted.value(url) } }))

/** A row of a tenant that does not exist. */
const spoil = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
      VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{}', now() - interval '1 hour')`
  }).pipe(Effect.provide(postgresClient({ url, maxConnections: 1, applicationName: "test" })))

/** What SQL cannot look at comes last. */
const signed = "ledger_head_signed"
const always = [...invariants.filter(({ quiescent }) => quiescent !== true).map(({ id }) => id), signed]

describe("verify", () => {
  it.live("shows a row per invariant of a database that is in order, and ends well", () =>
    Effect.gen(function* () {
      const { env } = yield* database
      const { code, err, out } = yield* npmRunVerify(env)
      assert.deepStrictEqual([code, err], [0, ""])
      const [names, ...lines] = out.trimEnd().split("\n")
      assert.match(lines.pop()!, new RegExp(`^In order: ${always.length} invariants hold over \\d+ rows\\.$`))
      assert.strictEqual(lines.pop(), "")
      assert.match(names!, /^invariant +rows +violations +ms$/)
      assert.deepStrictEqual(
        lines.map((line) => line.split(/ +/)[0]),
        always
      )
    })
  )

  it.live("names the rows that are wrong, and fails", () =>
    Effect.gen(function* () {
      const { env, url } = yield* database
      yield* spoil(url)
      const { code, err, out } = yield* verify(env)
      assert.deepStrictEqual(
        [code, err],
        [1, `hatchery: Not in order: 1 of ${always.length} invariants do not hold.\n`]
      )
      assert.match(out, /^rows_have_their_tenant +\d+ +1 /m)
      assert.match(out, /^ {2}\{.*"table":"buddy_signals"/m)
    })
  )

  it.live("prints nothing but JSON when asked to, and checks what ends when asked to", () =>
    Effect.gen(function* () {
      const { env, url } = yield* database
      yield* spoil(url)
      const { code, out } = yield* verify(env, "--json", "--quiescent")
      const reports = JSON.parse(out) as ReadonlyArray<{ readonly id: string; readonly violations: number }>
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(
        reports.map(({ id }) => id),
        [...invariants.map(({ id }) => id), signed]
      )
      assert.deepStrictEqual(
        reports.filter(({ violations }) => violations > 0).map(({ id }) => id),
        ["signals_are_handled", "rows_have_their_tenant"]
      )
    })
  )

  it.live("says in one line why it cannot look, and keeps the password to itself", () =>
    Effect.gen(function* () {
      for (const [url, cause] of [
        [
          "postgres://me:hush@127.0.0.1:9/none",
          /^hatchery: the database of DATABASE_URL does not answer: connect ECONNREFUSED 127\.0\.0\.1:9\n$/
        ],
        ["nonsense:hush", /^hatchery: .+\n$/]
      ] as const) {
        const { code, err, out } = yield* verify({ DATABASE_URL: url })
        assert.deepStrictEqual([code, out], [1, ""])
        assert.match(err, cause)
        assert.notInclude(err, "hush")
      }
    })
  )

  it.live("starts the embedded database when it is not running, and stops it again", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => fs.mkdtempSync(join(tmpdir(), "hatchery-verify-"))),
        (path) => Effect.sync(() => fs.rmSync(path, { recursive: true, force: true }))
      )
      fs.chmodSync(folder, 0o755)
      const { code, err, out } = yield* npmRunVerify({ DATA_DIR: join(folder, "data") })
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(err, /^hatchery: This database lacks \d+ migrations of this release;.*\n$/)
      const left = fs.readdirSync(folder, { recursive: true }).map(String)
      assert.isNotEmpty(left.filter((name) => name.endsWith("PG_VERSION")))
      assert.isEmpty(left.filter((name) => name.endsWith("postmaster.pid")))
    })
  )
})
