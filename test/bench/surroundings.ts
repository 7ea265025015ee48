/** What the benchmark needs beside the two servers: ports, a silent receiver, its client. */
import { execFileSync } from "node:child_process"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { Client } from "pg"

const folder = import.meta.dirname

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/**
 * Takes webhooks and never answers. Rows reach the outbox and the pump sends as in production, but its few places per
 * endpoint stay taken: the receiver's speed is not what is measured.
 */
export const silentReceiver = () =>
  new Promise<string>((resolve) => {
    const server = createServer((socket) => void socket.resume().on("error", () => undefined)).unref()
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
  })

export const reachable = async (url: string) => {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (
      await fetch(url).then(
        // A server that is still starting says so.
        ({ status }) => status < 500,
        () => false
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

export const compileClient = (into: string) => {
  const binary = join(into, "load")
  try {
    execFileSync("cc", ["-O2", "-o", binary, join(folder, "load.c")])
  } catch {
    throw new Error("the benchmark's load client is a C file: install a C compiler (cc) and run it again")
  }
  return binary
}

export const idleStatements = async (url: string) => {
  const client = new Client({ connectionString: url })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  client.on("error", () => undefined)
  await client.connect()
  const count = async () =>
    Number(
      (
        await client.query(
          "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()"
        )
      ).rows[0].n
    )
  await client.query("SELECT pg_stat_force_next_flush()").catch(() => undefined)
  const before = await count()
  await new Promise((resolve) => setTimeout(resolve, 20_000))
  const after = await count()
  await client.end()
  return (after - before) / 20
}
