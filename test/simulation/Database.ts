/**
 * What Postgres promises the journal, in memory: a change set is written whole or not at all, versions and keys are
 * checked, budgets are kept. It reads the very text the journal would send. `flaws` break a promise each, to show that
 * the checks notice.
 */
import type { ChangeSet, Section } from "../../src/buddy/ChangeSet.ts"
import { type Core, coreOf } from "../../src/buddy/Core.ts"
import type { LedgerRow } from "../../src/buddy/Ledger.ts"
import type { Outcome } from "../../src/buddy/Outcome.ts"
import type { StoredAnswer, StoredReply } from "../../src/buddy/Store.ts"
import type { Effects } from "../../src/engine/Decision.ts"
import type { Snapshot } from "../../src/engine/Snapshot.ts"
import type { BuddyState } from "../../src/engine/State.ts"
import type { Step } from "../kit/Auditor.ts"

export interface Flaws {
  /** takes a change whatever version it was decided on */
  readonly anyVersion?: boolean
  /** takes an event or a command a second time */
  readonly anyIdentity?: boolean
  /** now and then loses a row of the ledger */
  readonly losesLedger?: boolean
  /** answers before it has written */
  readonly answersEarly?: boolean
}

interface EventRow {
  readonly event_id: string
  readonly payload_hash: string
  readonly effects: Effects
  readonly trace: ReadonlyArray<unknown>
  readonly config_version_id: string
}
interface CommandRow {
  readonly command_id: string
  readonly reply: StoredReply
  readonly trace: ReadonlyArray<unknown>
}
interface BudgetRow {
  readonly rule_id: string
  readonly period_key: string
  readonly used: number
  readonly max_coins: number
}

export interface Life {
  readonly customer_id: string
  readonly buddy_id: string
  readonly snapshot: Snapshot
  readonly audience: string
  version: number
  state: string
  commits: number
  /** commands in the order in which they were committed, with the moment each was decided */
  readonly steps: Array<Step>
  readonly ledger: Array<LedgerRow & { readonly prev_hash: string; readonly hash: string }>
  readonly uniques: Set<string>
}

export class Database {
  readonly lives = new Map<string, Life>()
  readonly events: Array<EventRow & { readonly customer_id: string }> = []
  readonly commands: Array<CommandRow & { readonly customer_id: string }> = []
  readonly budgets = new Map<string, number>()
  private readonly flaws: Flaws
  private readonly loses: () => boolean

  constructor(flaws: Flaws, loses: () => boolean) {
    this.flaws = flaws
    this.loses = loses
  }

  load(life: Life, now: number): Core {
    const heads: Record<string, readonly [number, string]> = {}
    for (const { hash, seq, unit } of life.ledger) heads[unit] = [seq, hash]
    const uniques = [...life.uniques].map((one) => JSON.parse(one) as readonly [string, string])
    return coreOf(
      {
        customer_id: life.customer_id,
        buddy_id: life.buddy_id,
        user_id: "user-1",
        audience: life.audience,
        status: "active",
        version: BigInt(life.version),
        state: JSON.parse(life.state) as BuddyState,
        config_version_id: life.snapshot.config_version_id,
        heads,
        uniques: uniques.length === 0 ? null : uniques
      },
      life.snapshot,
      now
    )
  }

  stored(customer_id: string, ids: ReadonlyArray<string>): ReadonlyArray<StoredAnswer> {
    const wanted = new Set(ids)
    return [
      ...this.events.filter((row) => row.customer_id === customer_id && wanted.has(row.event_id)),
      ...this.commands.filter((row) => row.customer_id === customer_id && wanted.has(row.command_id))
    ]
  }

  used(rule_id: string, period_key: string, customer_id: string): number {
    return this.budgets.get(`${customer_id} ${rule_id} ${period_key}`) ?? 0
  }

  /** `steps`: the commands of the change set, for the recount. */
  commit(change: ChangeSet, steps: ReadonlyArray<Step>): Outcome {
    const rows = <A>(section: Section) => JSON.parse(`[${change.text[section]}]`) as Array<A & { customer_id: string }>
    const [row] = rows<{ buddy_id: string; version: number; state: BuddyState }>("buddies")
    const life = this.lives.get(row!.buddy_id)!
    if (life.version !== row!.version && this.flaws.anyVersion !== true) return { _tag: "Stale" }
    const events = rows<EventRow>("events")
    const commands = rows<CommandRow>("commands")
    const ids = [...change.event_ids, ...change.command_ids]
    const stored = this.stored(change.customer_id, ids)
    if (stored.length > 0 && this.flaws.anyIdentity !== true) return { _tag: "Duplicate", stored }
    const budgets = rows<BudgetRow>("budgets")
    if (!this.charge(change.customer_id, budgets)) return { _tag: "OverBudget" }
    const ledger = rows<Life["ledger"][number]>("ledger")
    if (this.flaws.losesLedger === true && ledger.length > 0 && this.loses()) ledger.pop()
    life.ledger.push(...ledger.map((entry) => ({ ...entry, reverses_ledger_id: null })))
    for (const one of rows<{ rule_id: string; unique_key: string }>("uniques"))
      life.uniques.add(JSON.stringify([one.rule_id, one.unique_key]))
    this.events.push(...events)
    this.commands.push(...commands)
    life.version = row!.version + 1
    life.state = JSON.stringify(row!.state)
    life.commits += 1
    life.steps.push(...steps)
    return { _tag: "Committed" }
  }

  private charge(customer_id: string, budgets: ReadonlyArray<BudgetRow>): boolean {
    const next = new Map<string, number>()
    for (const { max_coins, period_key, rule_id, used } of budgets) {
      const key = `${customer_id} ${rule_id} ${period_key}`
      const sum = (next.get(key) ?? this.budgets.get(key) ?? 0) + used
      if (sum > max_coins) return false
      next.set(key, sum)
    }
    for (const [key, sum] of next) this.budgets.set(key, sum)
    return true
  }
}
