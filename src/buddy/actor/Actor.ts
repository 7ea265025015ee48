/**
 * The state machine of one buddy: a plain closure, no fibers. Requests wait in an array; one change set is on its way
 * at a time, and whatever arrived meanwhile is decided together on the next turn. What it knows of the buddy is a cache
 * of committed rows (`ResidentState`): after any doubt it is dropped, read again, and the requests are decided anew.
 *
 *   waiting ─► (load) ─► journal asks `prepare` ─► takeTurn ─► flush ─► `conclude` ─► answers
 *                 ▲                                                     │ stale, over budget,
 *                 └───────────────────── the rest again ────────────────┘ repeated, refused
 */
import { Exit } from "effect"
import type { Snapshot } from "../../engine/core/Snapshot.ts"
import { momentOf, type TenantFacts } from "../../platform/auth/Tenants.ts"
import type { Span } from "../../platform/observability/Traces.ts"
import type { ChangeSet, Owner } from "../journal/ChangeSet.ts"
import { FactsAtHand } from "./FactsAtHand.ts"
import { cameLast, isConfirmed, isMeantNow, refusableSince, type ResidentState } from "./ResidentState.ts"
import type { Actor } from "./Directory.ts"
import type { ActorServicesShape } from "./ActorServices.ts"
import type { Writer } from "../journal/Journal.ts"
import type { Outcome } from "../journal/Outcome.ts"
import { CommandRejected, markOf, type Unavailable, unavailable } from "../Protocol.ts"
import type { BuddyFailure, BuddyNotFound, BuddyReply, BuddyRequest, Pending, Resume } from "../Protocol.ts"
import { requestKey } from "./ReplyCache.ts"
import { attempts_max, backlog_max, mailbox_max, turn_max, waited_ms_max } from "./Limits.ts"
import { refusal, refusals } from "./PoisonHandling.ts"
import { repeatedAnswer, type StoredAnswer, storedKey } from "./Store.ts"
import { countsOf } from "../journal/Counts.ts"
import { takeTurn, type Turn } from "./Turn.ts"

class BuddyActor implements Actor, Writer {
  private readonly env: ActorServicesShape
  readonly customer_id: string
  readonly buddy_id: string
  used_at: number
  private readonly owner: Owner & { readonly buddy_id: string }
  private core: ResidentState | undefined
  private waiting: Array<Pending> = []
  /** the turn whose change set is with the journal */
  private turn: Turn | undefined
  private isBusy = false
  private isClosed = false
  private whenClosed: (() => void) | undefined
  private attempts = 0
  /** after a turn of many was refused: how many requests still go one by one, so that only the culprit fails */
  private single = 0
  private readonly facts: FactsAtHand

  constructor(env: ActorServicesShape, customer_id: string, buddy_id: string) {
    this.env = env
    this.customer_id = customer_id
    this.buddy_id = buddy_id
    this.used_at = env.now()
    this.owner = { customer_id, buddy_id }
    this.facts = new FactsAtHand(env, customer_id)
  }

  submit(request: BuddyRequest, resume: Resume, span?: Span): boolean {
    if (this.isClosed) return false
    const came_at = (this.used_at = this.env.now())
    const repeated = this.env.recent.repeated(this.customer_id, request)
    const known = repeated === undefined ? this.env.quarantined(this.customer_id, request) : Exit.succeed(repeated)
    if (known !== undefined) {
      resume(known)
      return true
    }
    const { backlog } = this.env
    if (this.waiting.length >= mailbox_max || backlog.requests >= backlog_max) {
      resume(unavailable("mailbox full"))
      return true
    }
    backlog.requests++
    this.waiting.push({ request, resume, came_at, span })
    if (!this.isBusy) this.next()
    return true
  }

  isIdle(): boolean {
    return !this.isBusy
  }

  depth(): number {
    return this.waiting.length
  }

  close(closed: () => void): void {
    this.isClosed = true
    if (!this.isBusy) return closed()
    this.whenClosed = closed
  }

  /** Goes on with whoever waits. The only place where the actor falls asleep. */
  private next(): void {
    this.isBusy = this.waiting.length > 0
    if (!this.isBusy) return this.isClosed ? this.whenClosed?.() : undefined
    if (this.core === undefined) return this.load()
    this.env.journal.enqueue(this)
  }

