/** The nodes of a run, each behind proxies of its own, so that any one of them can be cut off from anything. */
import { freePort, type LocalNode } from "../../../src/cli/LocalCluster.ts"
import { startNode } from "../../kit/process/Programs.ts"
import { PgProxy } from "./PgProxy.ts"
import type { PostgresUnderTest } from "./Postgres.ts"
import { holderOf } from "./Sources.ts"
import { TcpProxy } from "./TcpProxy.ts"
import { until } from "./Wait.ts"

export type Role = "api" | "runner"

export class NodeUnderTest {
  readonly name: string
  readonly role: Role
  /** between the node and Postgres */
  readonly postgres: PgProxy
  /** in front of the node, for those who call it as a runner */
  readonly callers: TcpProxy
  local: LocalNode | undefined
  readonly port: number
  private readonly runnerPort: number
  private readonly url: string
  private readonly env: Readonly<Record<string, string>>
  private readonly output: string

  constructor(options: {
    readonly name: string
    readonly role: Role
    readonly port: number
    readonly runnerPort: number
    readonly postgres: PgProxy
    readonly callers: TcpProxy
    readonly url: string
    readonly env: Readonly<Record<string, string>>
    readonly output: string
  }) {
    this.name = options.name
    this.role = options.role
    this.port = options.port
    this.runnerPort = options.runnerPort
    this.postgres = options.postgres
    this.callers = options.callers
    this.url = options.url
    this.env = options.env
    this.output = options.output
  }

  get isUp(): boolean {
    return this.local !== undefined
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const local = await startNode({
      role: this.role,
      databaseUrl: this.url,
      port: this.port,
      // What others are told; the node itself listens behind its proxy.
      runnerPort: this.callers.port,
      env: { RUNNER_LISTEN_HOST: "127.0.0.1", RUNNER_LISTEN_PORT: String(this.runnerPort), ...this.env },
      output: this.output
    })
    this.local = local
    void this.noteEnd(local)
  }

  private async noteEnd(local: LocalNode): Promise<void> {
    await local.exited
    if (this.local === local) this.local = undefined
  }

  signal(name: NodeJS.Signals): void {
    this.local?.signal(name)
  }

  /** Resolves when the process has gone. */
  async end(name: NodeJS.Signals): Promise<void> {
    const { local } = this
    this.local = undefined
    await local?.kill(name)
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.baseUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.status === 200,
      () => false
    )
  }
}

export interface ClusterOptions {
  readonly postgres: PostgresUnderTest
  readonly api: number
  readonly runners: number
  /** folder for the logs of the nodes */
  readonly logs: string
  readonly env?: Readonly<Record<string, string>>
}

export class ClusterUnderTest {
  readonly nodes: Array<NodeUnderTest> = []
  private readonly options: ClusterOptions
  private readonly named: Record<Role, number> = { api: 0, runner: 0 }

  private constructor(options: ClusterOptions) {
    this.options = options
  }

  static async start(options: ClusterOptions): Promise<ClusterUnderTest> {
    const cluster = new ClusterUnderTest(options)
    const roles: ReadonlyArray<Role> = [
      ...Array.from({ length: options.runners }, () => "runner" as const),
      ...Array.from({ length: options.api }, () => "api" as const)
    ]
    for (const role of roles) await cluster.add(role)
    await Promise.all(cluster.nodes.map((node) => node.start()))
    return cluster
  }

  /** A node that is not started yet. */
  async add(role: Role): Promise<NodeUnderTest> {
    const { env = {}, logs, postgres } = this.options
    const name = `${role}-${++this.named[role]}`
    const [port, runnerPort] = [await freePort(), await freePort()]
    const sourceOf = (port: number) => holderOf(port, this.processes())
    const toPostgres = await new PgProxy(postgres.port).listen()
    const node = new NodeUnderTest({
      name,
      role,
      port,
      runnerPort,
      postgres: toPostgres,
      callers: await new TcpProxy({ target: runnerPort, sourceOf }).listen(),
      url: postgres.urlAt(toPostgres.port),
      env: {
        WEBHOOK_ALLOW_PRIVATE: "true",
        SECRET_KEY: "fault-run-secret-key",
        LOG_LEVEL: "Warn",
        ...env
      },
      output: `${logs}/${name}.log`
    })
    this.nodes.push(node)
    return node
  }

  /** A node that is gone for good. */
  forget(node: NodeUnderTest): void {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    node.postgres.close()
    node.callers.close()
  }

  of(role: Role): ReadonlyArray<NodeUnderTest> {
    return this.nodes.filter((node) => node.role === role)
  }

  /** Takes every fault back and starts whoever is missing. Resolves when all are ready. */
  async heal(): Promise<void> {
    for (const node of this.nodes) {
      node.postgres.hooks.beforeCommit = undefined
      node.postgres.hooks.afterCommit = undefined
      node.postgres.treat("pass")
      node.callers.treat("pass")
      node.signal("SIGCONT")
    }
    await Promise.all(this.nodes.filter((node) => !node.isUp).map((node) => node.start()))
    for (const node of this.nodes) await until(`${node.name} is ready`, () => node.isReady(), 60)
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) node.signal("SIGCONT")
    await Promise.all(this.nodes.map((node) => node.end("SIGKILL")))
    for (const node of this.nodes) {
      node.postgres.close()
      node.callers.close()
    }
  }

  private processes(): ReadonlyArray<{ readonly name: string; readonly pid: number }> {
    return this.nodes.flatMap(({ local, name }) => (local === undefined ? [] : [{ name, pid: local.pid }]))
  }
}
