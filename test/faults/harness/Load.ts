/**
 * The client of a run: a fixed rate of operations, spread over lanes (one per buddy), each lane one operation at a
 * time. It behaves as the contract asks of a good client: what it does not know it asks again under the same id, at
 * another node, until it knows or has lost patience.
 */
import type { Answer, Attempted, Call, HttpClient } from "./Http.ts"
import { type Attempt, idsOf, isOpen, type Kind, type Op, type Outcome } from "./OpLog.ts"
import type { Random } from "./Random.ts"
import type { Player } from "./Tenants.ts"
import { sleep } from "./Wait.ts"

export interface Target {
  readonly name: string
  readonly baseUrl: string
}

export interface LoadOptions {
  readonly http: HttpClient
  /** nodes that serve the API now; read anew for each attempt */
  readonly targets: () => ReadonlyArray<Target>
  readonly players: ReadonlyArray<Player>
  readonly per_second: number
  readonly random: Random
  /** of the scenario, so that ids are unique in the database */
  readonly prefix: string
}

const retry_ms = 200
/** Operations among which the open ones are looked for; each lane has one at most. */
const recent_max = 5_000
/** After this long a client calls for help instead. */
const patience_ms = 60_000

/** Out of 100 operations. */
const mix: ReadonlyArray<readonly [Kind, number]> = [
  ["event", 60],
  ["batch", 10],
  ["coins", 17],
  ["badge", 8],
  ["overdraft", 4],
  ["hatch", 1]
]

const kindOf = (random: Random): Kind => {
  let draw = random.between(0, 99)
  for (const [kind, share] of mix) {
    if (draw < share) return kind
    draw -= share
  }
  return "event"
}

const overdraft_coins = 1_000_000_000

/** The calls an operation is made of; a later one may need the answer of the one before. */
const callsOf = (op: Op, key: string): ReadonlyArray<(previous: Answer | undefined) => Call> => {
  const { buddy_id, id, user_id } = op
  const post = (path: string, body: unknown, idempotency_key?: string): Call => ({
    method: "POST",
    path,
    body,
    key,
    ...(idempotency_key === undefined ? {} : { idempotency_key })
  })
  const coins = (amount: number) => ({ amount, reference_id: id, reason: "fault run" })
  const eggOf = (previous: Answer | undefined) => (previous!.body as { readonly egg_id: string }).egg_id
  const occurred_at = new Date(op.start).toISOString()
  const lesson = (event_id: string) => {
    return { event_id, user_id, type: "lesson.completed", occurred_at, properties: { score: 90 } }
  }
  switch (op.kind) {
    case "event":
      return [() => post("/events", lesson(id))]
    case "batch":
      return [() => post("/events/batch", { events: idsOf(op).map(lesson) })]
    case "coins":
      return [() => post(`/buddies/${buddy_id}/coins`, coins(7), id)]
    case "overdraft":
      return [() => post(`/buddies/${buddy_id}/coins/spend`, coins(overdraft_coins), id)]
    case "badge":
      return [() => post(`/buddies/${buddy_id}/badges`, { badge_key: "helper", reason: id }, id)]
    case "hatch":
      return [
        // Not the lane's own user: his next event would have two buddies to go to.
        () => post("/eggs", { user_id: id, metadata: { op: id } }, `${id}/egg`),
        (egg) => ({
          method: "PATCH",
          path: `/eggs/${eggOf(egg)}/status`,
          body: { status: "ready" },
          key,
          idempotency_key: `${id}/ready`
        }),
        (egg) => post(`/eggs/${eggOf(egg)}/hatch`, undefined, `${id}/hatch`)
      ]
  }
}

interface Item {
  readonly status: "accepted" | "duplicate" | "rejected"
  readonly effects: { readonly coins: number } | null
  readonly error: { readonly code: string } | null
}

const itemsOf = (body: unknown): ReadonlyArray<Item> => (body as { readonly results: ReadonlyArray<Item> }).results

/** What an item says that has no answer yet, as a status would: 503, 500. */
const passing = ["service_unavailable", "internal_server_error"]

/** Each item of a batch has an answer of its own, and the others do not wait for it. */
const isSettled = (kind: Kind, { body, status }: Answer): boolean =>
  kind !== "batch" || status !== 200 || itemsOf(body).every(({ error }) => !passing.includes(error?.code ?? ""))

/** All of it, or the client would have to say which part. */
const isRefused = (kind: Kind, { body, status }: Answer): boolean =>
  status >= 400 || (kind === "batch" && itemsOf(body).some((item) => item.status === "rejected"))

const coinsOf = (kind: Kind, body: unknown): number | undefined => {
  if (kind === "batch") return itemsOf(body).reduce((sum, { effects }) => sum + (effects?.coins ?? 0), 0)
  const answer = body as { readonly effects?: { readonly coins: number }; readonly amount?: number } | undefined
  return kind === "event" ? answer?.effects?.coins : kind === "coins" ? answer?.amount : undefined
}

