/**
 * One buddy's part of a commit: the rows it writes, by kind, as sections.ts describes them. JSON columns are written
 * down here, so that what cannot be written down fails the change alone and not the flush it would have travelled with.
 */
import type { BadgeAward, HistoryEntry, LedgerEntry, Signal, TraceRow } from "../../engine/core/Decision.ts"
import type { Write } from "../../engine/core/Writes.ts"
import type { Delta } from "../../wire/analytics/Delta.ts"
import type { DeliveryRow } from "../../platform/webhooks/Outbox.ts"
import { type Span, traceContextOf } from "../../platform/observability/Traces.ts"
import { type LedgerHead, genesisHash, ledgerHash } from "./Ledger.ts"
import { CampaignRows, type Owner } from "./CampaignRows.ts"
import type { ChangeDelta } from "./ChangeDelta.ts"
import type { Change } from "./ChangeRecord.ts"
import type { EventEnvelope } from "../Protocol.ts"
import { jsonText, type JsonText, type Kind, type Row } from "./sections.ts"
import { traceText } from "./StoredTrace.ts"

export type { Owner } from "./CampaignRows.ts"

/** Of a kind, with whose row it is. */
export interface Written {
  readonly kind: Kind
  readonly row: Readonly<Record<string, unknown>>
}

export interface ChangeSet {
  readonly customer_id: string
  /** commits take buddies in this order */
  readonly order: string
  readonly rows: ReadonlyArray<Written>
  /** size of all texts, UTF-16 units */
  readonly length: number
  readonly event_ids: ReadonlyArray<string>
  readonly command_ids: ReadonlyArray<string>
  /** `2026-11`, the quota period the new events count in: that of the commit, so that moving a clock buys no quota */
  readonly month: string
  /** what the figures of the tenant learn of it; null: nothing */
  readonly delta: ChangeDelta | null
  /** endpoints that got delivery rows */
  readonly endpoints: ReadonlyArray<string>
  /** of the requests in it that are traced: usually none */
  readonly spans: ReadonlyArray<Span>
}

const none: ReadonlyArray<never> = []

/** Of a moment somebody else has named. Throws when no calendar has it. */
const momentOf = (at: number): number => {
  if (Number.isNaN(new Date(at).getTime())) throw new RangeError(`${at} is no moment`)
  return at
}

/** Postgres has no NUL, and a lone surrogate in one item's JSON would fail the statement for all items. */
const storable = (text: string): string => {
  if (!text.isWellFormed() || text.includes("\0")) throw new TypeError("a text no column can hold")
  return text
}

/**
 * Collects the rows of one change set. `now` is the moment the buddy lives at, epoch ms. What is done later on account
 * of a row (deliveries, signals) is dated by `present`, the moment of the commit, which differs only on a test clock.
 */
export class ChangeSetBuilder {
  private readonly owner: Owner
  private readonly now: number
  private readonly present: number
  private readonly rows: Array<Written> = []
  private length = 0
  private readonly event_ids: Array<string> = []
  private readonly command_ids: Array<string> = []
  private endpoints: Array<string> = []
  private campaigns: CampaignRows | undefined
  private spans: ReadonlyArray<Span> = none
  private delta: ChangeDelta | null = null

  constructor(owner: Owner, now: number, present: number = now) {
    this.owner = owner
    this.now = now
    this.present = present
  }

  write<K extends Kind>(kind: K, given: Row<K>) {
    const { buddy_id, customer_id } = this.owner
    const row: Written["row"] = { customer_id, buddy_id, ...given }
    for (const name in row) {
      const value = row[name]
      if (typeof value === "string") this.length += value.length
    }
    this.rows.push({ kind, row })
  }

  event(row: {
    readonly event_id: string
    readonly type: string
    readonly occurred_at: number
    readonly properties: Readonly<Record<string, unknown>>
    readonly envelope: EventEnvelope
    readonly config_version_id: string | null
    readonly effects_json: JsonText
    readonly trace: ReadonlyArray<TraceRow>
  }) {
    const { config_version_id, envelope, event_id, occurred_at, type } = row
    const { audience, mode, payload_hash, user_id } = envelope
    this.event_ids.push(event_id)
    this.write("events", {
      event_id,
      user_id,
      type,
      audience,
      occurred_at: momentOf(occurred_at),
      received_at: this.now,
      properties: jsonText(row.properties),
      payload_hash,
      mode,
      config_version_id,
      effects: row.effects_json,
      trace: traceText(row.trace)
    })
  }

  command(row: { readonly command_id: string; readonly stored: unknown; readonly trace: ReadonlyArray<TraceRow> }) {
    const { command_id, stored, trace } = row
    this.command_ids.push(command_id)
    this.write("commands", {
      command_id,
      reply: jsonText(stored),
      trace: traceText(trace),
      created_at: this.now
    })
  }

  /** What explains a change that is no event, for good. */
  change(change_id: string, row: Change & { readonly trace: ReadonlyArray<TraceRow> }) {
    const { config_version_id, effects, input, kind, ledger_ids, origin, reply, trace } = row
    this.write("changes", {
      change_id,
      kind,
      input: jsonText(input),
      origin: origin === null ? null : jsonText(origin),
      config_version_id,
      reply: jsonText(reply),
      effects: jsonText(effects),
      trace: traceText(trace),
      ledger_ids,
      occurred_at: this.now
    })
  }

