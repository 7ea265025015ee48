/**
 * The restore of docs/operations.md, carried out: a base backup of a running server, an archive of its write-ahead log,
 * the server lost, and the database brought back to a chosen moment.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort, type LocalNode } from "../../../src/cli/LocalCluster.ts"
import * as Migrations from "../../../src/platform/postgres/Migrations.ts"
import { filesIn, settle } from "../../../src/platform/postgres/PostgresBinaries.ts"
import * as Server from "../../../src/platform/postgres/PostgresServer.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { secretKey, seed } from "../../bench/seed.ts"
import { hatcheryIn } from "../../kit/process/Command.ts"
import { startNode } from "../../kit/process/Programs.ts"

const users = 20

/** A folder the server's own user may enter, gone at the end. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const path = fs.mkdtempSync(join(tmpdir(), "hatchery-drill-"))
    fs.chmodSync(path, 0o777)
    return path
  }),
  (path) => Effect.sync(() => fs.rmSync(path, { recursive: true, force: true }))
)

const open = (home: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const { programs } = yield* settle(home)
      const port = yield* Effect.promise(freePort)
      return yield* Server.start({ home, programs, port, exactPort: true, durable: true })
    }),
    ({ pid }) => Server.stop(pid, filesIn(home).data, 3)
  ).pipe(
    Effect.map(({ pid, port }) => {
      const password = fs.readFileSync(filesIn(home).password, "utf8").trim()
      return { pid, url: `postgres://${Server.username}:${password}@127.0.0.1:${port}/postgres` }
    })
  )

type Row = Readonly<Record<string, unknown>>

const query = (url: string, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(statement).unprepared).pipe(
    Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "drill" }))
  )

const configure = (data: string, lines: ReadonlyArray<string>) =>
  fs.appendFileSync(join(data, "postgresql.auto.conf"), `${lines.join("\n")}\n`)

const handOver = (path: string, identity: { readonly uid: number; readonly gid: number } | undefined) => {
  if (identity === undefined) return
  fs.chownSync(path, identity.uid, identity.gid)
  if (fs.statSync(path).isDirectory()) for (const name of fs.readdirSync(path)) handOver(join(path, name), identity)
}

const send = (node: LocalNode, key: string, event_id: string) =>
  Effect.promise(async () => {
    const answer = await fetch(`${node.baseUrl}/api/v1/events`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        event_id,
        user_id: `u${event_id.charCodeAt(event_id.length - 1) % users}`,
        type: "lesson.completed",
        occurred_at: new Date().toISOString(),
        properties: { score: 90 }
      })
    })
    await answer.arrayBuffer()
    assert.strictEqual(answer.status, 200)
    return answer.headers.get("idempotency-replayed") === "true"
  })

const phase = (node: LocalNode, key: string, name: string) =>
  Effect.forEach(
    Array.from({ length: 60 }, (_, index) => `${name}-${index}`),
    (id) => send(node, key, id),
    { concurrency: 8 }
  )

const startService = (databaseUrl: string) =>
  Effect.acquireRelease(
    Effect.promise(async () =>
      startNode({
        role: "all",
        databaseUrl,
        port: await freePort(),
        runnerPort: await freePort(),
        env: { SECRET_KEY: secretKey }
      })
    ),
    (node) => Effect.promise(() => node.kill("SIGTERM"))
  )

/** Of those the events are about. */
const erased_user = `u${"0".charCodeAt(0) % users}`

const erase = (node: LocalNode, key: string) =>
  Effect.promise(async () => {
    const path = `/api/v1/customers/me/users/${erased_user}/data`
    const answer = await fetch(`${node.baseUrl}${path}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` }
    })
    await answer.arrayBuffer()
    assert.strictEqual(answer.status, 202)
  })

const erasedIn = (url: string) =>
  Effect.repeat(query(url, "SELECT status FROM erasures"), {
    until: (found) => found.length === 1 && found[0]?.["status"] === "completed",
    schedule: Schedule.spaced("200 millis")
  })

const operator = (url: string, ...args: ReadonlyArray<string>) =>
  hatcheryIn({ DATABASE_URL: url, SECRET_KEY: secretKey }, ...args)

const invariants = (url: string) =>
  checkInvariants({ quiescent: false }).pipe(
    Effect.provide(
      postgresClient({ url: Redacted.make(url), maxConnections: 2, applicationName: "drill" }).pipe(Layer.orDie)
    )
  )

