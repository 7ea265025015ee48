/** Runs `hatchery <arguments>` as an operator does: a process of its own beside the service. */
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { operator } from "./Programs.ts"

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export const hatchery = (databaseUrl: Redacted.Redacted, ...args: ReadonlyArray<string>): Effect.Effect<Ran> =>
  hatcheryIn({ DATABASE_URL: Redacted.value(databaseUrl) }, ...args)

/** With this in its environment. */
export const hatcheryIn = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>): Effect.Effect<Ran> =>
  Effect.promise(
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [operator, ...args], {
          env: { ...process.env, ...env },
          stdio: ["ignore", "pipe", "pipe"]
        })
        const [out, err]: [Array<Buffer>, Array<Buffer>] = [[], []]
        child.stdout.on("data", (chunk: Buffer) => out.push(chunk))
        child.stderr.on("data", (chunk: Buffer) => err.push(chunk))
        child.once("error", reject)
        child.once("close", (code) =>
          resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() })
        )
      })
  )
