/**
 * One buddy's part of a commit, already written down as JSON: the journal only joins the parts of many buddies.
 * Building text by hand costs a fraction of collecting objects and stringifying them together, and this runs for every
 * event.
 */
import type { BadgeAward, HistoryEntry, LedgerEntry, Signal, TraceRow } from "../../engine/core/Decision.ts"
import type { DeliveryRow } from "../../platform/webhooks/Outbox.ts"
import { type Span, traceContextOf } from "../../platform/observability/Traces.ts"
import { type LedgerHead, genesisHash, ledgerHash } from "./Ledger.ts"
import type { Change } from "./ChangeRecord.ts"
import type { EventEnvelope } from "../Protocol.ts"
import { traceText } from "./StoredTrace.ts"

/** Parameters of journal_commit, in its order. */
export const sections = [
  "buddies",
  "events",
  "ledger",
  "badges",
  "uniques",
  "commands",
  "deliveries",
  "signals",
  "budgets",
  "history",
  "freed",
  "changes"
] as const
export type Section = (typeof sections)[number]

export interface ChangeSet {
  readonly customer_id: string
  /** commits take buddies in this order */
  readonly order: string
  readonly buddy_count: 0 | 1
  /** comma-separated JSON objects per section, "" for none */
  readonly text: Record<Section, string>
  /** size of all texts, UTF-16 units */
  readonly length: number
  readonly event_ids: ReadonlyArray<string>
  readonly command_ids: ReadonlyArray<string>
  /** `2026-11`, the quota period the new events count in: that of the commit, so that moving a clock buys no quota */
  readonly month: string
  /** endpoints that got delivery rows */
  readonly endpoints: ReadonlyArray<string>
  /** of the requests in it that are traced: usually none */
  readonly spans: ReadonlyArray<Span>
}

const untraced: ReadonlyArray<Span> = []

const json = JSON.stringify

export interface Owner {
  readonly customer_id: string
  /** null: an event that no buddy received */
  readonly buddy_id: string | null
  /** the two of them as the beginning of a JSON object */
  readonly prefix: string
}

export const owner = (customer_id: string, buddy_id: string | null): Owner => ({
  customer_id,
  buddy_id,
  prefix: `{"customer_id":${json(customer_id)},"buddy_id":${json(buddy_id)},`
})

/**
 * Collects the rows of one change set. `now` is the moment the buddy lives at, ISO 8601. What is done later on account
 * of a row (deliveries, signals) is dated by `present`, the moment of the commit, which differs only on a test clock.
 */
export class ChangeSetBuilder {
  private readonly owner: Owner
  private readonly now: string
  private readonly present: string
  private readonly text: Record<Section, string> = {
    buddies: "",
    events: "",
    ledger: "",
    badges: "",
    uniques: "",
    commands: "",
    deliveries: "",
    signals: "",
    budgets: "",
    history: "",
    freed: "",
    changes: ""
  }
  private readonly event_ids: Array<string> = []
  private readonly command_ids: Array<string> = []
  private endpoints: Array<string> = []
  private spans = untraced

  constructor(owner: Owner, now: string, present: string = now) {
    this.owner = owner
    this.now = now
    this.present = present
  }

  private add(section: Section, row: string) {
    const before = this.text[section]
    this.text[section] = before === "" ? row : before + "," + row
  }

  event(row: {
    readonly event_id: string
    readonly type: string
    readonly occurred_at: number
    readonly properties: Readonly<Record<string, unknown>>
    readonly envelope: EventEnvelope
    readonly config_version_id: string | null
    readonly effects_json: string
    readonly trace: ReadonlyArray<TraceRow>
  }) {
    const { envelope } = row
    this.event_ids.push(row.event_id)
    this.add(
      "events",
      `${this.owner.prefix}"event_id":${json(row.event_id)},"user_id":${json(envelope.user_id)}` +
        `,"type":${json(row.type)}` +
        `,"audience":${json(envelope.audience)},"occurred_at":"${new Date(row.occurred_at).toISOString()}"` +
        `,"received_at":"${this.now}","properties":${json(row.properties)}` +
        `,"payload_hash":${json(envelope.payload_hash)}` +
        `,"mode":"${envelope.mode}","config_version_id":${json(row.config_version_id)},"effects":${row.effects_json}` +
        `,"trace":${traceText(row.trace)}}`
    )
  }

  command(row: { readonly command_id: string; readonly stored: unknown; readonly trace: ReadonlyArray<TraceRow> }) {
    this.command_ids.push(row.command_id)
    this.add(
      "commands",
      `${this.owner.prefix}"command_id":${json(row.command_id)},"reply":${json(row.stored)}` +
        `,"trace":${traceText(row.trace)}` +
        `,"created_at":"${this.now}"}`
    )
  }

  /** What explains a change that is no event, for good. */
  change(change_id: string, row: Change & { readonly trace: ReadonlyArray<TraceRow> }) {
    this.add(
      "changes",
      `${this.owner.prefix}"change_id":"${change_id}","kind":"${row.kind}","input":${json(row.input)}` +
        `,"origin":${json(row.origin)},"config_version_id":${json(row.config_version_id)}` +
        `,"reply":${json(row.reply)},"effects":${json(row.effects)},"trace":${traceText(row.trace)}` +
        `,"ledger_ids":${json(row.ledger_ids)},"occurred_at":"${this.now}"}`
    )
  }

