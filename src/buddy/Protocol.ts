/**
 * What may be said to a buddy and what it answers. Everything here is plain data with a schema: a buddy may live on
 * another runner.
 *
 * A request is identified by `command_id` (for events: the event_id). It is executed at most once per customer: a
 * repetition gets the first answer again, marked `duplicate`.
 */
import { Duration, Effect, Exit, Schema } from "effect"
import type { Command as EngineCommand, ItemTerms, ReverseCommand } from "../engine/core/Command.ts"
import { CeremonyKind } from "../wire/answers/Buddy.ts"
import { Origin } from "../wire/Change.ts"
import type { PathTerms } from "../wire/content/PathDefinition.ts"
import type * as Engine from "../engine/core/Decision.ts"
import type { Span } from "../platform/observability/Traces.ts"

/** Values of clients that nobody below looks into; on the wire between runners they are JSON. */
const opaque = <A>() => Schema.Json as unknown as Schema.Codec<A>
const amount = { amount: Schema.Int, reason: Schema.NullOr(Schema.String) }

/** By tag, so that a command of the engine without a schema does not compile. */
type Tagged<A extends { readonly _tag: string }> = {
  readonly [Tag in A["_tag"]]: Schema.Codec<Extract<A, { readonly _tag: Tag }>, unknown>
}

const itemTerms = Schema.Struct({
  item_id: Schema.String,
  name: Schema.String,
  category: Schema.String,
  price_coins: Schema.Int,
  is_gift_only: Schema.Boolean,
  stock_total: Schema.NullOr(Schema.Int),
  per_buddy: Schema.NullOr(Schema.Int),
  visibility: opaque<ItemTerms["visibility"]>(),
  requirements: opaque<ItemTerms["requirements"]>()
})

const commands: Tagged<EngineCommand> = {
  Event: Schema.TaggedStruct("Event", {
    event_id: Schema.String,
    type: Schema.String,
    occurred_at: Schema.Number,
    properties: opaque<Readonly<Record<string, unknown>>>()
  }),
  EarnCoins: Schema.TaggedStruct("EarnCoins", { ...amount, reference_id: Schema.NullOr(Schema.String) }),
  SpendCoins: Schema.TaggedStruct("SpendCoins", { ...amount, reference_id: Schema.NullOr(Schema.String) }),
  EarnToken: Schema.TaggedStruct("EarnToken", { ...amount, token_key: Schema.String }),
  SpendToken: Schema.TaggedStruct("SpendToken", { ...amount, token_key: Schema.String }),
  AwardBadge: Schema.TaggedStruct("AwardBadge", { badge_key: Schema.String, reason: Schema.NullOr(Schema.String) }),
  CheckBadge: Schema.TaggedStruct("CheckBadge", { badge_key: Schema.String }),
  UpdateSkills: Schema.TaggedStruct("UpdateSkills", {
    updates: Schema.Array(
      Schema.Struct({
        skill_key: Schema.String,
        operation: Schema.Literals(["increase", "decrease", "set"]),
        value: Schema.Number
      })
    )
  }),
  Evolve: Schema.TaggedStruct("Evolve", { from_stage: Schema.Int, image_url: Schema.NullOr(Schema.String) }),
  UnlockGate: Schema.TaggedStruct("UnlockGate", {
    gate_key: Schema.String,
    token_key: Schema.String,
    cost: Schema.Int
  }),
  BuyItem: Schema.TaggedStruct("BuyItem", {
    item: itemTerms,
    purchase_id: Schema.String,
    gift_to_buddy_id: Schema.NullOr(Schema.String)
  }),
  GrantItem: Schema.TaggedStruct("GrantItem", {
    item: itemTerms,
    purchase_id: Schema.String,
    source: Schema.Literals(["unlock", "reward", "gift"]),
    reason: Schema.NullOr(Schema.String),
    from_buddy_id: Schema.NullOr(Schema.String)
  }),
  RefundGift: Schema.TaggedStruct("RefundGift", {
    item: itemTerms,
    purchase_id: Schema.String,
    paid_ledger_id: Schema.NullOr(Schema.String)
  }),
  EquipItems: Schema.TaggedStruct("EquipItems", {
    equip: Schema.Array(Schema.String),
    unequip: Schema.Array(Schema.String)
  }),
  ClearEquipment: Schema.TaggedStruct("ClearEquipment", {}),
  CompleteSubStep: Schema.TaggedStruct("CompleteSubStep", {
    path: opaque<PathTerms>(),
    step_key: Schema.NullOr(Schema.String),
    sub_step_key: Schema.String
  }),
  CompleteCeremony: Schema.TaggedStruct("CompleteCeremony", {
    ceremony: CeremonyKind,
    evolution_stage: Schema.Int
  }),
  Reverse: Schema.TaggedStruct("Reverse", {
    mode: Schema.Literals(["clamp", "debt", "reject"]),
    reason: Schema.NullOr(Schema.String),
    event: opaque<ReverseCommand["event"]>()
  }),
  DecaySkill: Schema.TaggedStruct("DecaySkill", { rule_id: Schema.String, period_key: Schema.String }),
  RejectBadge: Schema.TaggedStruct("RejectBadge", {
    badge_key: Schema.String,
    reason: Schema.NullOr(Schema.String)
  }),
  TakeVacation: Schema.TaggedStruct("TakeVacation", { from_day: Schema.NullOr(Schema.Int), to_day: Schema.Int }),
  EndVacation: Schema.TaggedStruct("EndVacation", {}),
  RestoreStreak: Schema.TaggedStruct("RestoreStreak", {
    streak_key: Schema.String,
    reason: Schema.NullOr(Schema.String)
  }),
  FreezeStreak: Schema.TaggedStruct("FreezeStreak", { streak_key: Schema.String }),
  WarnStreak: Schema.TaggedStruct("WarnStreak", { streak_key: Schema.String }),
  Rename: Schema.TaggedStruct("Rename", { name: Schema.String }),
  Archive: Schema.TaggedStruct("Archive", {})
}
const Command: Schema.Codec<EngineCommand, unknown> = Schema.Union(Object.values(commands))

