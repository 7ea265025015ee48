/**
 * What the functions of the journal (sql/0005_journal.sql and those that replaced them) promise, in memory. They are
 * handed the very parameters Postgres would get, and refuse with the errors it would refuse with; `flaws` break a
 * promise each.
 */
import { sections } from "../../src/buddy/journal/ChangeSet.ts"
import type { SignedHead } from "../../src/buddy/journal/LedgerHead.ts"
import type { RouteKey, StoredAnswer } from "../../src/buddy/actor/Store.ts"
import type { Flaws } from "./Flaws.ts"
import {
  type BadgeRow,
  type BuddyRow,
  type ChainedRow,
  type ChangeRow,
  type CommandRow,
  type DeliveryRow,
  type EventRow,
  type HistoryRow,
  PgError,
  Tables
} from "./Tables.ts"

type Json = string | null
type Key = readonly [customer_id: string, ...rest: ReadonlyArray<string | number>]

const keyOf = (...parts: Key): string => parts.join("/")

const rows = <A>(text: Json): Array<A> => (text === null ? [] : (JSON.parse(text) as Array<A>))

interface Advance {
  readonly customer_id: string
  readonly buddy_id: string
  readonly version: number
  readonly coins: number
  readonly state: unknown
  readonly name?: string
  readonly status?: "archived"
  readonly config_version_id?: string
  readonly ledger_head?: SignedHead
}

interface Budget {
  readonly customer_id: string
  readonly rule_id: string
  readonly period_key: string
  readonly used: number
  readonly max_coins: number
}

interface Unique {
  readonly customer_id: string
  readonly buddy_id: string
  readonly rule_id: string
  readonly unique_key: string
}

/** An item of journal_commit_each. */
interface Item {
  readonly customer_id: string
  readonly buddy_count: number
  readonly event_ids: ReadonlyArray<string>
  readonly command_ids: ReadonlyArray<string>
  readonly [section: string]: unknown
}

/** In the order of the parameters of journal_commit. */
const parameters = [...sections, "usage"] as const

/** Events of this type hold what Postgres cannot store. */
export const poisonType = "poison"

export class Postgres {
  readonly tables = new Tables()
  private readonly flaws: Flaws
  private readonly draw: () => number
  private commits = 0

  constructor(flaws: Flaws, draw: () => number) {
    this.flaws = flaws
    this.draw = draw
  }

  private loses(flaw: boolean | undefined): boolean {
    return flaw === true && this.draw() < 0.2
  }

  /** journal_commit, a transaction of its own. */
  commit(buddy_count: number, texts: ReadonlyArray<Json>): void {
    this.commits++
    this.tables.atomically(() => this.write(buddy_count, texts), this.flaws.halfBatches)
    this.tables.commit()
  }

  /** journal_commit_each: one row per item. `interfere` may refuse an item for no fault of its own. */
  commitEach(text: string, interfere: () => PgError | undefined) {
    this.commits++
    const answers = rows<Item>(text).map((item) => {
      const texts = parameters.map((section) => {
        const isLost = section === "usage" && this.flaws.losesUsage === true
        return item[section] === undefined || isLost ? null : JSON.stringify(item[section])
      })
      const none = { error_code: null, constraint_name: null, message: null, stored: null }
      try {
        const error = interfere()
        if (error !== undefined) throw error
        this.tables.atomically(() => this.write(item.buddy_count, texts), this.flaws.halfBatches)
        return none
      } catch (error) {
        if (!(error instanceof PgError)) throw error
        const { code, constraint = null, message } = error
        const stored = code === "23505" ? this.stored(item.customer_id, item.event_ids, item.command_ids) : null
        return { error_code: code, constraint_name: constraint, message, stored }
      }
    })
    this.tables.commit()
    return answers
  }

