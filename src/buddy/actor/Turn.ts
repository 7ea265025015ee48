/**
 * One turn of an actor: a handful of commands decided one after the other, each on the state the one before left, and
 * written down as one change set. Nothing here waits and nothing of the actor changes; `apply` does that once the
 * change set is committed.
 */
import type { Command } from "../../engine/core/Command.ts"
import type { Accepted, DecideContext } from "../../engine/core/Decision.ts"
import type { EngineError } from "../../engine/core/EngineError.ts"
import type { Snapshot } from "../../engine/core/Snapshot.ts"
import type { BuddyState } from "../../engine/core/State.ts"
import { isReturn } from "../../engine/items/items.ts"
import { lookAgainAt } from "../../engine/streaks/streakRisk.ts"
import { rankedId } from "../../platform/postgres/Ids.ts"
import { deliveriesFor } from "../../platform/webhooks/Outbox.ts"
import type { TenantFacts } from "../../platform/auth/Tenants.ts"
import type { Budgets, Claim } from "../quota/Budgets.ts"
import { changeOf } from "../journal/ChangeRecord.ts"
import { type ChangeSet, ChangeSetBuilder, type Owner } from "../journal/ChangeSet.ts"
import type { Counts, countsOf } from "../journal/Counts.ts"
import { paidKey, type ResidentState, stateOf } from "./ResidentState.ts"
import type { Engine } from "./Engine.ts"
import type { LedgerHead } from "../journal/Ledger.ts"
import { writeFeed, writeMemberships } from "../journal/TeamRows.ts"
import { jsonText } from "../journal/sections.ts"
import type { LedgerSigner } from "../journal/LedgerSigner.ts"
import { timesOf } from "./AwardNumbers.ts"
import { isOfVersion, repinned } from "./Repinning.ts"
import type { BuddyReply, BuddyRequest, Pending } from "../Protocol.ts"
import { requestKey } from "./ReplyCache.ts"
import type { Signal } from "../signals/Signals.ts"
import type { BudgetKey, StoredReply } from "./Store.ts"
import { contextOf } from "./DecisionContext.ts"

export interface TurnOptions {
  readonly owner: Owner & { readonly buddy_id: string }
  readonly core: ResidentState
  readonly facts: TenantFacts
  readonly decide: Engine["decide"]
  readonly sign: LedgerSigner["Service"]["sign"]
  readonly budgets: Budgets
  /** epoch ms the buddy lives at: the present, or that of its user's test clock */
  readonly now: number
  /** epoch ms of the present, for what is done later: webhooks and signals */
  readonly present: number
  readonly nextId: (now: number) => string
  /** the compiled version a `Repin` of this turn asks for */
  readonly repinTo: Snapshot | undefined
  /** what the figures learn of it */
  readonly countsOf: typeof countsOf
}

export interface Turn {
  readonly pending: ReadonlyArray<Pending>
  readonly accepted: ReadonlyArray<{ readonly pending: Pending; readonly reply: BuddyReply }>
  readonly rejected: ReadonlyArray<{ readonly pending: Pending; readonly error: EngineError }>
  /** the rules threw: a bug that must not cost the neighbours anything */
  readonly broken: ReadonlyArray<{ readonly pending: Pending; readonly defect: unknown }>
  /** repetitions of a request of the same turn */
  readonly echoes: ReadonlyArray<Pending>
  /** undefined: nothing was accepted */
  readonly change: ChangeSet | undefined
  readonly claims: ReadonlyArray<Claim>
  readonly spent: ReadonlyArray<BudgetKey>
  readonly signals: ReadonlyArray<Signal>
  /** makes the committed turn the actor's memory */
  readonly apply: (core: ResidentState) => void
}

class TurnState {
  readonly accepted: Array<{ pending: Pending; reply: BuddyReply }> = []
  readonly rejected: Array<{ pending: Pending; error: EngineError }> = []
  readonly broken: Array<{ pending: Pending; defect: unknown }> = []
  readonly echoes: Array<Pending> = []
  readonly claims: Array<Claim> = []
  readonly spent: Array<BudgetKey> = []
  readonly signals: Array<Signal> = []
  readonly heads = new Map<string, LedgerHead>()
  readonly paid = new Set<string>()
  readonly freed = new Set<string>()
  readonly rows: ChangeSetBuilder
  private readonly counts: Counts
  private readonly before: BuddyState
  private ranked = 0
  readonly context: DecideContext
  private readonly options: TurnOptions
  private state: BuddyState
  private name: string | undefined
  private isArchived = false
  private currentId = ""
  private isBackfill = false

