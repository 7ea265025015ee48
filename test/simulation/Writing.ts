/** What journal_apply and journal_write (sql/0028_buddy_states.sql, sql/0078_counts_as_arrays.sql) do with rows. */
import type { Flaws } from "./Flaws.ts"
import type { Part, Row, Shape } from "./Parts.ts"
import { called } from "./Campaigns.ts"
import { type ChainedRow, type CommandRow, type EventRow, PgError, type Tables } from "./Tables.ts"

/** Events of this type hold what Postgres cannot store. */
export const poisonType = "poison"

export interface WriteOptions {
  readonly tables: Tables
  readonly flaws: Flaws
  /** whether a flaw strikes this time */
  readonly loses: (flaw: boolean | undefined) => boolean
  /** number of the transaction */
  readonly commit: number
}

const keyOf = ({ key }: Shape, row: Row): string => key.map((name) => row[name]).join("/")

/** Each row at most once, whoever comes first; JSON is kept as text. */
const advance = ({ rows, shape }: Part, { flaws, loses, tables }: WriteOptions): void => {
  const [version, keeps] = [shape.version!, shape.keeps!]
  const table = tables.of<Record<string, unknown>>(shape.table)
  const advanced = new Set<string>()
  for (const row of rows) {
    const key = keyOf(shape, row)
    const before = table.get(key)
    if (before === undefined || advanced.has(key)) continue
    if (before[version] !== row[version] && flaws.anyVersion !== true) continue
    if (Number(row["coins"]) < 0) throw new PgError("23514", `${shape.table}_coins_check`)
    advanced.add(key)
    const given = shape.columns.flatMap((name) => {
      const value = row[name] ?? null
      if (name === version || (value === null && keeps.includes(name))) return []
      if (name === "ledger_head" && loses(flaws.losesHead)) return []
      return [[name, typeof value === "object" && value !== null ? JSON.stringify(value) : value] as const]
    })
    tables.put(table, key, { ...before, ...Object.fromEntries(given), [version]: Number(before[version]) + 1 })
  }
  if (advanced.size !== rows.length) throw new PgError("HA003")
}

/** What is null stays as it is. */
const amend = ({ rows, shape }: Part, { tables }: WriteOptions): void => {
  const table = tables.of<Row>(shape.table)
  for (const row of rows) {
    const key = keyOf(shape, row)
    const before = table.get(key)
    if (before === undefined) throw new PgError("HA003")
    const given = Object.entries(row).filter(([, value]) => value !== null)
    tables.put(table, key, { ...before, ...Object.fromEntries(given) })
  }
}

const add = ({ rows, shape }: Part, { flaws, tables }: WriteOptions): void => {
  const table = tables.of<Row>(shape.table)
  const sum = shape.sum!
  for (const row of rows) {
    const key = keyOf(shape, row)
    const total = Number(table.get(key)?.[sum] ?? 0) + Number(row[sum])
    const max = shape.max === undefined || shape.max === null ? Infinity : Number(row[shape.max])
    if (total > max && flaws.anyBudget !== true) throw new PgError("23514", `${shape.table}_check`)
    tables.put(table, key, { ...row, [sum]: total })
  }
}

const ledgerEntry = (row: ChainedRow, { flaws, loses, tables }: WriteOptions): void => {
  if (row.balance_after < 0) throw new PgError("23514", "ledger_balance_after_check")
  const key = [row.customer_id, row.buddy_id, row.unit].join("/")
  if (!tables.ledger.has(key)) tables.put(tables.ledger, key, new Map())
  if (!loses(flaws.losesLedger)) tables.insert(tables.ledger.get(key)!, row.seq, row, "ledger_pkey")
}

const append = ({ rows, shape }: Part, options: WriteOptions): void => {
  const { commit, flaws, loses, tables } = options
  const table = tables.of<Row>(shape.table)
  for (const row of rows) {
    if (shape.table === "ledger") {
      ledgerEntry(row as unknown as ChainedRow, options)
      continue
    }
    if (shape.table === "events" && row["type"] === poisonType) throw new PgError("22P05")
    if (shape.table === "buddy_changes" && loses(flaws.losesChange)) continue
    if (shape.table === "webhook_deliveries" && loses(flaws.losesDelivery)) continue
    const stored = { ...row, commit }
    const isTakenTwice =
      (shape.table === "events" && flaws.anyEvent === true) ||
      (shape.table === "commands" && flaws.anyCommand === true) ||
      (shape.table === "campaign_receipts" && flaws.anyReceipt === true)
    if (isTakenTwice) tables.put(table, keyOf(shape, row), stored)
    else tables.insert(table, keyOf(shape, row), stored, `${shape.table}_pkey`)
    if (shape.table === "events") tables.add(tables.events, stored as unknown as EventRow)
    if (shape.table === "commands") tables.add(tables.commands, stored as unknown as CommandRow)
  }
}

export const apply = (part: Part, options: WriteOptions): void => {
  const { rows, shape } = part
  if (shape.mode === "advance") return advance(part, options)
  if (shape.mode === "amend") return amend(part, options)
  if (shape.mode === "add") return add(part, options)
  if (shape.mode === "append") return append(part, options)
  const { flaws, tables } = options
  if (shape.mode === "call") {
    const run = called[shape.function!]
    if (run === undefined) throw new Error(`nothing in the simulation calls ${shape.function}`)
    return run(rows, tables, flaws.noFence !== true)
  }
  for (const row of rows) tables.remove(tables.of(shape.table), keyOf(shape, row))
}
