/**
 * Which runner owns which cell, and the messages between runners. Ownership moves in good order, or by a lease that
 * ran out: then the former owner does not know of it, and for a while there are two. A message whose target is gone is
 * sent again, so it may be carried out twice.
 */
import { Exit } from "effect"
import type { BuddyFailure, BuddyReply } from "../../src/buddy/Protocol.ts"
import type { Change } from "../../src/platform/cluster/CacheInvalidation.ts"
import type { Fault } from "./Faults.ts"
import type { Random } from "./Random.ts"
import type { Envelope, Runner } from "./Runner.ts"

type Answer = Exit.Exit<BuddyReply, BuddyFailure | { readonly _tag: "EntityNotAssignedToRunner" }>

const lost: Answer = Exit.fail({ _tag: "EntityNotAssignedToRunner" })

interface Message {
  readonly number: number
  readonly from: Runner
  readonly cell: string
  readonly envelope: Envelope
  readonly resume: (answer: Answer) => void
  /** who works on it */
  target: Runner | undefined
  answer: Answer | undefined
}

interface News {
  readonly to: Runner
  readonly change: Change
}

export interface ClusterOptions {
  readonly random: Random
  readonly say: (what: string) => void
  readonly hit: (fault: Fault, what: string) => void
}

export class Cluster {
  readonly owners = new Map<string, Runner>()
  runners: Array<Runner> = []
  private readonly messages: Array<Message> = []
  private readonly news: Array<News> = []
  private readonly options: ClusterOptions
  private sent = 0

  constructor(options: ClusterOptions) {
    this.options = options
  }

  /** Runners that can take part in something now. */
  awake(): ReadonlyArray<Runner> {
    return this.runners.filter(({ isFrozen, isStopping }) => !isFrozen && !isStopping)
  }

  cellsOf(runner: Runner): ReadonlyArray<string> {
    return [...this.owners].filter(([, owner]) => owner === runner).map(([cell]) => cell)
  }

  /** messages without an answer, and answers on their way */
  get underWay(): number {
    return this.messages.length
  }

  /** Whether a caller or a message waits for it. */
  isBusy(cell: string): boolean {
    return this.messages.some((message) => message.cell === cell && message.answer === undefined)
  }

  assign(cell: string, runner: Runner): void {
    this.owners.set(cell, runner)
    runner.holds.add(cell)
    this.options.say(`${cell} belongs to ${runner.name}`)
  }

  call(from: Runner, cell: string, envelope: Envelope, resume: Message["resume"]): void {
    this.messages.push({ number: ++this.sent, from, cell, envelope, resume, target: undefined, answer: undefined })
  }

  publish(from: Runner, change: Change): void {
    for (const to of this.runners) {
      if (to === from) continue
      // Whoever lost its connection meanwhile forgets everything once it has another.
      this.news.push({ to, change: this.options.random.chance(0.1) ? { _tag: "Everything" } : change })
    }
  }

  /** What the network may do next. */
  choices(into: Array<() => void>): void {
    for (const message of this.messages) {
      if (message.target === undefined) {
        const owner = this.owners.get(message.cell)
        if (owner !== undefined && !owner.isFrozen && owner.holds.has(message.cell))
          into.push(() => this.deliver(message, owner))
      } else if (message.answer !== undefined && !message.from.isFrozen) {
        into.push(() => this.reply(message))
      }
    }
    for (const news of this.news) {
      if (!news.to.isFrozen) into.push(() => this.tell(news))
    }
  }

  private tell(news: News): void {
    this.news.splice(this.news.indexOf(news), 1)
    news.to.hear(news.change)
  }

  private deliver(message: Message, target: Runner): void {
    message.target = target
    this.options.say(`message ${message.number} for ${message.envelope.request.command_id} reaches ${target.name}`)
    target.receive(message.cell, message.envelope, (exit) => {
      // Whoever has crashed answers nobody; the first answer counts.
      if (target.isAlive && message.answer === undefined) {
        message.target = target
        message.answer = exit
      }
    })
  }

  private reply(message: Message): void {
    this.messages.splice(this.messages.indexOf(message), 1)
    message.resume(message.answer!)
  }

  /** Messages a runner works on that will not answer: most are sent again, some fail. */
  private resend(from: (message: Message) => boolean): void {
    for (const message of this.messages) {
      if (message.target === undefined || message.answer !== undefined || !from(message)) continue
      if (this.options.random.chance(0.7)) {
        this.options.hit("message sent twice", `message ${message.number}`)
        message.target = undefined
      } else {
        message.answer = lost
      }
    }
  }

  /** The lease of its cells has run out, and it does not know of it. */
  lapse(runner: Runner): void {
    const others = this.awake().filter((other) => other !== runner)
    if (others.length === 0) return
    for (const cell of this.cellsOf(runner)) {
      if (!runner.isFrozen && runner.isAwake(cell)) this.options.hit("two owners", `${cell}: ${runner.name}`)
      this.assign(cell, this.options.random.pick(others))
    }
    this.resend(({ target }) => target === runner && runner.isFrozen)
  }

  /** It has noticed what it does not own any more. */
  notice(runner: Runner): void {
    for (const cell of runner.holds) if (this.owners.get(cell) !== runner) runner.letGo(cell, () => {})
  }

  /** In good order: the next owner gets it when the former has let go. */
  handOver(cell: string, to: Runner): void {
    const from = this.owners.get(cell)
    if (from === undefined || from === to || from.isFrozen) return
    if (this.isBusy(cell)) this.options.hit("hand-over", `${cell} from ${from.name} to ${to.name}`)
    this.owners.delete(cell)
    this.options.say(`${from.name} lets go of ${cell}`)
    from.letGo(cell, () => {
      if (from.isAlive && !this.owners.has(cell)) this.assign(cell, to.isAlive ? to : this.heir())
    })
  }

  /** Out of the list: nobody hears of it any more. */
  remove(runner: Runner, successor: Runner): void {
    this.runners = this.runners.map((one) => (one === runner ? successor : one))
    for (const cell of this.cellsOf(runner)) this.assign(cell, this.heir())
    this.drop(({ to }) => to === runner)
    for (const message of this.messages.filter(({ from }) => from === runner))
      this.messages.splice(this.messages.indexOf(message), 1)
    this.resend(({ target }) => target === runner)
  }

  private drop(isGone: (news: News) => boolean): void {
    for (const one of this.news.filter(isGone)) this.news.splice(this.news.indexOf(one), 1)
  }

  /** Gives cells that nobody owns to somebody: new ones, and those whose owner crashed while it let go of them. */
  adopt(cells: ReadonlyArray<string>): void {
    for (const cell of cells) if (!this.owners.has(cell)) this.assign(cell, this.heir())
  }

  private heir(): Runner {
    const staying = this.runners.filter(({ isStopping }) => !isStopping)
    return this.options.random.pick(staying.length === 0 ? this.runners : staying)
  }
}