  private load(): void {
    this.env.load(this.customer_id, this.owner.buddy_id, (exit) => {
      if (Exit.isFailure(exit)) return this.answerAll(Exit.failCause(exit.cause))
      this.core = exit.value
      this.next()
    })
  }

  private answerAll(exit: Exit.Exit<never, BuddyNotFound | Unavailable>): void {
    for (const pending of this.waiting.splice(0)) this.answer(pending, exit)
    this.next()
  }

  private answer(pending: Pending, exit: Exit.Exit<BuddyReply, BuddyFailure>): void {
    this.env.answer(this.owner, pending, exit)
  }

  private again(pending: ReadonlyArray<Pending>): void {
    this.waiting = pending.concat(this.waiting)
    this.next()
  }

  /** Those who came first stand first. Facts read for so many of them are read again. */
  private turnAwayLate(): void {
    const since = this.env.now() - waited_ms_max
    const inTime = this.waiting.findIndex(({ came_at }) => came_at >= since)
    if (inTime === 0) return
    this.attempts = 0
    this.facts.use()
    for (const late of this.waiting.splice(0, inTime < 0 ? this.waiting.length : inTime))
      this.answer(late, unavailable("waited too long"))
  }

  prepare(): ChangeSet | undefined {
    this.turnAwayLate()
    if (this.waiting.length === 0) return void this.next()
    const hand = this.facts.look()
    if (hand === undefined)
      return void this.facts.fetch(this.waiting.length, this.next.bind(this), this.answerAll.bind(this))
    const { facts, requests } = hand
    if (!isMeantNow(this.core!, facts, this.env)) return this.fetchSnapshot()
    const { command } = this.waiting[0]!.request
    const repinTo =
      command._tag === "Repin" ? this.env.cachedSnapshot(this.customer_id, command.config_version_id, facts) : undefined
    if (command._tag === "Repin" && repinTo === undefined) return this.fetchSnapshot(command.config_version_id)
    const pending = this.takeWaiting(command._tag === "Repin" || this.single > 0 ? 1 : Math.min(requests, turn_max))
    this.facts.use()
    if (this.single > 0) this.single--
    const turn = this.decide(pending, facts, repinTo)
    if (turn === undefined) return undefined
    for (const { pending, defect } of turn.broken) this.answer(pending, Exit.die(defect))
    if (turn.change === undefined) return void this.refuse(turn, facts)
    this.core!.judged_under = facts
    this.env.budgets.claim(turn.claims)
    this.turn = turn
    return turn.change
  }

  private decide(pending: ReadonlyArray<Pending>, facts: TenantFacts, repinTo: Snapshot | undefined): Turn | undefined {
    const {
      core,
      env: { budgets, decide, nextId, now, sign },
      owner
    } = this
    try {
      const present = now()
      const moment = momentOf(facts, core!.user_id, present)
      const rest = { core: core!, facts, now: moment, present, repinTo }
      return takeTurn({ decide, sign, budgets, nextId, owner, countsOf, ...rest }, pending)
    } catch (defect) {
      this.isolate(pending, Exit.die(defect))
      return undefined
    }
  }

  /** Up to `count` requests from the front; a `Repin` changes the rules, so a turn never spans one. */
  private takeWaiting(count: number): ReadonlyArray<Pending> {
    const repin = this.waiting.findIndex((pending, index) => index > 0 && pending.request.command._tag === "Repin")
    return this.waiting.splice(0, repin > 0 ? Math.min(count, repin) : count)
  }

  private fetchSnapshot(config_version_id = this.core!.snapshot.config_version_id): undefined {
    this.env.snapshot(this.customer_id, config_version_id, (exit) => {
      if (Exit.isFailure(exit)) this.answer(this.waiting.shift()!, Exit.failCause(exit.cause))
      this.next()
    })
  }

  conclude(outcome: Outcome): void {
    const turn = this.turn!
    this.turn = undefined
    this.env.budgets.settle(turn.claims, outcome._tag === "Committed")
    if (outcome._tag === "Committed") return this.commit(turn)
    const open = turn.pending.filter((pending) => !turn.broken.some((broken) => broken.pending === pending))
    if (outcome._tag === "Unknown") {
      this.core = undefined
      return this.giveUp(open, outcome.reason)
    }
    if (outcome._tag === "Refused") return this.isolate(open, Exit.die(refusal(outcome)))
    if (outcome._tag === "Duplicate") {
      const rest = this.answerRepeated(open, outcome.stored)
      if (rest.length < open.length) return this.again(rest)
    }
    if (outcome._tag === "Outdated" || outcome._tag === "Granted") return this.isolate(open, refusals[outcome._tag])
    if (++this.attempts > attempts_max) return this.giveUp(open, "somebody else keeps changing this buddy")
    if (outcome._tag === "OverBudget") return this.env.refreshBudgets(turn.claims, () => this.again(open))
    if (outcome._tag === "Closed") this.env.forgetFacts(this.customer_id)
    else if (outcome._tag !== "Contended") this.core = undefined
    this.again(open)
  }

