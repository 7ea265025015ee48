/** Ports of nodes, receivers and databases that are started later, or again: nobody else may take them meanwhile. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"

const module = new URL("../../../src/cli/LocalCluster.ts", import.meta.url).href
const asked = 40

/** Asks for ports one by one, says which, and stays until its input ends. */
const program = `
  const { freePort } = await import(${JSON.stringify(module)})
  const ports = []
  for (let index = 0; index < ${asked}; index++) ports.push(await freePort())
  console.log(JSON.stringify(ports))
  process.stdin.resume()
`

const asker = Effect.acquireRelease(
  Effect.sync(() =>
    spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["pipe", "pipe", "inherit"] })
  ),
  (child) => Effect.sync(() => child.kill("SIGKILL"))
).pipe(
  Effect.flatMap((child) =>
    Effect.callback<ReadonlyArray<number>, Error>((resume) => {
      let text = ""
      child.stdout.on("data", (chunk) => {
        text += String(chunk)
        if (text.endsWith("\n")) resume(Effect.succeed(JSON.parse(text)))
      })
      child.once("exit", (code) => resume(Effect.fail(new Error(`ended with ${code}`))))
    })
  )
)

it.live("ports that one process is given are given to no other while it lives", () =>
  Effect.gen(function* () {
    // Processes that start one after the other look for their first port side by side.
    const ports = (yield* Effect.all([asker, asker, asker], { concurrency: 3 })).flat()
    assert.strictEqual(new Set(ports).size, 3 * asked)
    for (const port of ports) assert.isTrue(port >= 25_000 && port < 32_768, String(port))
  })
)
