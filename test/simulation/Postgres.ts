/**
 * What the functions of the journal (sql/0028_buddy_states.sql and those that read) promise, in memory. They are handed
 * what the very parameters Postgres would get come down to, and refuse with the errors it would refuse with; `flaws`
 * break a promise each.
 */
import type { SignedHead } from "../../src/buddy/journal/LedgerHead.ts"
import type { RouteKey, StoredAnswer } from "../../src/buddy/actor/Store.ts"
import type { Flaws } from "./Flaws.ts"
import type { Item, Part } from "./Parts.ts"
import { PgError, Tables } from "./Tables.ts"
import { apply } from "./Writing.ts"

type Key = readonly [customer_id: string, ...rest: ReadonlyArray<string | number>]

const keyOf = (...parts: Key): string => parts.join("/")

interface Budget {
  readonly customer_id: string
  readonly rule_id: string
  readonly period_key: string
}

export class Postgres {
  readonly tables = new Tables()
  private readonly flaws: Flaws
  private readonly draw: () => number
  /** number of the last transaction */
  commits = 0

  constructor(flaws: Flaws, draw: () => number) {
    this.flaws = flaws
    this.draw = draw
  }

  private readonly loses = (flaw: boolean | undefined): boolean => flaw === true && this.draw() < 0.2

  private write(parts: ReadonlyArray<Part>): void {
    const { commits: commit, flaws, loses, tables } = this
    const all = () => parts.forEach((part) => apply(part, { tables, flaws, loses, commit }))
    tables.atomically(all, flaws.halfBatches)
  }

  /** journal_write, a transaction of its own. */
  commit(parts: ReadonlyArray<Part>): void {
    this.commits++
    this.write(parts)
    this.tables.commit()
  }

  /** journal_write_each: one row per item. `interfere` may refuse an item for no fault of its own. */
  commitEach(items: ReadonlyArray<Item>, interfere: () => PgError | undefined) {
    this.commits++
    const answers = items.map((item) => {
      const isLost = ({ shape }: Part) => shape.table === "event_usage" && this.flaws.losesUsage === true
      try {
        const error = interfere()
        if (error !== undefined) throw error
        this.write(item.parts.filter((part) => !isLost(part)))
        return { error_code: null, constraint_name: null, message: null, stored: null }
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
      const row = this.tables.buddy(keyOf(customer_id, buddy_ids[index]!))
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
      const uniques = [...this.tables.uniques]
        .filter(([key]) => key.startsWith(`${own}/`))
        .map(([, { rule_id, unique_key }]) => [rule_id, unique_key])
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
    const { identities } = this.tables
    const buddies = [...identities.values()].toSorted((left, right) => left.created_at - right.created_at)
    type Identity = (typeof buddies)[number]
    const isActive = (row: Identity, key: RouteKey) =>
      row.customer_id === key.customer_id && row.user_id === key.user_id && row.status === "active"
    return keys.map((key) => {
      const fits = (row: Identity) =>
        key.buddy_id === null ? row.audience === key.audience : row.buddy_id === key.buddy_id
      return { buddy_id: buddies.find((row) => isActive(row, key) && fits(row))?.buddy_id ?? null }
    })
  }

  /** journal_budgets */
  budgets(keys: ReadonlyArray<Budget>) {
    return keys.map(({ customer_id, period_key, rule_id }) => ({
      used: BigInt(this.tables.budgets.get(keyOf(customer_id, rule_id, period_key))?.used ?? 0)
    }))
  }
}