/** What pg_basebackup does, by the functions it calls itself: the embedded server comes without clients. */
const baseBackup = (url: string, data: string, target: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe("SELECT pg_backup_start('drill', true)::text").unprepared
    fs.cpSync(data, target, {
      recursive: true,
      filter: (path) => !/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(path)
    })
    const [label] = yield* sql.unsafe<Row>("SELECT labelfile FROM pg_backup_stop()").unprepared
    fs.writeFileSync(join(target, "backup_label"), String(label?.["labelfile"]))
  }).pipe(Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "backup" })))

it.live("a database restored to a moment has everything before it, nothing after it, and pays nothing twice", () =>
  Effect.gen(function* () {
    const home = yield* folder
    const { home: settled, programs } = yield* settle(home)
    yield* Server.createCluster(settled, programs, false)
    const { data } = filesIn(settled)
    const archive = join(settled, "archive")
    fs.mkdirSync(archive)
    handOver(archive, programs.identity)
    configure(data, ["archive_mode = on", `archive_command = 'cp "%p" "${archive}/%f"'`])
    const lost = yield* open(settled)
    yield* Migrations.run().pipe(
      Effect.provide(postgresClient({ url: Redacted.make(lost.url), maxConnections: 1, applicationName: "drill" }))
    )
    const { key } = yield* Effect.promise(() => seed(lost.url, users))

    const { moment, records } = yield* Effect.scoped(
      Effect.gen(function* () {
        const node = yield* startService(lost.url)
        yield* phase(node, key, "before-backup")
        yield* baseBackup(lost.url, data, join(settled, "backup"))
        yield* phase(node, key, "after-backup")
        const [now] = yield* query(lost.url, "SELECT clock_timestamp()::text AS moment")
        yield* phase(node, key, "too-late")
        yield* erase(node, key)
        yield* erasedIn(lost.url)
        const records = join(home, "erasures.ndjson")
        assert.strictEqual((yield* operator(lost.url, "erasures", "record", records)).code, 0)
        yield* query(lost.url, "SELECT pg_switch_wal()::text")
        return { moment: String(now?.["moment"]), records }
      })
    )
    yield* Server.waitUntil(() => fs.readdirSync(archive).some((name) => /^[0-9A-F]{24}$/.test(name)), 10)
    yield* Server.stop(lost.pid, data, 10)
    fs.rmSync(data, { recursive: true })

    fs.renameSync(join(settled, "backup"), data)
    fs.chmodSync(data, 0o700)
    fs.writeFileSync(join(data, "recovery.signal"), "")
    configure(data, [
      `restore_command = 'cp "${archive}/%f" "%p"'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = 'promote'"
    ])
    handOver(data, programs.identity)
    const restored = yield* open(settled)
    yield* Effect.repeat(query(restored.url, "SELECT pg_is_in_recovery() AS going"), {
      until: ([row]) => row?.["going"] === false
    })

    const stored = yield* query(restored.url, "SELECT event_id FROM events")
    assert.strictEqual(stored.length, 120)
    assert.isFalse(stored.some((row) => String(row["event_id"]).startsWith("too-late")))
    const red = (yield* invariants(restored.url)).filter(({ violations }) => violations > 0)
    assert.deepStrictEqual(red, [])
    const forgotten = query(restored.url, `SELECT event_id FROM events WHERE user_id = '${erased_user}'`)
    assert.isAbove((yield* forgotten).length, 0, "who was erased is there again")
    const node = yield* startService(restored.url)
    const again = yield* operator(restored.url, "erasures", "reapply", records)
    assert.match(again.out, /^1 erasures on record, \d+ names looked at, 1 to be erased again/, again.err)
    yield* erasedIn(restored.url)
    assert.deepStrictEqual(yield* forgotten, [])
    assert.match((yield* operator(restored.url, "erasures", "reapply", records)).out, / 0 to be erased again\.$/m)
    assert.isTrue((yield* phase(node, key, "before-backup")).every(Boolean), "repeated, not paid again")
    assert.isTrue((yield* phase(node, key, "after-backup")).every(Boolean))
    assert.isFalse((yield* phase(node, key, "too-late")).some(Boolean), "lost with the log's end, so new again")
  })
)