  constructor(options: TurnOptions) {
    const { core, countsOf, facts, now, owner, present } = options
    this.options = options
    this.before = stateOf(core)
    this.state = this.before
    this.rows = new ChangeSetBuilder(owner, now, present)
    this.counts = countsOf(core, facts, now)
    this.context = contextOf(options, { id: () => this.currentId, isBackfill: () => this.isBackfill }, this)
  }

  take(pending: Pending): void {
    const { request } = pending
    const isGone = this.isArchived || this.options.core.status === "archived"
    if (isGone && !isReturn(request.command)) {
      this.rejected.push({ pending, error: { code: "buddy_archived" } })
    } else if (request.command._tag === "Repin") {
      if (isOfVersion(request.command, this.options.core)) this.accept(pending, repinned)
      else this.rejected.push({ pending, error: { code: "facts_outdated" } })
    } else {
      this.decide(pending, request.command)
    }
  }

  private decide(pending: Pending, command: Command): void {
    const { core, decide } = this.options
    this.currentId = command._tag === "Event" ? command.event_id : pending.request.command_id
    this.isBackfill = pending.request.event?.mode === "backfill"
    let decision
    try {
      decision = decide(core.snapshot, this.state, command, this.context)
    } catch (defect) {
      return void this.broken.push({ pending, defect })
    }
    if (decision._tag === "Rejected") this.rejected.push({ pending, error: decision.error })
    else this.accept(pending, decision)
  }

  private accept(pending: Pending, decision: Omit<Accepted, "state"> & { readonly state?: BuddyState }): void {
    const { core, owner, facts, now, nextId, present } = this.options
    const { request } = pending
    if (pending.span !== undefined) this.rows.traced(pending.span)
    const config_version_id = this.configVersion
    const { rows } = this
    for (const entry of decision.entries) {
      this.heads.set(
        entry.unit,
        rows.ledger(entry, this.heads.get(entry.unit) ?? core.heads.get(entry.unit), config_version_id)
      )
    }
    for (const [index, award] of decision.badges.entries())
      rows.badge(award, timesOf(this.state, decision.badges, index))
    for (const { rule_id, unique_key } of decision.uniques) {
      this.paid.add(paidKey(rule_id, unique_key))
      this.freed.delete(paidKey(rule_id, unique_key))
      rows.unique(rule_id, unique_key)
    }
    for (const { rule_id, unique_key } of decision.freed) {
      this.freed.add(paidKey(rule_id, unique_key))
      rows.freed(rule_id, unique_key)
    }
    for (const entry of decision.history) rows.history(this.nextRankedId(), entry)
    for (const write of decision.writes) rows.counted(write)
    if (request.webhooks && !facts.clocks.has(core.user_id)) {
      for (const entry of decision.feed) writeFeed(rows, this.nextRankedId(), entry, now)
    }
    for (const budget of decision.budgets) {
      this.claims.push({ customer_id: owner.customer_id, ...budget })
      rows.budget(budget)
    }
    if (request.webhooks && decision.outbound.length > 0) {
      rows.deliveries(deliveriesFor(facts.subscriptions, decision.outbound, present, nextId), pending.span)
    }
    for (const signal of decision.signals) {
      const signal_id = nextId(present)
      rows.signal(signal_id, signal)
      this.signals.push({ ...signal, signal_id, customer_id: owner.customer_id, buddy_id: owner.buddy_id })
    }
    if (request.event !== null && request.command._tag === "Event") {
      this.counts.event({ ...request.command, ...request.event }, decision)
    }
    this.counts.decision(request.command, decision, this.state, decision.state ?? this.state)
    if (decision.name !== undefined) this.name = decision.name
    if (decision.status === "archived") this.isArchived = true
    if (decision.state !== undefined) this.state = decision.state
    const told = {
      reply: decision.reply,
      effects: decision.effects,
      config_version_id,
      state_version: core.version + 1
    }
    const { asked } = request
    const stored: StoredReply = asked === undefined ? told : { ...told, asked }
    const effects_json = this.record(request, decision, stored, config_version_id)
    const reply = { ...told, trace: decision.trace, duplicate: false, payload_mismatch: false }
    this.accepted.push({ pending, reply: effects_json === undefined ? reply : { ...reply, effects_json } })
  }

