/** Rows as the write path leaves them, and tables that can take back what a refused transaction has written. */
import type { LedgerRow } from "../../src/buddy/journal/Ledger.ts"
import type { StoredReply } from "../../src/buddy/actor/Store.ts"
import type { Effects } from "../../src/engine/core/Decision.ts"

interface StateRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly version: number
  readonly coins: number
  /** JSON */
  readonly state: string
  /** JSON; null: never booked */
  readonly ledger_head: string | null
}

interface IdentityRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly user_id: string
  readonly audience: string
  readonly created_at: number
  readonly config_version_id: string
  readonly status: "active" | "archived"
  readonly name: string
}

/** A row of the view buddies. */
export type BuddyRow = StateRow & IdentityRow

/** A trace row as stored: type, key, reason, detail, ledger ids. */
export type StoredTrace = ReadonlyArray<readonly [string, string, string, unknown, ReadonlyArray<string>]>

export interface EventRow {
  readonly customer_id: string
  readonly buddy_id: string | null
  readonly event_id: string
  readonly user_id: string
  readonly type: string
  readonly occurred_at: string
  readonly received_at: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly payload_hash: string
  readonly config_version_id: string | null
  readonly effects: Effects
  readonly trace: StoredTrace
  /** number of the transaction */
  readonly commit: number
}

export interface CommandRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly command_id: string
  readonly reply: StoredReply
  readonly trace: StoredTrace
  readonly created_at: string
  readonly commit: number
}

export type ChainedRow = LedgerRow & { readonly prev_hash: string; readonly hash: string }

export interface BadgeRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly badge_key: string
  readonly times: number
}

export interface DeliveryRow {
  readonly customer_id: string
  readonly delivery_id: string
  readonly event: string
  readonly body: string
}

export interface HistoryRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly history_id: string
  readonly kind: string
  readonly key: string
  readonly body: unknown
  readonly created_at: string
}

export interface ChangeRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly change_id: string
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly reply: Readonly<Record<string, unknown>>
  readonly ledger_ids: ReadonlyArray<string>
  readonly trace: StoredTrace
}

export interface ConfigRow {
  readonly content: unknown
  readonly status: string
}

/** An error of Postgres. */
export class PgError extends Error {
  override readonly name = "PgError"
  readonly code: string
  readonly constraint: string | undefined

  constructor(code: string, constraint?: string) {
    super(`${code}${constraint === undefined ? "" : ` ${constraint}`}`)
    this.code = code
    this.constraint = constraint
  }
}

export class Tables {
  private readonly all = new Map<string, Map<string, unknown>>()
  /** in the order of their arrival, what came twice twice */
  readonly events: Array<EventRow> = []
  readonly commands: Array<CommandRow> = []
  /** by buddy and unit, then seq */
  readonly ledger = new Map<string, Map<number, ChainedRow>>()
  readonly configs = new Map<string, ConfigRow>()
  readonly states = this.of<StateRow>("buddy_states")
  readonly identities = this.of<IdentityRow>("buddy_identities")
  readonly eventById = this.of<EventRow>("events")
  readonly commandById = this.of<CommandRow>("commands")
  readonly badges = this.of<BadgeRow>("buddy_badges")
  readonly uniques = this.of<{ readonly rule_id: string; readonly unique_key: string }>("unique_payments")
  readonly history = this.of<HistoryRow>("buddy_history")
  readonly changes = this.of<ChangeRow>("buddy_changes")
  readonly deliveries = this.of<DeliveryRow>("webhook_deliveries")
  /** by customer, rule and period */
  readonly budgets = this.of<{ readonly used: number; readonly max_coins: number }>("rule_budgets")
  /** by customer, month and slot */
  readonly usage = this.of<{ readonly used: number }>("event_usage")
  private undo: Array<() => void> = []

  /** A table by its name: rows by their primary key. */
  of<A>(name: string): Map<string, A> {
    const known = this.all.get(name) as Map<string, A> | undefined
    if (known !== undefined) return known
    const made = new Map<string, A>()
    this.all.set(name, made)
    return made
  }

  /** the view buddies */
  buddy(key: string): BuddyRow | undefined {
    const [state, identity] = [this.states.get(key), this.identities.get(key)]
    return state === undefined || identity === undefined ? undefined : { ...identity, ...state }
  }

  bear(key: string, { audience, config_version_id, created_at, name, status, user_id, ...state }: BuddyRow): void {
    const { buddy_id, customer_id } = state
    this.states.set(key, state)
    const own = { customer_id, buddy_id, user_id, audience, created_at, config_version_id, status, name }
    this.identities.set(key, own)
  }

  put<K, V>(table: Map<K, V>, key: K, value: V): void {
    const before = table.get(key)
    this.undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)))
    table.set(key, value)
  }

  /** As `put`, for a key that may not exist yet. */
  insert<K, V>(table: Map<K, V>, key: K, value: V, constraint: string): void {
    if (table.has(key)) throw new PgError("23505", constraint)
    this.put(table, key, value)
  }

  remove<K, V>(table: Map<K, V>, key: K): void {
    const before = table.get(key)
    if (before === undefined) return
    this.undo.push(() => table.set(key, before))
    table.delete(key)
  }

  add<V>(list: Array<V>, value: V): void {
    list.push(value)
    this.undo.push(() => list.splice(list.lastIndexOf(value), 1))
  }

  /** All or nothing; `isHalf` keeps what was written before it failed. */
  atomically<A>(work: () => A, isHalf = false): A {
    const outer = this.undo
    this.undo = []
    try {
      const result = work()
      outer.push(...this.undo)
      return result
    } catch (error) {
      if (!isHalf) for (const step of this.undo.reverse()) step()
      throw error
    } finally {
      this.undo = outer
    }
  }

  /** The transaction is over. */
  commit(): void {
    this.undo = []
  }
}