/** Moves the buddy to another published config version (POST migrate-buddies). Answers `Done`. */
const Repin = Schema.TaggedStruct("Repin", { config_version_id: Schema.String })
export type Repin = typeof Repin.Type

/** What the events table keeps of an event besides the command itself. */
export const EventEnvelope = Schema.Struct({
  user_id: Schema.String,
  audience: Schema.String,
  /** sha256 of what was sent: a repeated event_id with another body is answered `payload_mismatch` */
  payload_hash: Schema.String,
  mode: Schema.Literals(["live", "backfill"])
})
export type EventEnvelope = typeof EventEnvelope.Type

export const BuddyRequest = Schema.Struct({
  command_id: Schema.String,
  command: Schema.Union([Command, Repin]),
  /** for `Event` commands; null for all others */
  event: Schema.NullOr(EventEnvelope),
  /** false: nothing goes to the outbox (backfill) */
  webhooks: Schema.Boolean,
  /** an operator wants it tried once more, however often it failed */
  again: Schema.optionalKey(Schema.Boolean),
  /** who asks, for the record of changes */
  origin: Schema.optionalKey(Origin)
})
export type BuddyRequest = typeof BuddyRequest.Type

const LedgerFact = { amount: Schema.Int, balance: Schema.Int, ledger_id: Schema.String }

