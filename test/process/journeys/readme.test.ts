import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** The lines a newcomer copies, as they stand: the fenced block that begins with BASE and KEY. */
const lines = () => {
  const block = Array.from(
    readFileSync("README.md", "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm),
    (match) => match[1]!
  ).find((text) => text.includes("KEY=$(cat .data/demo-key)"))
  if (block === undefined) throw new Error("the README lost its curl lines")
  return block
}

layer(TestApp.layer(), { excludeTestServices: true })("the README", (it) => {
  it.effect("takes a newcomer from a key to a hatched and rewarded buddy", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      yield* publish(tenant)
      const script = lines().replace("http://localhost:4000", app.baseUrl)
      assert.strictEqual(script.split("\n").filter((line) => /^(EGG=\$\()?curl /.test(line)).length, 5)
      const cwd = mkdtempSync(join(tmpdir(), "hatchery-readme-"))
      mkdirSync(join(cwd, ".data"))
      writeFileSync(join(cwd, ".data/demo-key"), `${tenant.key}\n`)
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)("bash", ["-euc", script], { cwd }).finally(() => rmSync(cwd, { recursive: true }))
      )
      const last = JSON.parse(stdout.slice(stdout.lastIndexOf('{"data"')))
      assert.deepStrictEqual(
        [last.data[0].user_id, last.data[0].status, last.data[0].coins],
        ["newcomer", "active", 40]
      )
    })
  )
})