export class Load {
  readonly ops: Array<Op> = []
  /** ticks at which no lane was free */
  shed = 0
  private readonly options: LoadOptions
  private readonly busy = new Set<string>()
  private ticking = Promise.resolve()
  private going = true
  private turn = 0

  constructor(options: LoadOptions) {
    this.options = options
  }

  start(): void {
    this.ticking = this.tick()
  }

  /** No new operations; resolves when the open ones have ended. */
  async stop(): Promise<void> {
    this.going = false
    await this.ticking
    while (this.busy.size > 0) await sleep(20)
  }

  /** operations the client waits for right now */
  inFlight(): number {
    return this.busy.size
  }

  /** since when the client waits for the operation he waits for longest, in ms; 0: he waits for none */
  longestWait(): number {
    const now = Date.now()
    return Math.max(0, ...this.ops.slice(-recent_max).map((op) => (isOpen(op) ? now - op.start : 0)))
  }

  acknowledged(): number {
    return this.ops.filter((op) => op.outcome === "ok" && op.end !== 0).length
  }

  private async tick(): Promise<void> {
    const { per_second } = this.options
    const began = Date.now()
    for (let count = 1; this.going; count++) {
      this.begin()
      await sleep(Math.max(0, began + (count * 1_000) / per_second - Date.now()))
    }
  }

  private begin(): void {
    const { players, random } = this.options
    const free = players.filter(({ buddy_id }) => !this.busy.has(buddy_id))
    if (free.length === 0) return void this.shed++
    void this.launch(random.pick(free), kindOf(random))
  }

  /** So many operations of one kind at once, on lanes that are free. */
  burst(kind: Kind, count: number): void {
    const free = this.options.players.filter(({ buddy_id }) => !this.busy.has(buddy_id))
    for (const player of free.slice(0, count)) void this.launch(player, kind)
  }

  /** One event for every lane, as soon as it is free: nobody may be missing at the end. */
  async rollCall(): Promise<void> {
    const call = async (player: Player) => {
      while (this.busy.has(player.buddy_id)) await sleep(10)
      await this.launch(player, "event")
    }
    await Promise.all(this.options.players.map(call))
  }

  private launch(player: Player, kind: Kind): Promise<void> {
    const op: Op = {
      id: `${this.options.prefix}-${this.ops.length}`,
      kind,
      customer_id: player.customer_id,
      user_id: player.user_id,
      buddy_id: player.buddy_id,
      lane: player.buddy_id,
      start: Date.now(),
      end: 0,
      outcome: "unknown",
      attempts: [],
      coins: undefined
    }
    this.ops.push(op)
    this.busy.add(op.lane)
    return this.perform(op, player.key).finally(() => this.busy.delete(op.lane))
  }

  private async perform(op: Op, key: string): Promise<void> {
    let previous: Answer | undefined
    for (const [index, callOf] of callsOf(op, key).entries()) {
      const answer = await this.persist(op, callOf(previous))
      if (answer === undefined || isRefused(op.kind, answer)) {
        op.outcome = answer === undefined ? "unknown" : "refused"
        break
      }
      // Each step of a hatch speaks of the egg that the first one laid.
      if (index === 0) previous = answer
      op.coins = coinsOf(op.kind, answer.body)
      op.outcome = "ok"
    }
    op.end = Date.now()
  }

  /** Attempts until there is an answer that will not change: not 503, not 500, not silence. */
  private async persist(op: Op, call: Call): Promise<Answer | undefined> {
    for (const end = op.start + patience_ms; Date.now() < end;) {
      const answer = await this.once(op, call)
      const isAnswered = answer?._tag === "Answer" && answer.status < 500 && answer.status !== 429
      if (isAnswered && isSettled(op.kind, answer)) return answer
      await sleep(retry_ms)
    }
    return undefined
  }

  private async once(op: Op, call: Call): Promise<Attempted | undefined> {
    const targets = this.options.targets()
    if (targets.length === 0) return undefined
    const target = targets[this.turn++ % targets.length]!
    const at = Date.now()
    const answer = await this.options.http.attempt(target.baseUrl, call)
    op.attempts.push(attemptOf(answer, at, target.name))
    return answer
  }
}

const attemptOf = (answer: Attempted, at: number, node: string): Attempt => ({
  at,
  ms: Date.now() - at,
  node,
  seen: answer._tag === "Answer" ? answer.status : answer.way,
  retry_after: answer._tag === "Answer" && answer.retry_after !== undefined
})

export const outcomes = (ops: ReadonlyArray<Op>): Readonly<Record<Outcome, number>> => ({
  ok: ops.filter((op) => op.outcome === "ok").length,
  refused: ops.filter((op) => op.outcome === "refused").length,
  unknown: ops.filter((op) => op.outcome === "unknown").length
})
