import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { describe } from "vitest"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { type CommitHooks, PgProxy } from "./harness/PgProxy.ts"
import { sleep } from "./harness/Wait.ts"

/** A client on the far side of a proxy, and one past it. */
const connected = (run: (proxy: PgProxy, far: Client, near: Client) => Promise<void>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = new URL(Redacted.value(yield* testDatabase))
      const proxy = yield* Effect.promise(() => new PgProxy(Number(url.port)).listen())
      const near = new Client({ connectionString: url.href })
      url.port = String(proxy.port)
      const far = new Client({ connectionString: url.href })
      for (const client of [near, far]) client.on("error", () => undefined)
      yield* Effect.promise(async () => {
        await Promise.all([near.connect(), far.connect()])
        await near.query("CREATE TABLE notes (text text)")
        try {
          await run(proxy, far, near)
        } finally {
          await near.end()
          proxy.close()
        }
      })
    })
  )

const notes = async (client: Client) => (await client.query("SELECT text FROM notes")).rows.length

const lose = (moment: keyof CommitHooks) =>
  connected(async (proxy, far, near) => {
    const seen: Array<string> = []
    proxy.hooks[moment] = (statement) => {
      seen.push(statement)
      return "cut"
    }
    await far.query("SELECT 1")
    await far.query("BEGIN")
    await far.query("INSERT INTO notes VALUES ($1)", ["in a transaction"])
    assert.deepStrictEqual(seen, [])
    const answer = await far.query("COMMIT").catch(() => "lost")
    assert.strictEqual(answer, "lost")
    assert.deepStrictEqual(seen, ["COMMIT"])
    assert.strictEqual(await notes(near), moment === "afterCommit" ? 1 : 0)
  })

describe("the proxy before Postgres", () => {
  it.live("can lose a commit that has not arrived: nothing is written", () => lose("beforeCommit"))

  it.live("can lose the answer of a commit: everything is written", () => lose("afterCommit"))

  it.live("knows a statement that is a transaction of its own", () =>
    connected(async (proxy, far, near) => {
      proxy.hooks.afterCommit = () => "cut"
      assert.strictEqual(await far.query("INSERT INTO notes VALUES ($1)", ["alone"]).catch(() => "lost"), "lost")
      assert.strictEqual(await notes(near), 1)
    })
  )

  it.live("stalls without losing a byte, and refuses at once", () =>
    connected(async (proxy, far) => {
      proxy.treat("stall")
      const answer = far.query("SELECT 1 AS one")
      assert.strictEqual(await Promise.race([answer, sleep(200)]), undefined)
      proxy.treat("pass")
      assert.strictEqual((await answer).rows[0].one, 1)
      proxy.treat("refuse")
      assert.strictEqual(await far.query("SELECT 1").catch(() => "refused"), "refused")
    })
  )
})
