import { Effect, Redacted } from "effect"
import { spawn, execFileSync } from "node:child_process"
import { mkdtempSync, writeFileSync, chmodSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import * as EmbeddedPostgres from "../../src/platform/EmbeddedPostgres.ts"
import * as Migrations from "../../src/platform/Migrations.ts"
import { postgresClient } from "../../src/platform/Sql.ts"
import { seed } from "./seed.ts"
const scratch = mkdtempSync(join(tmpdir(), "hatchery-prof-"))
chmodSync(scratch, 0o755)
const users = Number(process.env.USERS ?? 10000), secs = process.env.SECS ?? "6"
await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const server = yield* EmbeddedPostgres.acquire({ dataDir: join(scratch, "data"), port: 24900 })
  const base = Redacted.value(server.url)
  yield* Effect.promise(async () => {
    const admin = new pg.Client({ connectionString: base }); await admin.connect(); await admin.query("create database prof"); await admin.end()
    const u = new URL(base); u.pathname = "/prof"; const url = u.href
    await Effect.runPromise(Migrations.run().pipe(Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "x" }))))
    const world = await seed(url, Number(process.env.BUDDIES ?? 10000))
    const child = spawn(process.execPath, [...(process.env.PROF ? ["--cpu-prof", "--cpu-prof-dir=/tmp/plan/prof"] : []), ...(process.env.GC ? ["--expose-gc"] : []), "src/main.ts"], { env: { ...process.env, DATABASE_URL: url, PORT: "4055", HOST: "127.0.0.1", RUNNER_PORT: "24956", DEMO: "false", LOG_LEVEL: "Warn", WEBHOOK_ALLOW_PRIVATE: "true" }, stdio: ["ignore", "inherit", "inherit"] })
    for (let i = 0; i < 200; i++) { if (await fetch("http://127.0.0.1:4055/readyz").then((r) => r.status === 200, () => false)) break; await new Promise((r) => setTimeout(r, 100)) }
    const stat = () => { const t = execFileSync("cat", [`/proc/${child.pid}/stat`]).toString().split(") ")[1]!.split(" "); return (Number(t[11]) + Number(t[12])) / 100 }
    const day = new Date().toISOString()
    for (let r = 0; r < 3; r++) {
      const before = stat()
      const out = JSON.parse(execFileSync("/tmp/plan/load", ["4055", world.key, "64", secs, String(users), `p${r}`, day]).toString())
      console.log(JSON.stringify(out), "cpu us/event", ((stat() - before) / out.ok * 1e6).toFixed(0), execFileSync("grep", ["VmRSS", `/proc/${child.pid}/status`]).toString().trim())
    }
    child.kill("SIGTERM")
    await new Promise((r) => child.on("exit", r))
  })
})))
