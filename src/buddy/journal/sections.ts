/**
 * Every kind of row a change of a buddy may write: one descriptor each, and nothing else knows the list. From it come
 * the type of what may be written, its form in the parameters of the statement (JournalParameters), what the database
 * does with it (journal_apply and journal_commit_rows of sql/0021_journal_rows.sql), the table of the simulated
 * Postgres and the policy its rows go by.
 *
 * A new kind: its descriptor here, a migration with its table, and the rule that writes it.
 */
import type { RetainedTable } from "../../platform/retention/Policies.ts"

/** JSON as it goes into a column: written down once, by `jsonText`, for whoever needs it. */
export type JsonText = string & { readonly JsonText: true }

export const jsonText = (value: unknown): JsonText => JSON.stringify(value) as JsonText

export type SqlType = "uuid" | "text" | "int4" | "int8" | "bool" | "timestamptz" | "json" | "uuid[]"

export interface Column<A = unknown> {
  readonly type: SqlType
  /** only a type */
  readonly Value?: A
}

const column = <A>(type: SqlType): Column<A> => ({ type })
const uuid = column<string>("uuid")
const uuids = column<ReadonlyArray<string>>("uuid[]")
const text = column<string>("text")
const int4 = column<number>("int4")
const int8 = column<number>("int8")
const bool = column<boolean>("bool")
/** epoch ms, or Infinity */
const moment = column<number>("timestamptz")
const json = column<JsonText>("json")
const nullable = <A>({ type }: Column<A>): Column<A | null> => ({ type })

interface Described {
  readonly table: string
  /** by which a row is found again: the primary key of the table */
  readonly key: ReadonlyArray<string>
  readonly columns: Readonly<Record<string, Column>>
  /**
   * Part of nearly every flush: its rows travel as arrays and are written by a statement of their own in
   * journal_commit_rows. Rows of all other kinds are JSON, and absent from most flushes.
   */
  readonly hot: boolean
  /** the policy rows go by; null: they stay */
  readonly retention: RetainedTable | null
}

/** A row whose key is new. */
interface Append extends Described {
  readonly mode: "append"
}

/** The row of that key goes, if it is there. */
interface Delete extends Described {
  readonly mode: "delete"
}

/** The row of that key, at the version that is named, moves on to the next one: the fence of every change. */
interface Advance extends Described {
  readonly mode: "advance"
  readonly version: string
  /** columns that null leaves as they are */
  readonly keeps: ReadonlyArray<string>
}

/** Adds to a sum that many write; the table itself refuses what goes beyond `max`. */
interface Add extends Described {
  readonly mode: "add"
  readonly sum: string
  readonly max: string | null
}

export type Section = Append | Delete | Advance | Add

const ofBuddy = { customer_id: uuid, buddy_id: uuid }