  /** Appends an entry to its chain and answers the new head. */
  ledger(entry: LedgerEntry, head: LedgerHead | undefined, config_version_id: string): LedgerHead {
    const seq = (head?.seq ?? 0) + 1
    const prev_hash = head?.hash ?? genesisHash
    const { customer_id, buddy_id } = this.owner
    const { unit, ledger_id, amount, balance_after, reason, reference_type, reference_id, rule_id, is_lucky } = entry
    const reverses_ledger_id = entry.reverses_ledger_id ?? null
    const hash = ledgerHash(prev_hash, {
      customer_id,
      buddy_id: buddy_id ?? "",
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
      reverses_ledger_id,
      is_lucky,
      created_at: this.now
    })
    this.add(
      "ledger",
      `${this.owner.prefix}"unit":${json(unit)},"seq":${seq},"ledger_id":${json(ledger_id)},"amount":${amount}` +
        `,"balance_after":${balance_after},"reason":${json(reason)},"reference_type":${json(reference_type)}` +
        `,"reference_id":${json(reference_id)},"rule_id":${json(rule_id)}` +
        `,"config_version_id":${json(config_version_id)}` +
        (reverses_ledger_id === null ? "" : `,"reverses_ledger_id":${json(reverses_ledger_id)}`) +
        `,"is_lucky":${is_lucky},"created_at":"${this.now}","prev_hash":"${prev_hash}","hash":"${hash}"}`
    )
    return { seq, hash }
  }

  badge(award: BadgeAward, times: number) {
    this.add(
      "badges",
      `${this.owner.prefix}"badge_key":${json(award.badge_key)},"times":${times},"label":${json(award.label)}` +
        `,"coin_reward":${award.coin_reward},"reason":${json(award.reason)}` +
        `,"awarded_at":"${new Date(award.awarded_at).toISOString()}"}`
    )
  }

  unique(rule_id: string, unique_key: string) {
    this.add(
      "uniques",
      `${this.owner.prefix}"rule_id":${json(rule_id)},"unique_key":${json(unique_key)},"created_at":"${this.now}"}`
    )
  }

  budget(row: {
    readonly rule_id: string
    readonly period_key: string
    readonly amount: number
    readonly max_coins: number
  }) {
    this.add(
      "budgets",
      `{"customer_id":${json(this.owner.customer_id)},"rule_id":${json(row.rule_id)}` +
        `,"period_key":${json(row.period_key)}` +
        `,"used":${row.amount},"max_coins":${row.max_coins}}`
    )
  }

  history(history_id: string, { body, key, kind }: HistoryEntry) {
    this.add(
      "history",
      `${this.owner.prefix}"history_id":"${history_id}","kind":"${kind}","key":${json(key)},"body":${json(body)}` +
        `,"created_at":"${this.now}"}`
    )
  }

  /** A unique payment that may be made again. */
  freed(rule_id: string, unique_key: string) {
    this.add("freed", `${this.owner.prefix}"rule_id":${json(rule_id)},"unique_key":${json(unique_key)}}`)
  }

  /** Deliveries of a traced request carry its trace on, to whenever they are sent. */
  deliveries(rows: ReadonlyArray<DeliveryRow>, span?: Span) {
    const trace = span === undefined ? "" : `,"trace_context":"${traceContextOf(span)}"`
    for (const row of rows) {
      this.endpoints.push(row.webhook_config_id)
      this.add(
        "deliveries",
        `{"customer_id":${json(this.owner.customer_id)},"delivery_id":"${row.delivery_id}"` +
          `,"webhook_config_id":"${row.webhook_config_id}","event":${json(row.event)},"body":${json(row.body)}` +
          `,"created_at":"${this.present}"${trace}}`
      )
    }
  }

  traced(span: Span) {
    this.spans = [...this.spans, span]
  }

  signal(signal_id: string, signal: Signal) {
    this.add(
      "signals",
      `${this.owner.prefix}"signal_id":"${signal_id}","body":${json(signal)},"created_at":"${this.present}"}`
    )
  }

  buddy(row: {
    readonly version: number
    readonly coins: number
    readonly evolution_stage: number
    readonly prestige_level: number
    readonly state_json: string
    readonly name: string | undefined
    readonly archived: boolean
    readonly config_version_id: string | undefined
    readonly ledger_head: string | undefined
    /** epoch ms, or Infinity */
    readonly streaks_look_at: number
  }) {
    this.add(
      "buddies",
      `${this.owner.prefix}"version":${row.version},"coins":${row.coins},"evolution_stage":${row.evolution_stage}` +
        `,"prestige_level":${row.prestige_level},"state":${row.state_json},"updated_at":"${this.now}"` +
        `,"streaks_look_at":"${timeText(row.streaks_look_at)}"` +
        (row.name === undefined ? "" : `,"name":${json(row.name)}`) +
        (row.archived ? `,"status":"archived","archived_at":"${this.now}"` : "") +
        (row.config_version_id === undefined ? "" : `,"config_version_id":${json(row.config_version_id)}`) +
        (row.ledger_head === undefined ? "" : `,"ledger_head":${row.ledger_head}`) +
        "}"
    )
  }

  finish(): ChangeSet {
    let length = 0
    for (const section of sections) length += this.text[section].length
    return {
      customer_id: this.owner.customer_id,
      order: `${this.owner.customer_id}/${this.owner.buddy_id ?? ""}`,
      buddy_count: this.text.buddies === "" ? 0 : 1,
      text: this.text,
      length,
      event_ids: this.event_ids,
      command_ids: this.command_ids,
      month: this.present.slice(0, 7),
      endpoints: this.endpoints,
      spans: this.spans
    }
  }
}

/** As Postgres reads it; epoch ms or Infinity. */
const timeText = (at: number) => (at === Infinity ? "infinity" : new Date(at).toISOString())