  /** Answers the effects of an event as they were written down, for whoever has to write them again. */
  private record(
    request: BuddyRequest,
    decision: Pick<Accepted, "effects" | "entries" | "outbound" | "reply" | "trace">,
    stored: StoredReply,
    config_version_id: string
  ): string | undefined {
    const { command, event: envelope } = request
    const { effects, trace } = decision
    if (command._tag === "Event" && envelope !== null) {
      const effects_json = jsonText(effects)
      this.rows.event({ ...command, envelope, config_version_id, effects_json, trace })
      return effects_json
    }
    this.rows.command({ command_id: request.command_id, stored, trace })
    const change = command._tag === "Event" ? undefined : changeOf(command, request.origin, decision, config_version_id)
    if (change !== undefined) this.rows.change(this.nextRankedId(), { ...change, trace })
    return undefined
  }

  /** What is of one moment (a test clock stands still) is listed in the order in which it came about. */
  private nextRankedId(): string {
    const { core, nextId, now } = this.options
    return rankedId(nextId(now), (core.version % 2 ** 28) * 2 ** 12 + (this.ranked++ % 2 ** 12))
  }

  private get configVersion(): string {
    return (this.options.repinTo ?? this.options.core.snapshot).config_version_id
  }

  /** Undefined when the old one still says all there is to say, or must not be replaced. */
  private signedHead(): string | undefined {
    const { core, owner, sign } = this.options
    if (this.heads.size === 0 || !core.isVouchedFor) return undefined
    return sign(owner, new Map([...core.heads, ...this.heads]))
  }

  finish(pending: ReadonlyArray<Pending>): Turn {
    const { core, facts, now, repinTo } = this.options
    const { state, heads, paid, freed, accepted, rejected, isArchived, name } = this
    const state_json = accepted.length > 0 ? JSON.stringify(state) : core.state_json
    if (accepted.length > 0) {
      writeMemberships(this.rows, this.before.teams, state.teams)
      const living = { snapshot: repinTo ?? core.snapshot, state, now, tenant_timezone: facts.timezone }
      const isGone = isArchived || core.status === "archived"
      this.rows.state({
        version: core.version,
        coins: state.coins.balance,
        evolution_stage: state.evolution_stage,
        prestige_level: state.prestige_level,
        state_json,
        ledger_head: this.signedHead(),
        streaks_look_at: isGone ? Infinity : lookAgainAt(living)
      })
      this.rows.counts(this.counts.delta(this.options.owner.buddy_id), this.options.nextId)
      this.rows.identity({ name, archived: isArchived, config_version_id: repinTo?.config_version_id })
    }
    return {
      pending,
      accepted,
      rejected,
      broken: this.broken,
      echoes: this.echoes,
      change: accepted.length > 0 ? this.rows.finish() : undefined,
      claims: this.claims,
      spent: rejected.length > 0 ? this.spent : [],
      signals: this.signals,
      apply: (target) => {
        target.version++
        target.state_json = state_json
        if (isArchived) target.status = "archived"
        if (repinTo !== undefined) target.snapshot = repinTo
        for (const [unit, head] of heads) target.heads.set(unit, head)
        for (const key of freed) target.paid?.delete(key)
        if (paid.size > 0) {
          target.paid ??= new Set()
          for (const key of paid) target.paid.add(key)
        }
      }
    }
  }
}

/** Throws when something cannot be written down; then nothing of the turn may be used. */
export const takeTurn = (options: TurnOptions, pending: ReadonlyArray<Pending>): Turn => {
  const turn = new TurnState(options)
  if (pending.length === 1) {
    turn.take(pending[0]!)
    return turn.finish(pending)
  }
  const seen = new Set<string>()
  for (const one of pending) {
    const key = requestKey(one.request)
    if (seen.has(key)) turn.echoes.push(one)
    else {
      seen.add(key)
      turn.take(one)
    }
  }
  return turn.finish(pending)
}