  private commit(turn: Turn): void {
    const { core, customer_id, env } = this
    turn.apply(core!)
    core!.confirmed_at = env.now()
    this.attempts = 0
    for (const { pending, reply } of turn.accepted) {
      env.recent.remember(customer_id, pending.request, reply)
      this.answer(pending, Exit.succeed(reply))
    }
    for (const signal of turn.signals) env.signal(signal)
    this.settleRest(turn)
  }

  /** A turn in which nothing was accepted. */
  private refuse(turn: Turn, facts: TenantFacts): void {
    const open = turn.rejected.map(({ pending }) => pending).concat(turn.echoes)
    const since = refusableSince(this.env.now(), open)
    if (turn.rejected.length > 0 && !isConfirmed(this.core!, facts, since)) {
      this.core = undefined
      return this.again(open)
    }
    this.settleRest(turn)
  }

  /** Whoever of a finished turn was not accepted: refusals, and repetitions of requests of the same turn. */
  private settleRest(turn: Turn): void {
    const refused = [...turn.rejected]
    for (const pending of turn.echoes) {
      const reply = this.env.recent.repeated(this.customer_id, pending.request)
      const first = turn.rejected.find((other) => requestKey(other.pending.request) === requestKey(pending.request))
      if (reply !== undefined) this.answer(pending, Exit.succeed(reply))
      else if (first !== undefined) refused.push({ pending, error: first.error })
      else this.answer(pending, unavailable("the first request of this id failed"))
    }
    const open = refused.map(({ pending }) => pending)
    const doubted = this.env.budgets.doubted(turn.spent, cameLast(open))
    if (doubted.length > 0 && ++this.attempts <= attempts_max)
      return this.env.refreshBudgets(doubted, () => this.again(open))
    this.attempts = 0
    return refused.length === 0 ? this.next() : this.rejectUnlessStored(refused)
  }

  /**
   * What was executed before is not refused now: spending the last coins twice with one id is one purchase, answered
   * twice.
   */
  private rejectUnlessStored(refused: Turn["rejected"]): void {
    const all = refused.map(({ pending }) => pending)
    const requests = all.map(({ request }) => request)
    this.env.stored(this.customer_id, requests, (exit) => {
      if (Exit.isSuccess(exit)) {
        const rest = new Set(this.answerRepeated(all, exit.value))
        for (const { pending, error } of refused)
          if (rest.has(pending)) this.answer(pending, Exit.fail(new CommandRejected({ error })))
      } else {
        for (const pending of all) this.answer(pending, Exit.failCause(exit.cause))
      }
      this.next()
    })
  }

  /** Answers those that were executed before and returns the others. */
  private answerRepeated(pending: ReadonlyArray<Pending>, stored: ReadonlyArray<StoredAnswer>): ReadonlyArray<Pending> {
    const answers = new Map(stored.map((one) => [storedKey(one), one]))
    return pending.filter((one) => {
      const known = answers.get(requestKey(one.request))
      if (known !== undefined) this.answer(one, Exit.succeed(repeatedAnswer(known, markOf(one.request))))
      return known === undefined
    })
  }

  private giveUp(pending: ReadonlyArray<Pending>, reason: string): void {
    this.attempts = 0
    for (const one of pending) this.answer(one, unavailable(reason))
    this.next()
  }

  /** Something in this turn can never be stored. Alone it fails; among others, everybody gets a turn of his own. */
  private isolate(pending: ReadonlyArray<Pending>, failure: Exit.Exit<never, BuddyFailure>): void {
    if (pending.length > 1) {
      this.single = pending.length
      return this.again(pending)
    }
    for (const one of pending) this.answer(one, failure)
    this.next()
  }
}

export const makeActor = (env: ActorServicesShape, customer_id: string, buddy_id: string): Actor =>
  new BuddyActor(env, customer_id, buddy_id)
