/**
 * Callers as they should be: each request has a name, and whoever does not hear of it asks again under the same name.
 * They keep a log of what they were told, which is later held against what is stored.
 */
import { Exit } from "effect"
import type { BuddyFailure, BuddyReply, BuddyRequest } from "../../src/buddy/Protocol.ts"
import type { Road } from "./Faults.ts"
import type { Undo } from "../kit/engine/EngineHost.ts"
import type { Random } from "./Random.ts"
import type { Runner } from "./Runner.ts"

/** Events with one name may come with different bodies, by mistake or by malice. */
export interface Variant {
  /** an event that is to be taken back has no command yet: what becomes one is read from the tables */
  readonly request: Omit<BuddyRequest, "command"> & { readonly command: BuddyRequest["command"] | Undo }
  readonly audience: string
  readonly user_id: string
  /** the buddy a command is for or an event names; null: whoever receives it */
  readonly buddy_id: string | null
}

export interface Operation {
  readonly customer_id: string
  readonly id: string
  readonly kind: "event" | "command"
  readonly variants: Array<Variant>
  readonly calls: Array<Call>
  readonly answers: Array<Answer>
  outcome: "open" | "acknowledged" | "refused" | "failed"
  /** numbers of steps of the simulation */
  readonly asked_at: number
  acknowledged_at: number | undefined
}

export interface Call {
  readonly operation: Operation
  readonly variant: Variant
  readonly gateway: Runner
  /** number of the step of the simulation */
  readonly asked_at: number
  /** when its caller stops waiting, epoch ms */
  readonly deadline: number
  /** unsure: the caller does not wait any more and does not know whether it happened */
  state: "waiting" | "unsure" | "acknowledged" | "refused"
  isAnswered: boolean
}

export interface Answer {
  readonly variant: Variant
  readonly reply: BuddyReply
  /** who received the event, as the answer has it */
  readonly buddy_id: string | null | undefined
}

const patience_ms = 10_000

export interface ClientsOptions {
  readonly random: Random
  readonly now: () => number
  readonly step: () => number
  readonly say: (what: string) => void
  readonly took: (road: Road) => void
  readonly found: (finding: string) => void
  readonly gateways: () => ReadonlyArray<Runner>
  readonly acknowledged: (call: Call) => void
}

type Told = Exit.Exit<BuddyReply & { readonly buddy_id?: string | null }, BuddyFailure>

export class Clients {
  readonly operations: Array<Operation> = []
  private readonly waiting = new Set<Call>()
  private readonly again: Array<{ readonly at: number; readonly operation: Operation }> = []
  private readonly options: ClientsOptions

  constructor(options: ClientsOptions) {
    this.options = options
  }

  /** calls somebody waits for */
  get open(): number {
    return this.waiting.size
  }

  /** whether somebody waits for an event to be taken back */
  get isRegretting(): boolean {
    return this.operations.some(
      ({ outcome, variants }) => outcome === "open" && variants[0]!.request.command._tag === "Undo"
    )
  }

  isSettled(): boolean {
    return this.waiting.size === 0 && this.operations.every(({ outcome }) => outcome !== "open")
  }

  ask(customer_id: string, id: string, variants: Array<Variant>): Operation {
    const kind = variants[0]!.request.event === null ? ("command" as const) : ("event" as const)
    const asked_at = this.options.step()
    const rest = { calls: [], answers: [], outcome: "open" as const, asked_at, acknowledged_at: undefined }
    const operation: Operation = { customer_id, id, kind, variants, ...rest }
    this.operations.push(operation)
    for (const variant of variants) this.send(operation, variant)
    return operation
  }

  send(operation: Operation, variant: Variant): void {
    const { gateways, now, random, say, step } = this.options
    const all = gateways()
    if (all.length === 0) return this.later(operation)
    const gateway = random.pick(all)
    const deadline = now() + patience_ms
    const asked_at = step()
    const call: Call = { operation, variant, gateway, asked_at, deadline, state: "waiting", isAnswered: false }
    operation.calls.push(call)
    this.waiting.add(call)
    const { command } = variant.request
    say(`${nameOf(operation)} ${command._tag}${variant === operation.variants[0] ? "" : "'"} asked at ${gateway.name}`)
    const done = (exit: Told) => this.hear(call, exit)
    const { buddies } = gateway
    const { customer_id } = operation
    const { audience, buddy_id, user_id } = variant
    if (command._tag === "Undo") return gateway.fork(gateway.reverse(customer_id, command.event_id, command.mode), done)
    const request = { ...variant.request, command }
    if (operation.kind === "event") {
      const event = { customer_id, user_id, audience, buddy_id, request }
      if (!buddies.submitEvent(event, done)) gateway.fork(buddies.ingest(event), done)
    } else if (!buddies.submit(customer_id, buddy_id!, request, done)) {
      gateway.fork(buddies.send(customer_id, buddy_id!, request), done)
    }
  }

