/** Everything a scenario may touch, and the words it leaves behind. */
import { mkdtempSync, mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { HttpClient } from "./Http.ts"
import type { Load } from "./Load.ts"
import type { Op } from "./OpLog.ts"
import { ClusterUnderTest, type NodeUnderTest } from "./Nodes.ts"
import { PostgresUnderTest } from "./Postgres.ts"
import type { Random } from "./Random.ts"
import { Receiver } from "./Receiver.ts"
import type { Tenant } from "./Tenants.ts"
import { sleep, until } from "./Wait.ts"

/** One for all scenarios of a run. */
export interface Stage {
  readonly postgres: PostgresUnderTest
  readonly cluster: ClusterUnderTest
  readonly receiver: Receiver
  readonly http: HttpClient
  readonly folder: string
  close(): Promise<void>
}

export const openStage = async (options: {
  readonly api: number
  readonly runners: number
  readonly port: number
}): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), "hatchery-faults-"))
  const logs = join(folder, "logs")
  mkdirSync(logs)
  const receiver = await new Receiver().listen()
  const postgres = await PostgresUnderTest.start(join(folder, "data"), options.port)
  const cluster = await ClusterUnderTest.start({ postgres, api: options.api, runners: options.runners, logs })
  const http = new HttpClient()
  return {
    postgres,
    cluster,
    receiver,
    http,
    folder,
    close: async () => {
      await cluster.stop()
      await http.close()
      receiver.close()
      await postgres.stop()
    }
  }
}

/** What one scenario sees. */
export interface World extends Stage {
  readonly load: Load
  readonly tenants: ReadonlyArray<Tenant>
  readonly random: Random
  readonly timeline: Timeline
  /** runners that are up, in no particular order */
  runners(): ReadonlyArray<NodeUnderTest>
}

/** At least `least_ms`, and until nobody waits for anything any more. */
export const recovered = async ({ load }: Pick<World, "load">, least_ms: number): Promise<void> => {
  await sleep(least_ms)
  await until("everybody is served again", () => load.longestWait() < 300, 180)
  await sleep(500)
}

/** When what was done, and from when on buddies are expected back. */
export class Timeline {
  readonly strikes: Array<number> = []
  readonly marks: Array<number> = []
  /** what faults hit beside the operations of the clients */
  hits = 0
  /** what the scenario measured, in words */
  readonly figures: Array<string> = []
  private readonly began = Date.now()
  private readonly print: (line: string) => void
  private readonly openNow: () => number

  constructor(print: (line: string) => void, openNow: () => number) {
    this.print = print
    this.openNow = openNow
  }

  say(words: string): void {
    this.print(`    +${((Date.now() - this.began) / 1_000).toFixed(1)} s  ${words}`)
  }

  figure(words: string): void {
    this.figures.push(words)
    this.say(words)
  }

  /** An operation on the time scale of this timeline. */
  tell({ attempts, id, kind }: Op): string {
    const at = (moment: number) => `+${((moment - this.began) / 1_000).toFixed(1)}`
    const tries = attempts.map(({ at: start, ms, node, seen }) => `${at(start)} ${node} ${seen} after ${ms} ms`)
    return `${kind} ${id}: ${tries.slice(-6).join(", ")}`
  }

  /** Waits for a moment at which clients wait for answers; between two operations most faults are none. */
  async busy(operations = 2): Promise<void> {
    for (const end = Date.now() + 3_000; this.openNow() < operations && Date.now() < end;) await sleep(1)
  }

  /** A fault strikes now. Whatever is under way is hit. */
  strike(words: string): void {
    this.strikes.push(Date.now())
    this.say(`${words} (${this.openNow()} operations under way)`)
  }

  hit(times: number, words: string): void {
    this.hits += times
    this.say(`${times} ${words}`)
  }

  /** A fault that buddies are expected to recover from by themselves. */
  strikeAndMark(words: string): void {
    this.strike(words)
    this.marks.push(Date.now())
  }

  /** The fault is taken back: from now on buddies are expected to be there again. */
  lift(words: string): void {
    this.marks.push(Date.now())
    this.say(words)
  }
}
