/**
 * Taking an event back: what the tables say of it goes to the buddy's actor as one command. Its id is made of the
 * event's, so an event is taken back once, whoever asks and however often. Commands are forgotten after a day; the
 * history of the buddy is not, so a repetition is answered from there.
 */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../../buddy/Buddies.ts"
import { isUnderstood, traceFromStored } from "../../../../buddy/journal/StoredTrace.ts"
import { type BuddyFailure, Unavailable } from "../../../../buddy/Protocol.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { asOfState } from "../../../../engine/reversal/asOf.ts"
import type { ReverseCommand } from "../../../../engine/core/Command.ts"
import { firstDayOf } from "../../../../engine/calendar/periods.ts"
import type { Snapshot } from "../../../../engine/core/Snapshot.ts"
import { type BuddyState, own } from "../../../../engine/core/State.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import type { Origin } from "../../../../wire/Change.ts"
import { shownEventId } from "../../../../wire/EventIds.ts"
import { NotFound, ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { BuddyArchived, InsufficientCoins, InsufficientTokens } from "../../../../wire/refusals/Buddies.ts"
import { refusalOf } from "../../buddies/Rules.ts"
import type { EventRow, Life } from "../Store/Reversal.ts"
import { others_max, recordedWith, reversalReads } from "../Store/Reversal.ts"

const day_ms = 86_400_000

/** Any zone, any grace, and the days between two tellings of the time. */
const margin_ms = 3 * day_ms

/** Each time an event came or went meanwhile; then the caller is told to come back. */
const readings_max = 10

const isOutdated = (failure: BuddyFailure | NotFound) =>
  failure._tag === "CommandRejected" && failure.error.code === "facts_outdated"

export interface Reversal {
  readonly mode: "clamp" | "debt" | "reject"
  readonly reason: string | null
  /** who asks */
  readonly origin?: Origin
}

const nothing = { coins: 0, ledger_ids: [], badges_revoked: [], missing: 0 } as const

type Reads = ReturnType<typeof reversalReads>

/** Where the streaks that count this type begin to remember single periods, and the types they all ask for. */
const streaksOf = ({ triggers }: Snapshot, { streaks: held }: BuddyState, type: string) => {
  const asked = (triggers.get(type)?.streaks ?? []).map(({ streak }) => streak)
  const bases = asked.map(({ kind, rule }) => {
    const period = own(held, rule.streak_key)?.base.period ?? null
    return period === null ? -Infinity : firstDayOf(kind, period) * day_ms
  })
  const types = new Set(asked.flatMap(({ rule }) => rule.qualifying.events.map(({ event_type }) => event_type)))
  return { types: [...types], since: Math.max(Math.min(...bases) - margin_ms, 0) }
}

/** When the buddy last began a life without these; what is not told of a life follows from its present rules. */
const begunWithout = (what: "skills" | "streaks", { evolution }: Snapshot, lives: ReadonlyArray<Life>): Date => {
  const told = evolution?.prestige?.keeps ?? [what]
  return lives.find(({ keeps }) => !(keeps ?? told).includes(what))?.created_at ?? new Date(0)
}

/** The trace says whether it came in time, which may be another time by now; one that has none goes by that. */
const wasCounted = ({ occurred_at, received_at, trace }: typeof EventRow.Type, max_lateness_days: number): boolean => {
  const [row] = traceFromStored(trace)
  return row === undefined
    ? occurred_at.getTime() >= received_at.getTime() - max_lateness_days * day_ms
    : row.reason !== "outside_window"
}

/** What else the user did that streaks asked for; see `ReverseCommand`. */
const othersWith = (reads: Reads, snapshots: Snapshots["Service"], tenants: Tenants["Service"]) => {
  return Effect.fnUntraced(function* (
    customer_id: string,
    event_id: string,
    buddy_id: string,
    found: typeof EventRow.Type
  ) {
    const { max_lateness_days } = yield* Effect.orDie(tenants.get(customer_id))
    const lateness = `${max_lateness_days} days`
    const is_counted = wasCounted(found, max_lateness_days)
    const { config_version_id, state } = yield* reads.held(customer_id, buddy_id)
    const snapshot = yield* snapshots.get(customer_id, config_version_id)
    const { since, types } = streaksOf(snapshot, state, found.type)
    // Read before the events: whatever is among them and not counted here makes the command outdated.
    const as_of = asOfState(config_version_id, state, is_counted ? types : [])
    const lives = state.prestige_level === 0 ? [] : yield* reads.lives(customer_id, buddy_id)
    const points_given_up = found.received_at <= begunWithout("skills", snapshot, lives)
    const since_restart = begunWithout("streaks", snapshot, lives)
    const told = { is_counted, as_of, points_given_up }
    if (types.length === 0 || !is_counted) return { ...told, others: [], preceding: 0 }
    // A streak that was given up with a former life has nothing to lose.
    if (found.received_at <= since_restart) return { ...told, others: null, preceding: 0 }
    const others = yield* reads.others(customer_id, {
      user_id: found.user_id,
      buddy_id,
      event_id,
      types,
      since,
      since_restart,
      lateness
    })
    const preceding = others.filter(({ sequence }) => sequence < found.sequence).length
    const listed = others.map(({ occurred_at, properties, type }) => ({
      type,
      occurred_at: occurred_at.getTime(),
      properties
    }))
    return { ...told, preceding, others: listed.length > others_max ? null : listed }
  })
}

type Rule = Pick<ReverseCommand["event"]["fired"][number], "rule_id" | "terms" | "milestones">

/**
 * Rules by trace row, as the version named them that decided the event, with their terms of then: they may have other
 * keys and terms by now.
 */
const rulesOf = ({ coin_rules, skill_rules, streak_rules, token_rules }: Snapshot["content"]) => {
  const without = <R extends object>(rules: ReadonlyArray<R>) => rules.map((rule) => ({ ...rule, budget: null }))
  const paying = [
    ["skill_rule", without(skill_rules)],
    ["coin_rule", coin_rules],
    ["token_rule", without(token_rules)]
  ] as const
  return new Map<string, Rule>([
    ...paying.flatMap(([type, rules]) =>
      rules.map(({ budget, limits, rule_id, rule_key }) => {
        return [`${type} ${rule_key}`, { rule_id, terms: { limits, budget } }] as const
      })
    ),
    ...streak_rules.map(
      ({ milestones, rule_id, streak_key }) => [`streak_rule ${streak_key}`, { rule_id, milestones }] as const
    )
  ])
}

/** What the tables say of an event and of what it brought. */
const factsWith = (reads: Reads, snapshots: Snapshots["Service"], tenants: Tenants["Service"]) => {
  const othersOf = othersWith(reads, snapshots, tenants)
  return Effect.fnUntraced(function* (
    customer_id: string,
    event_id: string,
    buddy_id: string,
    found: typeof EventRow.Type
  ): Effect.fn.Return<ReverseCommand["event"], NotFound | Unavailable> {
    const beside = yield* othersOf(customer_id, event_id, buddy_id, found)
    // Read after what `beside` is as of: a prestige in between makes the command outdated.
    const entries = yield* reads.entries(customer_id, event_id, buddy_id)
    const trace = traceFromStored(found.trace)
    // A node of the newer release can take it back, and will be asked sooner or later.
    if (!trace.every(isUnderstood)) {
      return yield* new Unavailable({ reason: "the event was decided by a newer release", retry_after_seconds: 5 })
    }
    const { config_version_id } = found
    const decided = config_version_id === null ? undefined : yield* snapshots.find(customer_id, config_version_id)
    const rules = decided === undefined ? undefined : rulesOf(decided.content)
    const fired = trace.flatMap((row) =>
      row.outcome === "fired" ? [{ ...row, ...rules?.get(`${row.type} ${row.key}`) }] : []
    )
    return {
      event_id,
      type: found.type,
      occurred_at: found.occurred_at.getTime(),
      received_at: found.received_at.getTime(),
      properties: found.properties,
      entries: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
      badge_keys: found.effects.badges_awarded.map(({ badge_key }) => badge_key),
      fired,
      ...beside
    }
  })
}

/** To be yielded while a layer is built. */
export const reversals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const buddies = yield* Buddies
  const reads = reversalReads(sql)
  const factsOf = factsWith(reads, yield* Snapshots, yield* Tenants)
  const recorded = recordedWith(sql)
  return Effect.fn("EventReversals.reverse")(function* (
    customer_id: string,
    shown_id: string,
    { mode, origin, reason }: Reversal
  ) {
    const found = yield* reads.find(customer_id, shown_id)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "event" })
    const { buddy_id, event_id: stored_id } = found.value
    const event_id = shownEventId(stored_id)
    // Nobody received it: there is nothing to take back.
    if (buddy_id === null) return { event_id, buddy_id, mode, already_reversed: false, ...nothing }
    const before = yield* recorded(customer_id, buddy_id, stored_id)
    if (Option.isSome(before)) return before.value
    const { duplicate, reply } = yield* factsOf(customer_id, stored_id, buddy_id, found.value).pipe(
      Effect.flatMap((event) =>
        buddies.send(customer_id, buddy_id, {
          command_id: `reverse:${stored_id}`,
          command: { _tag: "Reverse", mode, reason, event },
          event: null,
          webhooks: true,
          ...(origin === undefined ? {} : { origin })
        })
      ),
      Effect.retry({ while: isOutdated, times: readings_max - 1 }),
      Effect.catchTags({
        BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
        CommandRejected: ({ error }) =>
          Effect.fail(refusalOf(error) as BuddyArchived | InsufficientCoins | InsufficientTokens | ServiceUnavailable),
        Unavailable: ({ reason: why, retry_after_seconds }) =>
          Effect.fail(new ServiceUnavailable({ reason: why, retry_after_seconds }))
      })
    )
    // Somebody else was faster: theirs is the answer, mode and all.
    const theirs = duplicate ? yield* recorded(customer_id, buddy_id, stored_id) : Option.none()
    if (Option.isSome(theirs)) return theirs.value
    if (reply._tag !== "Reversed") return yield* Effect.die(new Error(`Reversed expected, got ${reply._tag}`))
    const { _tag, ...outcome } = reply
    return { event_id, buddy_id, mode, already_reversed: duplicate, ...outcome }
  })
})
