/** What is measured on: two databases of one Postgres, a server on each, and the client that calls them. */
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { Client } from "pg"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { cpuOf, cpuOfPostgres } from "./cpu.ts"
import type { Measure } from "./report.ts"
import { secretKey, seed, type World } from "./seed.ts"
import { compileClient, freePort, reachable, silentReceiver } from "./surroundings.ts"

const connections = 64
const folder = import.meta.dirname
const databases = { hatchery: "bench_hatchery", plain: "bench_plain" } as const

export type Who = keyof typeof databases

export interface Loading {
  /** 0: one event to each user, in turn */
  readonly seconds: number
  readonly users?: number
  readonly key?: string
  /** a file of what to read instead of sending events */
  readonly targets?: string
}

export interface StageOptions {
  readonly base: string
  readonly postmaster: number
  readonly scratch: string
  readonly buddies: number
  readonly plain: boolean
}

/** Answers its address. */
export const createDatabase = async (base: string, name: string): Promise<string> => {
  const admin = new Client({ connectionString: base })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  admin.on("error", () => undefined)
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const url = new URL(base)
  url.pathname = `/${name}`
  return url.href
}

const migrate = (url: string) =>
  Effect.runPromise(
    Migrations.run().pipe(
      Effect.provide(postgresClient({ url: Redacted.make(url), maxConnections: 1, applicationName: "bench" }))
    )
  )

/** The servers and clients that run now. */
const children = new Set<ChildProcess>()

export const endServers = () => children.forEach((child) => child.kill("SIGKILL"))

export class Stage {
  readonly urls: Readonly<Record<Who, string>>
  /** events that were answered with 200 */
  readonly acknowledged: Record<Who, number> = { hatchery: 0, plain: 0 }
  readonly receiver: string
  readonly world: World
  private readonly options: StageOptions
  private readonly client: string
  private readonly ports: Readonly<Record<Who, number>>
  private readonly servers: Partial<Record<Who, ChildProcess>> = {}
  private serial = 0

  private constructor(
    options: StageOptions,
    made: Pick<Stage, "receiver" | "urls" | "world"> & { ports: Stage["ports"] }
  ) {
    this.options = options
    this.urls = made.urls
    this.receiver = made.receiver
    this.world = made.world
    this.ports = made.ports
    this.client = compileClient(options.scratch)
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { base, buddies, plain } = options
    const urls = {
      hatchery: await createDatabase(base, databases.hatchery),
      plain: await createDatabase(base, databases.plain)
    }
    const receiver = await silentReceiver()
    await migrate(urls.hatchery)
    const world = await seed(urls.hatchery, buddies, { receiver })
    if (plain) {
      await migrate(urls.plain)
      await seed(urls.plain, buddies, { receiver })
    }
    return new Stage(options, { urls, receiver, world, ports: { hatchery: await freePort(), plain: await freePort() } })
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.hatchery}`
  }

  /** Our server's process. */
  get pid(): number {
    return this.servers.hatchery!.pid!
  }

  async startHatchery(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.servers.hatchery = this.start(join(folder, "../../src/main.ts"), [], {
      DATABASE_URL: this.urls.hatchery,
      PORT: String(this.ports.hatchery),
      HOST: "127.0.0.1",
      RUNNER_PORT: String(await freePort()),
      DEMO: "false",
      LOG_LEVEL: "Warn",
      WEBHOOK_ALLOW_PRIVATE: "true",
      SECRET_KEY: secretKey,
      ...settings
    })
    await reachable(`${this.baseUrl}/readyz`)
  }

  async startPlain(): Promise<void> {
    this.servers.plain = this.start(join(folder, "plain.ts"), [this.urls.plain, String(this.ports.plain)], {})
    await reachable(`http://127.0.0.1:${this.ports.plain}/`)
  }

  /** As an operator would, with other variables; everybody asleep again. */
  async restartHatchery(settings: Readonly<Record<string, string>>): Promise<void> {
    const ended = new Promise((resolve) => this.servers.hatchery!.once("close", resolve))
    this.servers.hatchery!.kill("SIGTERM")
    await ended
    await this.startHatchery(settings)
  }

  /** What a minute of autovacuum would bring, so that it is not taken for what comes next. */
  async settle(): Promise<void> {
    const client = new Client({ connectionString: this.urls.hatchery })
    await client.connect()
    await client.query("VACUUM (ANALYZE)")
    await client.end()
  }

  async load(who: Who, { key = this.world.key, seconds, targets, users = 1 }: Loading): Promise<Measure> {
    const day = new Date().toISOString()
    const args = [this.ports[who], key, connections, seconds, users, `${who}-${this.serial++}`, day].map(String)
    if (targets !== undefined) args.push(targets)
    const [node, postgres] = this.spent(who)
    const child = this.run(this.client, args)
    let text = ""
    for await (const chunk of child.stdout!) text += String(chunk)
    const answered = JSON.parse(text) as Omit<Measure, "node_us" | "postgres_us">
    const [nodeAfter, postgresAfter] = this.spent(who)
    if (targets === undefined) this.acknowledged[who] += answered.ok
    if (answered.refused > 0) throw new Error(`${who} refused ${answered.refused} requests`)
    const each = 1e6 / answered.ok
    return { ...answered, node_us: (nodeAfter - node) * each, postgres_us: (postgresAfter - postgres) * each }
  }

  /** CPU seconds so far. */
  private spent(who: Who): readonly [node: number, postgres: number] {
    return [cpuOf(this.servers[who]!.pid!), cpuOfPostgres(this.options.postmaster)]
  }

  private run(program: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] })
    children.add(child)
    child.once("close", () => children.delete(child))
    return child
  }

  private start(script: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): ChildProcess {
    const child = this.run(process.execPath, [script, ...args], env)
    child.stdout!.resume()
    return child
  }
}
