/** The real service as a process of its own, for tests that kill it. */
import { type ChildProcess, spawn } from "node:child_process"
import { createServer, type AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface ServerProcess {
  readonly baseUrl: string
  /** resolves with the exit code, null when the signal itself ended it */
  kill(signal: NodeJS.Signals): Promise<number | null>
}

const isReady = (baseUrl: string) =>
  fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.status === 200,
    () => false
  )

/** Started on the given ports, so that a successor is the same runner to everybody. Resolves when it is ready. */
export const startServer = async (options: {
  readonly databaseUrl: string
  readonly port: number
  readonly runnerPort: number
}): Promise<ServerProcess> => {
  const baseUrl = `http://127.0.0.1:${options.port}`
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      PORT: String(options.port),
      HOST: "127.0.0.1",
      RUNNER_PORT: String(options.runnerPort),
      DEMO: "false",
      LOG_LEVEL: "Error"
    }
  })
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve))
  for (let attempt = 0; !(await isReady(baseUrl)); attempt++) {
    if (attempt > 300 || child.exitCode !== null) throw new Error("the server did not become ready")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    baseUrl,
    kill: (signal) => {
      child.kill(signal)
      return exited
    }
  }
}