const replies: Tagged<Engine.Reply> = {
  Event: Schema.TaggedStruct("Event", {}),
  Coins: Schema.TaggedStruct("Coins", LedgerFact),
  Token: Schema.TaggedStruct("Token", { token_key: Schema.String, ...LedgerFact }),
  Badge: Schema.TaggedStruct("Badge", {
    badge_key: Schema.String,
    label: Schema.String,
    awarded_at: Schema.Number,
    coin_reward: Schema.Int,
    already_awarded: Schema.Boolean
  }),
  BadgeCheck: Schema.TaggedStruct("BadgeCheck", {
    badge_key: Schema.String,
    verdict: Schema.Literals(["awarded", "awaiting_review", "already_held", "not_met", "on_other_version", "skipped"]),
    coin_reward: Schema.Int,
    is_due: Schema.Boolean
  }),
  Skills: Schema.TaggedStruct("Skills", {
    updates: Schema.Record(
      Schema.String,
      Schema.Struct({ level: Schema.Number, previous: Schema.Number, change: Schema.Number })
    )
  }),
  Evolved: Schema.TaggedStruct("Evolved", { previous_stage: Schema.Int, new_stage: Schema.Int }),
  Gate: Schema.TaggedStruct("Gate", {
    already_unlocked: Schema.Boolean,
    balance: Schema.Int,
    unlocked_at: Schema.Number
  }),
  Item: Schema.TaggedStruct("Item", {
    item_id: Schema.String,
    purchase_id: Schema.String,
    price_paid: Schema.Int,
    balance: Schema.Int,
    count: Schema.Int
  }),
  Equipment: Schema.TaggedStruct("Equipment", {
    equipped: Schema.Array(Schema.String),
    is_changed: Schema.Boolean
  }),
  Reversed: Schema.TaggedStruct("Reversed", {
    coins: Schema.Int,
    ledger_ids: Schema.Array(Schema.String),
    badges_revoked: Schema.Array(Schema.String),
    missing: Schema.Int
  }),
  SubStep: Schema.TaggedStruct("SubStep", { already_completed: Schema.Boolean, completed_at: Schema.Number }),
  Decay: Schema.TaggedStruct("Decay", {
    previous_level: Schema.Int,
    new_level: Schema.Int,
    is_applied: Schema.Boolean
  }),
  Streak: Schema.TaggedStruct("Streak", {
    streak_key: Schema.String,
    current_streak: Schema.Int,
    longest_streak: Schema.Int,
    freezes_left: Schema.Int,
    expires_at: Schema.NullOr(Schema.Number),
    periods: Schema.Array(Schema.String)
  }),
  Vacation: Schema.TaggedStruct("Vacation", {
    starts_on: Schema.String,
    ends_on: Schema.String,
    days: Schema.Int
  }),
  Ceremony: Schema.TaggedStruct("Ceremony", { already_recorded: Schema.Boolean }),
  Warned: Schema.TaggedStruct("Warned", { is_warned: Schema.Boolean }),
  Done: Schema.TaggedStruct("Done", {})
}
const Reply: Schema.Codec<Engine.Reply, unknown> = Schema.Union(Object.values(replies))

export const BuddyReply = Schema.Struct({
  reply: Reply,
  effects: opaque<Engine.Effects>(),
  trace: opaque<ReadonlyArray<Engine.TraceRow>>(),
  /** the version the command was decided under */
  config_version_id: Schema.NullOr(Schema.String),
  /** version of the buddy that contains the command; 0 when the answer was read back and the version is not known */
  state_version: Schema.Number,
  duplicate: Schema.Boolean,
  payload_mismatch: Schema.Boolean
})
export type BuddyReply = typeof BuddyReply.Type

/** An expected refusal of the rules; nothing was written. */
export class CommandRejected extends Schema.TaggedError<CommandRejected>()("CommandRejected", {
  error: opaque<Engine.EngineError>()
}) {}

export class BuddyNotFound extends Schema.TaggedError<BuddyNotFound>()("BuddyNotFound", {}) {}

/**
 * Not now. The command may or may not have been executed: repeating it with the same id is safe and the way to find
 * out.
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  reason: Schema.String,
  retry_after_seconds: Schema.Int
}) {}

export const BuddyFailure = Schema.Union([CommandRejected, BuddyNotFound, Unavailable])
export type BuddyFailure = typeof BuddyFailure.Type

/** Called exactly once, after the commit; possibly before the call that handed it over has returned. */
export type Resume = (exit: Exit.Exit<BuddyReply, BuddyFailure>) => void

/** A request that waits for its answer. */
export interface Pending {
  readonly request: BuddyRequest
  readonly resume: Resume
  /** when it is traced */
  readonly span: Span | undefined
}

/** The same for what an actor has to fetch first. */
export type Answer<A> = (exit: Exit.Exit<A, BuddyNotFound | Unavailable>) => void

/** "Not now", as the exit of whoever waits. */
export const unavailable = (reason: string, retry_after_seconds = 1): Exit.Exit<never, Unavailable> =>
  Exit.fail(new Unavailable({ reason, retry_after_seconds }))

/** The same as an effect. */
export const notNow = (reason: string) => Effect.fail(new Unavailable({ reason, retry_after_seconds: 1 }))

/** How long a caller waits for an answer: below the deadline of a request at the edge. */
export const send_timeout = Duration.seconds(10)

/** Effects of an event that changed nothing. */
export const noEffects: Engine.Effects = {
  coins: 0,
  badges_awarded: [],
  tokens: [],
  evolution_ready: false,
  streak_updates: [],
  path_updates: []
}

/** Address of a buddy's actor; both parts are uuids. */
export const entityId = (customer_id: string, buddy_id: string): string => `${customer_id}/${buddy_id}`

export const parseEntityId = (id: string): { readonly customer_id: string; readonly buddy_id: string } => {
  const slash = id.indexOf("/")
  return { customer_id: id.slice(0, slash), buddy_id: id.slice(slash + 1) }
}