  private write(buddy_count: number, texts: ReadonlyArray<Json>): void {
    const { tables } = this
    const given = new Map(parameters.map((name, index) => [name, texts[index] ?? null]))
    const all = <A>(name: (typeof parameters)[number]) => rows<A>(given.get(name)!)
    const buddies = all<Advance>("buddies")
    if (buddies.length > 0 && this.advance(buddies) !== buddy_count) throw new PgError("HA003")
    for (const row of all<EventRow>("events")) this.event({ ...row, commit: this.commits })
    for (const row of all<ChainedRow>("ledger"))
      this.entry({ ...row, reverses_ledger_id: row.reverses_ledger_id ?? null })
    for (const row of all<BadgeRow>("badges"))
      tables.insert(tables.badges, keyOf(row.customer_id, row.buddy_id, row.badge_key, row.times), row, "badges_pkey")
    for (const { buddy_id, customer_id, rule_id, unique_key } of all<Unique>("freed"))
      tables.remove(tables.uniques, keyOf(customer_id, buddy_id, rule_id, unique_key))
    for (const { buddy_id, customer_id, rule_id, unique_key } of all<Unique>("uniques")) {
      const key = keyOf(customer_id, buddy_id, rule_id, unique_key)
      tables.insert(tables.uniques, key, [rule_id, unique_key], "unique_payments_pkey")
    }
    for (const row of all<HistoryRow>("history"))
      tables.insert(tables.history, keyOf(row.customer_id, row.history_id), row, "buddy_history_pkey")
    for (const row of all<CommandRow>("commands")) this.command({ ...row, commit: this.commits })
    for (const row of all<ChangeRow>("changes")) {
      if (this.loses(this.flaws.losesChange)) continue
      const key = keyOf(row.customer_id, row.buddy_id, row.change_id)
      tables.insert(tables.changes, key, row, "buddy_changes_pkey")
    }
    for (const row of all<DeliveryRow>("deliveries")) {
      if (this.loses(this.flaws.losesDelivery)) continue
      tables.insert(tables.deliveries, keyOf(row.customer_id, row.delivery_id), row, "webhook_deliveries_pkey")
    }
    for (const row of all<{ customer_id: string; signal_id: string; buddy_id: string }>("signals"))
      tables.insert(tables.signals, keyOf(row.customer_id, row.signal_id), row, "buddy_signals_pkey")
    for (const row of all<Budget>("budgets")) this.spend(row)
    for (const row of all<{ customer_id: string; month: string; slot: number; used: number }>("usage")) {
      const key = keyOf(row.customer_id, row.month, row.slot)
      tables.put(tables.usage, key, (tables.usage.get(key) ?? 0) + row.used)
    }
  }

  /** journal_advance: each buddy at most once, whoever comes first. */
  private advance(changes: ReadonlyArray<Advance>): number {
    const advanced = new Set<string>()
    for (const change of changes) {
      const { buddy_id, coins, config_version_id, customer_id, ledger_head, name, state, status, version } = change
      const key = keyOf(customer_id, buddy_id)
      const row = this.tables.buddies.get(key)
      if (row === undefined || advanced.has(key)) continue
      if (row.version !== version && this.flaws.anyVersion !== true) continue
      if (coins < 0) throw new PgError("23514", "buddies_coins_check")
      advanced.add(key)
      this.tables.put(this.tables.buddies, key, {
        ...row,
        version: row.version + 1,
        coins,
        state: JSON.stringify(state),
        name: name ?? row.name,
        status: status ?? row.status,
        config_version_id: config_version_id ?? row.config_version_id,
        ledger_head:
          ledger_head === undefined || this.loses(this.flaws.losesHead) ? row.ledger_head : JSON.stringify(ledger_head)
      })
    }
    return advanced.size
  }

  private event(row: EventRow): void {
    const { tables } = this
    if (row.type === poisonType) throw new PgError("22P05")
    const key = keyOf(row.customer_id, row.event_id)
    if (this.flaws.anyEvent === true) tables.put(tables.eventById, key, row)
    else tables.insert(tables.eventById, key, row, "events_pkey")
    tables.add(tables.events, row)
  }

  private command(row: CommandRow): void {
    const { tables } = this
    const key = keyOf(row.customer_id, row.command_id)
    if (this.flaws.anyCommand === true) tables.put(tables.commandById, key, row)
    else tables.insert(tables.commandById, key, row, "commands_pkey")
    tables.add(tables.commands, row)
  }

