/** What happens to processes: they crash, freeze and thaw, lose their leases without knowing, hand over and stop. */
import type { Clients } from "./Clients.ts"
import type { Cluster } from "./Cluster.ts"
import type { Fault } from "./Faults.ts"
import type { Random } from "./Random.ts"
import type { Runner } from "./Runner.ts"
import type { Wire } from "./Wire.ts"

type Blow = "crash" | "freeze" | "thaw" | "lapse" | "notice" | "hand over" | "stop"

const blows: ReadonlyArray<readonly [number, Blow]> = [
  [12, "crash"],
  [20, "freeze"],
  [18, "thaw"],
  [20, "lapse"],
  [8, "notice"],
  [14, "hand over"],
  [8, "stop"]
]

export interface NemesisOptions {
  readonly random: Random
  readonly say: (what: string) => void
  readonly hit: (fault: Fault, what: string) => void
  readonly clients: Clients
  readonly cluster: Cluster
  readonly wire: Wire
  readonly cells: () => ReadonlyArray<string>
  readonly start: () => Runner
}

export class Nemesis {
  private readonly options: NemesisOptions

  constructor(options: NemesisOptions) {
    this.options = options
  }

  strike(): void {
    const { cells, cluster, random } = this.options
    const runner = random.pick(cluster.runners)
    switch (random.weighted(blows)) {
      case "crash":
        return this.crash(runner)
      case "freeze":
        return this.freeze(runner)
      case "thaw":
        return this.thaw(cluster.runners.find(({ isFrozen }) => isFrozen))
      case "lapse":
        return this.lapse(cluster.runners.find(({ isFrozen }) => isFrozen) ?? runner)
      case "notice":
        return runner.isFrozen ? undefined : cluster.notice(runner)
      case "hand over": {
        const awake = cluster.awake()
        return awake.length === 0 ? undefined : cluster.handOver(random.pick(cells()), random.pick(awake))
      }
      case "stop":
        return this.stop(runner)
    }
  }

  private hasWork(runner: Runner): boolean {
    const { statements } = this.options.wire
    return runner.tasks.length > 0 || statements.some(({ resume, sender }) => sender === runner && resume !== undefined)
  }

  private crash(runner: Runner): void {
    const { cells, clients, cluster, hit, say, start, wire } = this.options
    say(`${runner.name} crashes`)
    if (this.hasWork(runner)) hit("crash", runner.name)
    runner.isAlive = false
    this.bury(runner, start())
    clients.hangUp(runner)
    wire.abandon(runner)
    cluster.adopt(cells())
  }

  private bury(runner: Runner, successor: Runner): void {
    this.options.cluster.remove(runner, successor)
    this.options.say(`${successor.name} starts`)
  }

  private freeze(runner: Runner): void {
    if (runner.isFrozen) return
    this.options.say(`${runner.name} freezes`)
    if (this.hasWork(runner)) this.options.hit("freeze", runner.name)
    runner.isFrozen = true
  }

  private thaw(runner: Runner | undefined): void {
    if (runner === undefined) return
    this.options.say(`${runner.name} thaws`)
    const isReplaced = [...runner.holds].some((cell) => this.options.cluster.owners.get(cell) !== runner)
    if (isReplaced && this.hasWork(runner)) this.options.hit("thaw with work in hand", runner.name)
    runner.isFrozen = false
  }

  private lapse(runner: Runner): void {
    this.options.say(`the leases of ${runner.name} run out`)
    this.options.cluster.lapse(runner)
    this.options.cluster.adopt(this.options.cells())
  }

  /** As on SIGTERM: cells first, then the journal, then the process. */
  private stop(runner: Runner): void {
    const { cells, clients, cluster, hit, say, start, wire } = this.options
    if (runner.isFrozen || runner.isStopping || cluster.awake().length < 2) return
    say(`${runner.name} is told to stop`)
    if (this.hasWork(runner)) hit("orderly stop", runner.name)
    runner.isStopping = true
    const held = cluster.cellsOf(runner)
    const stop = () =>
      runner.stop(() => {
        if (!runner.isAlive) return
        say(`${runner.name} has stopped`)
        runner.isAlive = false
        this.bury(runner, start())
        clients.hangUp(runner)
        wire.abandon(runner)
        cluster.adopt(cells())
      })
    let open = held.length
    if (open === 0) return stop()
    for (const cell of held) {
      cluster.owners.delete(cell)
      runner.letGo(cell, () => {
        if (runner.isAlive) cluster.adopt([cell])
        if (--open === 0) stop()
      })
    }
  }

  /** From now on everything works. */
  relent(): void {
    const { cells, cluster } = this.options
    for (const runner of cluster.runners) {
      if (runner.isFrozen) this.thaw(runner)
      cluster.notice(runner)
    }
    cluster.adopt(cells())
  }
}
