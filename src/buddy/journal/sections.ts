/**
 * Every kind of row a change of a buddy may write: one descriptor each, and nothing else knows the list. From it come
 * the type of what may be written, its form in the parameters of the statement (JournalParameters), what the database
 * does with it (journal_apply of sql/0028_buddy_states.sql, journal_write of sql/0078_counts_as_arrays.sql), the table
 * of the simulated Postgres and the policy its rows go by.
 *
 * A new kind: its descriptor here, a migration with its table, and the rule that writes it.
 */
import { campaignFences, campaignSections } from "./campaignSections.ts"
import {
  bool,
  type Column,
  int4,
  int8,
  json,
  moment,
  nullable,
  ofBuddy,
  type Section,
  text,
  uuid,
  uuids
} from "./SectionShape.ts"
import { kudosSection } from "./KudosSection.ts"
import { teamSections } from "./TeamSections.ts"

export { type Column, jsonText, type JsonText, type Section, type SqlType } from "./SectionShape.ts"

/** In the order in which they are written: the fence first, rows that buddies share last. */
export const sections = {
  states: {
    mode: "advance",
    table: "buddy_states",
    key: ["customer_id", "buddy_id"],
    version: "version",
    keeps: ["ledger_head"],
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
      ledger_head: nullable(json)
    }
  },
  /** the few changes of who a buddy is */
  identities: {
    mode: "amend",
    table: "buddy_identities",
    key: ["customer_id", "buddy_id"],
    hot: false,
    retention: null,
    columns: {
      ...ofBuddy,
      name: nullable(text),
      status: nullable(text),
      archived_at: nullable(moment),
      config_version_id: nullable(uuid)
    }
  },
  ...campaignFences,
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
  /** of a flush, not of a change: one row per tenant */
  deltas: {
    mode: "append",
    table: "analytics_deltas",
    key: ["customer_id", "delta_id"],
    hot: true,
    retention: null,
    columns: { customer_id: uuid, delta_id: uuid, body: json, created_at: moment }
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
  ...teamSections,
  ...kudosSection,
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
  ...campaignSections,
  budgets: {
    mode: "add",
    table: "rule_budgets",
    key: ["customer_id", "rule_id", "period_key"],
    sum: "used",
    max: "max_coins",
    mark: null,
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
    mark: null,
    hot: true,
    retention: null,
    columns: { customer_id: uuid, month: text, slot: int4, used: int8 }
  },
  /** of a flush, not of a change: how many of its events are of a type, one row per tenant and type */
  types: {
    mode: "add",
    table: "event_type_counts",
    key: ["customer_id", "type", "slot"],
    sum: "events",
    max: null,
    mark: null,
    hot: true,
    retention: null,
    columns: { customer_id: uuid, type: text, slot: int4, events: int8 }
  }
} as const satisfies Record<string, Section>

type Sections = typeof sections
export type SectionName = keyof Sections
/** What a change of a buddy writes itself. */
export type Kind = Exclude<SectionName, "usage" | "types" | "deltas">

/** By name, as any of them. */
export const described: Readonly<Record<SectionName, Section>> = sections
export const sectionNames = Object.keys(sections) as ReadonlyArray<SectionName>
export const hotSections = sectionNames.filter((name) => described[name].hot)
export const rareSections = sectionNames.filter((name) => !described[name].hot)

type ValueOf<C> = C extends Column<infer A> ? A : never
export type StoredRow<K extends SectionName> = {
  readonly [C in keyof Sections[K]["columns"]]: ValueOf<Sections[K]["columns"][C]>
}
/** The change set says itself whose row it is, and the flush its slot. */
export type Row<K extends Kind> = Omit<StoredRow<K>, "customer_id" | "buddy_id" | "slot">