  private entry(row: ChainedRow): void {
    const { tables } = this
    if (row.balance_after < 0) throw new PgError("23514", "ledger_balance_after_check")
    const key = keyOf(row.customer_id, row.buddy_id, row.unit)
    if (!tables.ledger.has(key)) tables.put(tables.ledger, key, new Map())
    if (this.loses(this.flaws.losesLedger)) return
    tables.insert(tables.ledger.get(key)!, row.seq, row, "ledger_pkey")
  }

  private spend({ customer_id, max_coins, period_key, rule_id, used }: Budget): void {
    const { tables } = this
    const key = keyOf(customer_id, rule_id, period_key)
    const sum = (tables.budgets.get(key)?.used ?? 0) + used
    if (sum > max_coins && this.flaws.anyBudget !== true) throw new PgError("23514", "rule_budgets_check")
    tables.put(tables.budgets, key, { used: sum, max_coins })
  }

  /** journal_stored; null when there is none of them, as json_agg has it. */
  stored(
    customer_id: string,
    event_ids: ReadonlyArray<string>,
    command_ids: ReadonlyArray<string>
  ): ReadonlyArray<StoredAnswer> | null {
    if (this.flaws.forgets === true) return null
    const found: Array<StoredAnswer> = []
    for (const id of event_ids) {
      const row = this.tables.eventById.get(keyOf(customer_id, id))
      if (row === undefined) continue
      const { config_version_id, effects, event_id, payload_hash, trace } = row
      found.push({ event_id, payload_hash, effects, trace, config_version_id })
    }
    for (const id of command_ids) {
      const row = this.tables.commandById.get(keyOf(customer_id, id))
      if (row !== undefined) found.push({ command_id: row.command_id, reply: row.reply, trace: row.trace })
    }
    return found.length === 0 ? null : structuredClone(found)
  }

  /** journal_wake */
  load(customer_ids: ReadonlyArray<string>, buddy_ids: ReadonlyArray<string>) {
    return customer_ids.flatMap((customer_id, index) => {
      const row = this.tables.buddies.get(keyOf(customer_id, buddy_ids[index]!))
      if (row === undefined) return []
      const { coins: _coins, created_at: _created, ledger_head: _head, name: _name, ...rest } = row
      const own = keyOf(customer_id, row.buddy_id)
      const signed = JSON.parse(row.ledger_head ?? "null") as SignedHead | null
      const heads: Record<string, readonly [number, string, number]> = {}
      const anchors: Record<string, string> = {}
      for (const [key, entries] of this.tables.ledger) {
        const unit = key.slice(own.length + 1)
        const last = key.startsWith(`${own}/`) ? entries.get(Math.max(...entries.keys())) : undefined
        if (last === undefined) continue
        heads[unit] = [last.seq, last.hash, Date.parse(last.created_at)]
        const anchor = entries.get(signed?.units[unit]?.[0] ?? 0)
        if (anchor !== undefined) anchors[unit] = anchor.hash
      }
      const uniques = [...this.tables.uniques].filter(([key]) => key.startsWith(`${own}/`)).map(([, pair]) => pair)
      return [
        {
          ...rest,
          version: BigInt(row.version),
          state: JSON.parse(row.state) as unknown,
          heads: Object.keys(heads).length === 0 ? null : heads,
          signed,
          anchors,
          uniques: uniques.length === 0 ? null : uniques
        }
      ]
    })
  }

  /** journal_routes */
  routes(keys: ReadonlyArray<RouteKey>) {
    const buddies = [...this.tables.buddies.values()].toSorted((left, right) => left.created_at - right.created_at)
    const isActive = (row: BuddyRow, key: RouteKey) =>
      row.customer_id === key.customer_id && row.user_id === key.user_id && row.status === "active"
    return keys.map((key) => {
      const fits = (row: BuddyRow) =>
        key.buddy_id === null ? row.audience === key.audience : row.buddy_id === key.buddy_id
      return { buddy_id: buddies.find((row) => isActive(row, key) && fits(row))?.buddy_id ?? null }
    })
  }

  /** journal_budgets */
  budgets(keys: ReadonlyArray<Pick<Budget, "customer_id" | "rule_id" | "period_key">>) {
    return keys.map(({ customer_id, period_key, rule_id }) => ({
      used: BigInt(this.tables.budgets.get(keyOf(customer_id, rule_id, period_key))?.used ?? 0)
    }))
  }
}