/** In the order in which they are written: the fence first, rows that buddies share last. */
export const sections = {
  buddies: {
    mode: "advance",
    table: "buddies",
    key: ["customer_id", "buddy_id"],
    version: "version",
    keeps: ["name", "status", "archived_at", "config_version_id", "ledger_head"],
    hot: true,
    retention: null,
    columns: {
      ...ofBuddy,
      version: int8,
      coins: int8,
      evolution_stage: int4,
      prestige_level: int4,
      state: json,
      streaks_look_at: moment,
      updated_at: moment,
      name: nullable(text),
      status: nullable(text),
      archived_at: nullable(moment),
      config_version_id: nullable(uuid),
      ledger_head: nullable(json)
    }
  },
  events: {
    mode: "append",
    table: "events",
    key: ["customer_id", "event_id"],
    hot: true,
    retention: null,
    columns: {
      customer_id: uuid,
      buddy_id: nullable(uuid),
      event_id: text,
      user_id: text,
      type: text,
      audience: text,
      occurred_at: moment,
      received_at: moment,
      properties: json,
      payload_hash: text,
      mode: text,
      config_version_id: nullable(uuid),
      effects: json,
      trace: json
    }
  },
  ledger: {
    mode: "append",
    table: "ledger",
    key: ["customer_id", "buddy_id", "unit", "seq"],
    hot: true,
    retention: null,
    columns: {
      ...ofBuddy,
      unit: text,
      seq: int8,
      ledger_id: uuid,
      amount: int8,
      balance_after: int8,
      reason: text,
      reference_type: text,
      reference_id: nullable(text),
      rule_id: nullable(uuid),
      config_version_id: uuid,
      reverses_ledger_id: nullable(uuid),
      is_lucky: bool,
      created_at: moment,
      prev_hash: text,
      hash: text
    }
  },
  deliveries: {
    mode: "append",
    table: "webhook_deliveries",
    key: ["customer_id", "delivery_id"],
    hot: true,
    retention: "webhook_deliveries",
    columns: {
      customer_id: uuid,
      delivery_id: uuid,
      webhook_config_id: uuid,
      event: text,
      body: text,
      trace_context: nullable(text),
      next_attempt_at: moment,
      created_at: moment
    }
  },
  badges: {
    mode: "append",
    table: "buddy_badges",
    key: ["customer_id", "buddy_id", "badge_key", "times"],
    hot: false,
    retention: null,
    columns: {
      ...ofBuddy,
      badge_key: text,
      times: int4,
      label: text,
      coin_reward: int8,
      reason: nullable(text),
      awarded_at: moment
    }
  },
  /** unique payments that may be made again */
  freed: {
    mode: "delete",
    table: "unique_payments",
    key: ["customer_id", "buddy_id", "rule_id", "unique_key"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, rule_id: uuid, unique_key: text }
  },
  uniques: {
    mode: "append",
    table: "unique_payments",
    key: ["customer_id", "buddy_id", "rule_id", "unique_key"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, rule_id: uuid, unique_key: text, created_at: moment }
  },
  history: {
    mode: "append",
    table: "buddy_history",
    key: ["customer_id", "buddy_id", "history_id"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, history_id: uuid, kind: text, key: text, body: json, created_at: moment }
  },
  commands: {
    mode: "append",
    table: "commands",
    key: ["customer_id", "command_id"],
    hot: false,
    retention: "commands",
    columns: { ...ofBuddy, command_id: text, reply: json, trace: json, created_at: moment }
  },
  /** what explains a change that is no event */
  changes: {
    mode: "append",
    table: "buddy_changes",
    key: ["customer_id", "buddy_id", "change_id"],
    hot: false,
    retention: null,
    columns: {
      ...ofBuddy,
      change_id: uuid,
      kind: text,
      input: json,
      origin: nullable(json),
      config_version_id: uuid,
      reply: json,
      effects: json,
      trace: json,
      ledger_ids: uuids,
      occurred_at: moment
    }
  },
  /** whoever handles them deletes them */
  signals: {
    mode: "append",
    table: "buddy_signals",
    key: ["customer_id", "signal_id"],
    hot: false,
    retention: null,
    columns: { ...ofBuddy, signal_id: uuid, body: json, created_at: moment }
  },
  budgets: {
    mode: "add",
    table: "rule_budgets",
    key: ["customer_id", "rule_id", "period_key"],
    sum: "used",
    max: "max_coins",
    hot: false,
    retention: null,
    columns: { customer_id: uuid, rule_id: uuid, period_key: text, used: int8, max_coins: int8 }
  },
  /** of a flush, not of a change: one row per tenant and month */
  usage: {
    mode: "add",
    table: "event_usage",
    key: ["customer_id", "month", "slot"],
    sum: "used",
    max: null,
    hot: true,
    retention: null,
    columns: { customer_id: uuid, month: text, slot: int4, used: int8 }
  }
} as const satisfies Record<string, Section>

type Sections = typeof sections
export type SectionName = keyof Sections
/** What a change of a buddy writes itself. */
export type Kind = Exclude<SectionName, "usage">

/** By name, as any of them. */
export const described: Readonly<Record<SectionName, Section>> = sections
export const sectionNames = Object.keys(sections) as ReadonlyArray<SectionName>
export const hotSections = sectionNames.filter((name) => described[name].hot)
export const rareSections = sectionNames.filter((name) => !described[name].hot)

type ValueOf<C> = C extends Column<infer A> ? A : never
export type StoredRow<K extends SectionName> = {
  readonly [C in keyof Sections[K]["columns"]]: ValueOf<Sections[K]["columns"][C]>
}
/** The change set says itself whose row it is. */
export type Row<K extends Kind> = Omit<StoredRow<K>, "customer_id" | "buddy_id">