  /** Appends an entry to its chain and answers the new head. */
  ledger(entry: LedgerEntry, head: LedgerHead | undefined, config_version_id: string): LedgerHead {
    const seq = (head?.seq ?? 0) + 1
    const prev_hash = head?.hash ?? genesisHash
    const { unit, ledger_id, amount, balance_after, reason, reference_type, reference_id, rule_id, is_lucky } = entry
    const row = {
      unit,
      seq,
      ledger_id,
      amount,
      balance_after,
      reason,
      reference_type,
      reference_id,
      rule_id,
      config_version_id,
      reverses_ledger_id: entry.reverses_ledger_id ?? null,
      is_lucky
    }
    const { buddy_id, customer_id } = this.owner
    const created_at = new Date(this.now).toISOString()
    const hash = ledgerHash(prev_hash, { ...row, customer_id, buddy_id: buddy_id ?? "", created_at })
    this.write("ledger", { ...row, created_at: this.now, prev_hash, hash })
    return { seq, hash }
  }

  badge({ awarded_at, badge_key, coin_reward, label, reason }: BadgeAward, times: number) {
    this.write("badges", { badge_key, times, label, coin_reward, reason, awarded_at: momentOf(awarded_at) })
  }

  unique(rule_id: string, unique_key: string) {
    this.write("uniques", { rule_id, unique_key, created_at: this.now })
  }

  /** A unique payment that may be made again. */
  freed(rule_id: string, unique_key: string) {
    this.write("freed", { rule_id, unique_key })
  }

  budget(row: {
    readonly rule_id: string
    readonly period_key: string
    readonly amount: number
    readonly max_coins: number
  }) {
    const { amount, max_coins, period_key, rule_id } = row
    this.write("budgets", { rule_id, period_key, used: amount, max_coins })
  }

  counted(write: Write) {
    this.campaigns ??= this.openCampaigns()
    this.campaigns.add(write)
  }

  private openCampaigns(): CampaignRows {
    const { now, owner, present } = this
    const take = (written: Written, length: number) => {
      this.length += length
      this.rows.push(written)
    }
    return new CampaignRows({ take, write: (kind, row) => this.write(kind, row) }, owner, { now, present })
  }

  history(history_id: string, { body, key, kind }: HistoryEntry) {
    this.write("history", { history_id, kind, key, body: jsonText(body), created_at: this.now })
  }

  /** Deliveries of a traced request carry its trace on, to whenever they are sent. */
  deliveries(rows: ReadonlyArray<DeliveryRow>, span?: Span) {
    const trace_context = span === undefined ? null : traceContextOf(span)
    const moments = { next_attempt_at: this.present, created_at: this.present }
    for (const { body, delivery_id, event, webhook_config_id } of rows) {
      this.endpoints.push(webhook_config_id)
      this.write("deliveries", { delivery_id, webhook_config_id, event, body, trace_context, ...moments })
    }
  }

  /** Of all that stands in it, once. */
  counts(delta: Delta, nextId: (now: number) => string) {
    if (delta.c.length === 0 && delta.u.length === 0) return
    this.delta = { c: delta.c, u: delta.u, b: delta.b ?? none, h: delta.h ?? none, nextId, created_at: this.present }
  }

  traced(span: Span) {
    this.spans = [...this.spans, span]
  }

  signal(signal_id: string, signal: Signal) {
    this.write("signals", { signal_id, body: jsonText(signal), created_at: this.present })
  }

  /** Where the buddy is after it. */
  state(row: {
    readonly version: number
    readonly coins: number
    readonly evolution_stage: number
    readonly prestige_level: number
    readonly state_json: string
    readonly ledger_head: string | undefined
    /** epoch ms, or Infinity */
    readonly streaks_look_at: number
  }) {
    const { coins, evolution_stage, prestige_level, streaks_look_at, version } = row
    this.write("states", {
      version,
      coins,
      evolution_stage,
      prestige_level,
      state: row.state_json as JsonText,
      streaks_look_at,
      updated_at: this.now,
      ledger_head: (row.ledger_head as JsonText | undefined) ?? null
    })
  }

  /** What changes of who it is: in most changes nothing. */
  identity(row: {
    readonly name: string | undefined
    readonly archived: boolean
    readonly config_version_id: string | undefined
  }) {
    const { archived, config_version_id, name } = row
    if (name === undefined && !archived && config_version_id === undefined) return
    this.write("identities", {
      name: name === undefined ? null : storable(name),
      status: archived ? "archived" : null,
      archived_at: archived ? this.now : null,
      config_version_id: config_version_id ?? null
    })
  }

  finish(): ChangeSet {
    this.campaigns?.finish()
    return {
      customer_id: this.owner.customer_id,
      order: `${this.owner.customer_id}/${this.owner.buddy_id ?? ""}`,
      rows: this.rows,
      length: this.length,
      event_ids: this.event_ids,
      command_ids: this.command_ids,
      month: new Date(this.present).toISOString().slice(0, 7),
      delta: this.delta,
      endpoints: this.endpoints,
      spans: this.spans
    }
  }
}
