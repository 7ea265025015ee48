/** What causes have counted by day, and what recorded events would have brought them. Read beside the other reports. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { causeDay, compileCause, type CompiledCause, microUnitsOf } from "../../../../engine/campaigns/causes.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { cameInTime } from "../../../../platform/campaigns/Lateness.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { limits } from "../../../../wire/Limits.ts"
import type { CausePreview } from "../Api/Reports.ts"
import { multipleOf, unitsOf } from "../Rules.ts"
import type { StoredCause } from "../Store.ts"

export interface DayUnits {
  readonly cause_id: string
  readonly date: string
  readonly micro_units: bigint
}

type Crowded = RateLimited | ServiceUnavailable

export class CauseFigures extends Context.Service<
  CauseFigures,
  {
    /** of the newest days, in order; days without anything are left out */
    days(customer_id: string, window_days: number): Effect.Effect<ReadonlyArray<DayUnits>, Crowded>
    /** one for each, in order */
    previews(
      customer_id: string,
      causes: ReadonlyArray<StoredCause>
    ): Effect.Effect<ReadonlyArray<CausePreview>, Crowded>
  }
>()("hatchery/features/causes/CauseFigures") {
  static readonly layer = Layer.effect(
    CauseFigures,
    Effect.suspend(() => make)
  )
}

const day_ms = 86_400_000
const preview_days = 30
/** of one type, and of all types one answer looks at */
const events_max = 100_000
const answer_events_max = 400_000
const page_max = 2_000

const DayRow = Schema.Struct({ cause_id: Schema.String, date: Schema.String, micro_units: Schema.BigIntFromString })
const EventRow = Schema.Struct({
  sequence: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  /** of the buddy, which is what a cause asks for: the event may have named another one */
  audience: Schema.NullOr(Schema.String),
  occurred_at: Schema.Date,
  received_at: Schema.Date,
  counts: Schema.Boolean,
  properties: Schema.Record(Schema.String, Schema.Unknown)
})
type PastEvent = typeof EventRow.Type

/** What a cause would have come to, so far. */
class Tally {
  readonly cause: StoredCause
  readonly compiled: CompiledCause
  private micro_units = 0n
  private events = 0
  private readonly buddies = new Set<string>()
  private readonly days = new Map<string, { events: number; micro_units: bigint }>()

  constructor(cause: StoredCause) {
    this.cause = cause
    this.compiled = compileCause({ ...cause, ...cause.counter })
  }

  take({ audience, buddy_id, counts, occurred_at, properties }: PastEvent, timezone: string): void {
    if (!counts || buddy_id === null) return
    if (this.cause.audience !== null && this.cause.audience !== audience) return
    const brought = BigInt(microUnitsOf(this.compiled, properties))
    if (brought === 0n) return
    const date = causeDay(timezone, occurred_at.getTime())
    const day = this.days.get(date) ?? { events: 0, micro_units: 0n }
    this.days.set(date, { events: day.events + 1, micro_units: day.micro_units + brought })
    this.buddies.add(buddy_id)
    this.micro_units += brought
    this.events += 1
  }

  shown(from: number, to: number, is_complete: boolean): CausePreview {
    const by_day = [...this.days].sort(([left], [right]) => (left < right ? -1 : 1))
    return {
      cause_id: this.cause.cause_id,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      events: this.events,
      units: unitsOf(this.micro_units),
      crossings: multipleOf(this.micro_units, this.cause.threshold_unit),
      contributors: this.buddies.size,
      is_complete,
      by_day: by_day.map(([date, { events, micro_units }]) => ({ date, events, units: unitsOf(micro_units) }))
    }
  }
}

/** What the causes of one type of events look at of them. */
const propertiesOf = (tallies: ReadonlyArray<Tally>): ReadonlyArray<string> => [
  ...new Set(
    tallies.flatMap(({ compiled: { terms } }) => [
      ...terms.filters.map(({ property }) => property),
      ...(terms.property === null ? [] : [terms.property])
    ])
  )
]

interface Look {
  readonly customer_id: string
  readonly event_type: string
  readonly properties: ReadonlyArray<string>
  readonly from: Date
  readonly to: Date
  readonly max_lateness_days: number
}

/**
 * Newest first, behind the one of that sequence. `counts`: a cause would have looked at it, so it was neither sent to
 * catch up nor taken back, came in time, and its user lives in the present.
 */
