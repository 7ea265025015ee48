/**
 * Nodes of the service as processes of this machine: what `hatchery cluster` starts, and what tests, fault runs and
 * benchmarks start, stop, freeze and kill. Plain promises, so that a harness needs nothing but this.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../main.ts", import.meta.url))
const watchdog = new URL("ParentWatchdog.ts", import.meta.url).href

/** From here up the kernel takes the ports of outgoing connections, which would steal them between two starts. */
const ephemeral_first = 32_768
const port_first = 25_000
const block_size = 16
const blocks = Math.floor((ephemeral_first - port_first) / block_size)

/** Whoever listens on a port; nobody when somebody else does. */
const holderOf = (port: number) =>
  new Promise<Server | undefined>((resolve) => {
    const holder = createServer()
    holder.once("error", () => resolve(undefined))
    holder.listen(port, "127.0.0.1", () => resolve(holder))
  })

const isFree = async (port: number) => {
  const holder = await holderOf(port)
  return holder !== undefined && new Promise<boolean>((resolve) => holder.close(() => resolve(true)))
}

/** Where the next block is looked for: processes that start together begin apart. */
let next_block = process.pid % blocks
const left: Array<number> = []

/**
 * The next ports are this process's own until it ends, because it listens on the first of their block: whoever is
 * given one may take it later, or take it again after a restart, and no other process has got it meanwhile.
 */
const claimBlock = async (): Promise<void> => {
  for (let tried = 0; tried < blocks; tried++) {
    const first = port_first + next_block * block_size
    next_block = (next_block + 1) % blocks
    const holder = await holderOf(first)
    if (holder === undefined) continue
    holder.unref()
    left.push(...Array.from({ length: block_size - 1 }, (_, index) => first + 1 + index))
    return
  }
  throw new Error(`every port from ${port_first} to ${ephemeral_first} is taken`)
}

let claiming: Promise<void> | undefined

/** A port nobody listens on, and that neither an outgoing connection nor another caller of this will take. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = left.shift()
    if (port === undefined) await (claiming ??= claimBlock().finally(() => (claiming = undefined)))
    else if (await isFree(port)) return port
  }
}

export interface NodeOptions {
  readonly role: "all" | "api" | "runner"
  readonly databaseUrl: string
  readonly port: number
  readonly runnerPort: number
  readonly redisUrl?: string
  readonly env?: Readonly<Record<string, string>>
  /** the file that Node runs. Default: the service of these sources */
  readonly program?: string
  /** where its standard output and errors go; a name is a file that is appended to. Default: only errors, here */
  readonly output?: "inherit" | "ignore" | (string & {})
}

export interface LocalNode {
  readonly role: NodeOptions["role"]
  readonly baseUrl: string
  readonly port: number
  readonly runnerPort: number
  readonly pid: number
  signal(name: NodeJS.Signals): void
  /** resolves with the exit code, null when the signal itself ended it */
  kill(name: NodeJS.Signals): Promise<number | null>
  readonly exited: Promise<number | null>
}

const ready_max_ms = 60_000
const pause_ms = 50

const isReady = (baseUrl: string) =>
  fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.status === 200,
    () => false
  )

/** As much of its last words as tells why a node did not start. */
const tail_max_characters = 2_000

interface Launched {
  readonly child: ChildProcess
  /** what it wrote last */
  tail(): string
}

const launch = (options: NodeOptions): Launched => {
  const { databaseUrl, env, output, port, program = main, redisUrl, role, runnerPort } = options
  const file = output === undefined || output === "inherit" || output === "ignore" ? undefined : output
  const descriptor = file === undefined ? undefined : openSync(file, "a")
  const stdout = descriptor ?? (output === "inherit" ? "inherit" : "ignore")
  const stderr = descriptor ?? "pipe"
  try {
    const child = spawn(process.execPath, ["--import", watchdog, program], {
      stdio: ["ignore", stdout, stderr],
      // A group of its own: Ctrl-C in a terminal is for whoever started it, who stops its nodes in order.
      detached: true,
      env: {
        ...process.env,
        RUNNER_HOST: "127.0.0.1",
        RUNNER_LISTEN_HOST: undefined,
        RUNNER_LISTEN_PORT: undefined,
        HOST: "127.0.0.1",
        DEMO: "false",
        LOG_LEVEL: "Error",
        ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        RUNNER_PORT: String(runnerPort),
        ROLE: role,
        ...env
      }
    })
    let heard = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      heard = (heard + chunk.toString()).slice(-tail_max_characters)
      if (output !== "ignore") process.stderr.write(chunk)
    })
    const tail = () => (file === undefined ? heard : readFileSync(file, "utf8").slice(-tail_max_characters)).trim()
    return { child, tail }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** How it ended; a process that could not even be started has ended with 1. */
const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once("exit", resolve)
    child.once("error", () => resolve(1))
  })

/**
 * Resolves when the node says it is ready; rejects with its last words when it ends instead. On given ports, so that a
 * successor is the same node to everybody.
 */
export const startNode = async (options: NodeOptions): Promise<LocalNode> => {
  const { port, role, runnerPort } = options
  const baseUrl = `http://127.0.0.1:${port}`
  const { child, tail } = launch(options)
  const exited = endOf(child)
  let isOver = false
  void exited.then(() => (isOver = true))
  for (const start = performance.now(); !(await isReady(baseUrl));) {
    if (isOver) throw new Error(`the ${role} node on port ${port} ended before it was ready: ${tail()}`)
    if (performance.now() - start > ready_max_ms) {
      child.kill("SIGKILL")
      throw new Error(`the ${role} node on port ${port} did not become ready: ${tail()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
  }
  return {
    role,
    baseUrl,
    port,
    runnerPort,
    pid: child.pid ?? 0,
    exited,
    signal: (name) => void child.kill(name),
    kill: (name) => {
      child.kill(name)
      return exited
    }
  }
}