  private later(operation: Operation): void {
    this.again.push({ at: this.options.now() + this.options.random.below(3_000), operation })
  }

  private hear(call: Call, exit: Told): void {
    const { gateway, operation } = call
    if (call.isAnswered) this.options.found(`${nameOf(operation)} was answered twice by ${gateway.name}`)
    call.isAnswered = true
    // Whoever has crashed tells nobody.
    if (!gateway.isAlive) return
    if (Exit.isSuccess(exit)) this.accept(call, exit.value)
    else this.refuse(call, exit)
    this.waiting.delete(call)
  }

  private accept(call: Call, reply: BuddyReply & { readonly buddy_id?: string | null }): void {
    const { step, took } = this.options
    const { operation, variant } = call
    if (variant.request.command._tag === "Undo" && !reply.duplicate) took("taken back")
    const isHeard = call.state === "waiting"
    operation.answers.push({ variant, reply, buddy_id: reply.buddy_id })
    this.say(call, `${reply.duplicate ? "repeated" : "done"}${reply.payload_mismatch ? ", other payload" : ""}`)
    if (reply.payload_mismatch) took("answered again, other payload")
    else if (reply.duplicate) took("answered again")
    call.state = "acknowledged"
    if (!isHeard) return
    if (operation.outcome !== "acknowledged") this.options.acknowledged(call)
    operation.outcome = "acknowledged"
    operation.acknowledged_at ??= step()
  }

  private refuse(call: Call, exit: Exit.Failure<unknown, BuddyFailure>): void {
    const { found, took } = this.options
    const { operation } = call
    const reason = exit.cause.reasons[0]
    const failure = reason?._tag === "Fail" ? reason.error : undefined
    this.say(call, failure === undefined ? "internal error" : failure._tag)
    if (failure?._tag === "Unavailable") return this.doubt(call)
    took(failure === undefined ? "internal error" : "refused by the rules")
    const isHeard = call.state === "waiting"
    call.state = "refused"
    // Of two bodies that are asked at the same moment one may be stored while the other fails.
    if (isHeard && call.asked_at > (operation.acknowledged_at ?? Infinity))
      found(`${nameOf(operation)} was refused after it had been acknowledged`)
    if (isHeard && operation.outcome === "open") operation.outcome = failure === undefined ? "failed" : "refused"
  }

  private say({ gateway, operation, state }: Call, what: string): void {
    this.options.say(`${nameOf(operation)} ${what}, says ${gateway.name}${state === "waiting" ? "" : " too late"}`)
  }

  /** Nobody knows whether it happened; whoever still wants to know asks again. */
  private doubt(call: Call): void {
    const wasWaiting = call.state === "waiting"
    call.state = "unsure"
    this.waiting.delete(call)
    if (wasWaiting && call.operation.outcome === "open") this.later(call.operation)
  }

  /** The process that took these calls is gone; answers how many were waiting. */
  hangUp(gateway: Runner): number {
    const calls = [...this.waiting].filter((call) => call.gateway === gateway)
    for (const call of calls) this.doubt(call)
    return calls.length
  }

  choices(into: Array<() => void>): void {
    const now = this.options.now()
    for (const call of this.waiting) if (call.deadline <= now) into.push(() => this.giveUp(call))
    for (const one of this.again) {
      if (one.at > now) continue
      into.push(() => {
        this.again.splice(this.again.indexOf(one), 1)
        if (one.operation.outcome === "open") this.send(one.operation, this.options.random.pick(one.operation.variants))
      })
    }
  }

  private giveUp(call: Call): void {
    this.options.say(`${nameOf(call.operation)} is given up by its caller`)
    this.doubt(call)
  }

  nextDue(): number {
    let next = Infinity
    for (const { deadline } of this.waiting) next = Math.min(next, deadline)
    for (const { at } of this.again) next = Math.min(next, at)
    return next
  }
}

export const nameOf = ({ customer_id, id }: Pick<Operation, "customer_id" | "id">): string =>
  `${customer_id.endsWith("1") ? "A" : "B"}/${id}`
