/** A Postgres of the run's own, with full durability, that can be restarted and killed. It keeps its port. */
import { Effect, Exit, Scope } from "effect"
import { readFileSync, rmSync } from "node:fs"
import { Client, Pool } from "pg"
import { filesIn, type Programs, settle } from "../../../src/platform/postgres/PostgresBinaries.ts"
import * as Server from "../../../src/platform/postgres/PostgresServer.ts"
import { until } from "./Wait.ts"

const database = "hatchery"

export class PostgresUnderTest {
  readonly port: number
  /** for questions of the test itself: past every proxy */
  readonly pool: Pool
  private readonly home: string
  private readonly programs: Programs
  private readonly password: string
  private pid: number
  private watcher: Scope.Closeable

  private constructor(home: string, programs: Programs, server: Server.RunningServer, watcher: Scope.Closeable) {
    this.home = home
    this.programs = programs
    this.port = server.port
    this.pid = server.pid
    this.watcher = watcher
    this.password = readFileSync(filesIn(home).password, "utf8").trim()
    this.pool = new Pool({ connectionString: this.urlAt(this.port), max: 4 })
    // A cut connection of the test is the test's own doing.
    this.pool.on("error", () => undefined)
  }

  static async start(folder: string, port: number): Promise<PostgresUnderTest> {
    const { home, programs } = await Effect.runPromise(settle(folder))
    await Effect.runPromise(Server.createCluster(home, programs, true))
    const server = await Effect.runPromise(
      Server.start({ home, programs, port, durable: true, exactPort: false }).pipe(Effect.orDie)
    )
    const postgres = new PostgresUnderTest(home, programs, server, await watch(server.pid, home))
    await postgres.ask("postgres", `CREATE DATABASE ${database}`)
    return postgres
  }

  /** The same database through another port of this machine. */
  urlAt(port: number, name = database): string {
    return `postgres://${Server.username}:${this.password}@127.0.0.1:${port}/${name}`
  }

  /** What an operator does: everybody is disconnected, the data is written, the server comes back. */
  async restart(): Promise<void> {
    await this.unwatch()
    await Effect.runPromise(Server.stop(this.pid, filesIn(this.home).data))
    await this.comeBack()
  }

  /** kill -9 of the postmaster: its children leave by themselves, the log is replayed. */
  async crash(): Promise<void> {
    await this.unwatch()
    process.kill(this.pid, "SIGKILL")
    await this.comeBack()
  }

  async stop(): Promise<void> {
    await this.pool.end().catch(() => undefined)
    await this.unwatch()
    await Effect.runPromise(Server.stop(this.pid, filesIn(this.home).data, 3))
    rmSync(this.home, { recursive: true, force: true })
  }

  async query<Row extends object = Record<string, unknown>>(
    text: string,
    values: ReadonlyArray<unknown> = []
  ): Promise<ReadonlyArray<Row>> {
    return (await this.pool.query<Row>(text, [...values])).rows
  }

  private async ask(name: string, statement: string) {
    const client = new Client({ connectionString: this.urlAt(this.port, name) })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  private async comeBack() {
    const { data } = filesIn(this.home)
    const options = { home: this.home, programs: this.programs, port: this.port, durable: true, exactPort: true }
    await until(
      "Postgres starts again",
      async () => {
        if (Server.isPostmaster(this.pid, data)) return false
        const exit = await Effect.runPromiseExit(Server.start(options))
        if (Exit.isSuccess(exit)) this.pid = exit.value.pid
        return Exit.isSuccess(exit)
      },
      60
    )
    this.watcher = await watch(this.pid, this.home)
  }

  private unwatch() {
    return Effect.runPromise(Scope.close(this.watcher, Exit.void))
  }
}

/** Nothing of the run stays behind, even when it is killed. */
const watch = async (pid: number, home: string): Promise<Scope.Closeable> => {
  const scope = await Effect.runPromise(Scope.make())
  await Effect.runPromise(Scope.provide(Server.tieToThisProcess(pid, home), scope))
  return scope
}