const eventsOf = (sql: SqlClient.SqlClient, look: Look, after: string | null, count: number) =>
  rows(EventRow)(sql`
    SELECT e.sequence::text AS sequence, e.buddy_id, b.audience, e.occurred_at, e.received_at,
      e.mode = 'live' AND e.occurred_at >= ${look.from} AND e.occurred_at <= ${look.to}
        AND ${cameInTime(sql, look.max_lateness_days)}
        AND NOT EXISTS (SELECT FROM buddy_history AS h
          WHERE h.customer_id = e.customer_id AND h.kind = 'reversal' AND h.key = e.event_id)
        AND NOT ${sql.literal(onTestClock("e"))} AS counts,
      coalesce((SELECT json_object_agg(name, e.properties -> name)
        FROM unnest(${look.properties}::text[]) AS name WHERE e.properties -> name IS NOT NULL), '{}') AS properties
    FROM events AS e
    LEFT JOIN buddy_identities AS b ON b.customer_id = e.customer_id AND b.buddy_id = e.buddy_id
    WHERE e.customer_id = ${look.customer_id}::uuid AND e.type = ${look.event_type}
      AND (${after}::bigint IS NULL OR e.sequence < ${after}::bigint)
    ORDER BY e.sequence DESC LIMIT ${count}`)

/** Nothing further down occurred later than this. */
const isPast = (page: ReadonlyArray<PastEvent>, from: Date): boolean =>
  page.every(({ received_at }) => received_at.getTime() < from.getTime() - limits.clock_ahead_minutes_max * 60_000)

const make = Effect.gen(function* () {
  const reports = yield* Reports
  const tenants = yield* Tenants
  const factsOf = (customer_id: string) => Effect.orDie(tenants.get(customer_id))

  /** False: there were more events than it may look at. */
  const tallied = Effect.fnUntraced(function* (
    look: Look,
    tallies: ReadonlyArray<Tally>,
    max: number,
    timezone: string
  ) {
    let after: string | null = null
    for (let seen = 0; seen < max;) {
      const wanted = Math.min(page_max, max - seen)
      const position = after
      const page: ReadonlyArray<PastEvent> = yield* reports.read(look.customer_id, (sql) =>
        eventsOf(sql, look, position, wanted)
      )
      for (const event of page) for (const tally of tallies) tally.take(event, timezone)
      if (page.length < wanted || isPast(page, look.from)) return { seen: seen + page.length, isWhole: true }
      seen += page.length
      after = page.at(-1)!.sequence
    }
    return { seen: max, isWhole: false }
  })

  return CauseFigures.of({
    days: Effect.fn("CauseFigures.days")(function* (customer_id, window_days) {
      const { timezone } = yield* factsOf(customer_id)
      const today = causeDay(timezone, yield* Clock.currentTimeMillis)
      return yield* reports.read(customer_id, (sql) =>
        rows(DayRow)(sql`
          SELECT subject_id AS cause_id, bucket AS date, sum(amount)::text AS micro_units
          FROM campaign_totals
          WHERE customer_id = ${customer_id}::uuid AND bucket ~ '^[0-9]{4}-' AND subject_id IN (
            SELECT cause_id FROM causes WHERE customer_id = ${customer_id}::uuid AND status <> 'archived')
            AND bucket > to_char(${today}::date - ${window_days}::int, 'YYYY-MM-DD')
          GROUP BY subject_id, bucket HAVING sum(amount) <> 0 ORDER BY bucket, subject_id`)
      )
    }),
    previews: Effect.fn("CauseFigures.previews")(function* (customer_id, causes) {
      const { max_lateness_days, timezone } = yield* factsOf(customer_id)
      const to = yield* Clock.currentTimeMillis
      const from = to - preview_days * day_ms
      const window = { from: new Date(from), to: new Date(to), max_lateness_days }
      const tallies = causes.map((cause) => new Tally(cause))
      const whole = new Map<string, boolean>()
      let left = answer_events_max
      for (const event_type of new Set(causes.map(({ counter }) => counter.event_type))) {
        const own = tallies.filter(({ cause }) => cause.counter.event_type === event_type)
        const properties = propertiesOf(own)
        const look = { customer_id, event_type, properties, ...window }
        const { isWhole, seen } = yield* tallied(look, own, Math.min(events_max, left), timezone)
        whole.set(event_type, isWhole)
        left -= seen
      }
      return tallies.map((tally) => tally.shown(from, to, whole.get(tally.cause.counter.event_type) === true))
    })
  })
})
