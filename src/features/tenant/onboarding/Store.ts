/**
 * Onboarding sessions in Postgres. Whoever changes one holds its row; what is generated for it is written by the
 * operation it is busy with, or by nobody.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import { mayCall, shareOf } from "./Rules/Calls.ts"
import { OnboardingCapReached } from "./Api/Refusals.ts"
import type { Guide, Plan, Source } from "./Api/Session.ts"
import type { Answers } from "./Api/Questions.ts"
import {
  type BusyRow,
  type Cap,
  caps,
  caps_max,
  columns,
  idleBefore,
  type LastRow,
  type Left,
  PlanRow,
  SessionRow,
  tomorrow
} from "./Store/Rows.ts"

const UsedRow = Schema.Struct({ cap: Schema.String, used: Schema.Int })
const LeftRow = Schema.Struct({ busy: SessionRow.fields.busy })
const CallsRow = Schema.Struct({ used: Schema.Int, own: Schema.Int })

/** Older plans of a session are forgotten. */
const plans_max = 10

/** What a statement may change of a session. */
export interface SessionChange {
  readonly status?: SessionRow["status"]
  readonly source?: Source
  readonly seed_text?: string
  readonly seed_events?: ReadonlyArray<string>
  readonly answers?: Answers
  readonly guide?: Guide
  readonly busy?: BusyRow | null
  readonly last?: LastRow
  readonly revision?: number
  readonly messages?: number
}

interface Service {
  /** the newest that was not abandoned */
  current(customer_id: string): Effect.Effect<Option.Option<SessionRow>>
  find(customer_id: string, id: string): Effect.Effect<SessionRow, NotFound>
  /** the same, the caller's until its transaction ends */
  hold(customer_id: string, id: string): Effect.Effect<SessionRow, NotFound>
  /** the open or planned one, held; sessions nobody has touched for long are abandoned on the way */
  holdOpen(customer_id: string): Effect.Effect<Option.Option<SessionRow>>
  /** a new one; none when somebody else was first */
  open(customer_id: string, source: Source, seed_text: string): Effect.Effect<Option.Option<SessionRow>>
  change(customer_id: string, id: string, change: SessionChange): Effect.Effect<SessionRow>
  /** answers what each is at work on, if anything; that is not asked whether it minds */
  abandonAll(customer_id: string): Effect.Effect<ReadonlyArray<Pick<SessionRow, "busy">>>
  plan(customer_id: string, session: SessionRow): Effect.Effect<Plan | null>
  keepPlan(customer_id: string, id: string, plan: Plan): Effect.Effect<void>
  /** one more of it today, or a refusal */
  take(customer_id: string, cap: Cap): Effect.Effect<void, OnboardingCapReached>
  left(customer_id: string): Effect.Effect<Left>
  /** one more call of the provider today, of all tenants together */
  takeAiCall(customer_id: string, max: number): Effect.Effect<void, OnboardingCapReached>
  wait(email: string, use_case: string | null): Effect.Effect<void>
}

export class OnboardingStore extends Context.Service<OnboardingStore, Service>()(
  "hatchery/features/onboarding/OnboardingStore"
) {
  static readonly layer = Layer.effect(
    OnboardingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return OnboardingStore.of({ ...reading(sql), ...writing(sql), ...counting(sql) })
    })
  )
}

const reading = (sql: SqlClient.SqlClient): Pick<Service, "current" | "find" | "hold" | "holdOpen" | "plan"> => {
  const select = sql.literal(columns)
  const found = (customer_id: string, id: string, lock = sql``) =>
    Effect.gen(function* () {
      const session = isUuid(id)
        ? yield* row(SessionRow)(sql`
            SELECT ${select} FROM onboarding_sessions
            WHERE customer_id = ${customer_id}::uuid AND session_id = ${id}::uuid ${lock}`)
        : Option.none()
      return Option.isNone(session) ? yield* new NotFound({ resource: "onboarding session" }) : session.value
    })
  return {
    current: Effect.fn("OnboardingStore.current")(function* (customer_id) {
      const idle = idleBefore(yield* nowDate)
      return yield* row(SessionRow)(sql`
        SELECT ${select} FROM onboarding_sessions
        WHERE customer_id = ${customer_id}::uuid
          AND (status = 'applied' OR (status IN ('open', 'planned') AND updated_at >= ${idle}))
        ORDER BY session_id DESC LIMIT 1`)
    }),
    find: (customer_id, id) => found(customer_id, id),
    hold: (customer_id, id) => found(customer_id, id, sql`FOR UPDATE`),
    holdOpen: Effect.fn("OnboardingStore.holdOpen")(function* (customer_id) {
      yield* execute(sql`
        UPDATE onboarding_sessions SET status = 'abandoned'
        WHERE customer_id = ${customer_id}::uuid AND status IN ('open', 'planned')
          AND updated_at < ${idleBefore(yield* nowDate)} RETURNING 1`)
      return yield* row(SessionRow)(sql`
        SELECT ${select} FROM onboarding_sessions
        WHERE customer_id = ${customer_id}::uuid AND status IN ('open', 'planned') FOR UPDATE`)
    }),
    plan: Effect.fn("OnboardingStore.plan")(function* (customer_id, { revision, session_id }) {
      if (revision === 0) return null
      const kept = yield* row(PlanRow)(sql`
        SELECT plan FROM onboarding_plans
        WHERE customer_id = ${customer_id}::uuid AND session_id = ${session_id}::uuid AND revision = ${revision}`)
      return Option.match(kept, { onNone: () => null, onSome: ({ plan }) => plan })
    })
  }
}

const writing = (sql: SqlClient.SqlClient): Pick<Service, "open" | "change" | "abandonAll" | "keepPlan" | "wait"> => ({
  open: Effect.fn("OnboardingStore.open")(function* (customer_id, source, seed_text) {
    const now = yield* nowDate
    return yield* row(SessionRow)(sql`
      INSERT INTO onboarding_sessions
        (customer_id, session_id, status, source, seed_text, seed_events, answers, revision, messages, created_at,
         updated_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, 'open', ${JSON.stringify(source)}::jsonb, ${seed_text},
        '[]'::jsonb, '{}'::jsonb, 0, 0, ${now}, ${now})
      ON CONFLICT (customer_id) WHERE status IN ('open', 'planned') DO NOTHING
      RETURNING ${sql.literal(columns)}`)
  }),
  change: Effect.fn("OnboardingStore.change")(function* (customer_id, id, change) {
    const whole: Readonly<Record<string, boolean>> = { status: true, seed_text: true, revision: true, messages: true }
    const values = Object.entries(change as Readonly<Record<string, unknown>>).map(([name, value]) =>
      whole[name] === true || value === null
        ? sql`${sql(name)} = ${value as string | number | null}`
        : sql`${sql(name)} = ${JSON.stringify(value)}::jsonb`
    )
    const changed = yield* row(SessionRow)(sql`
      UPDATE onboarding_sessions SET ${sql.csv(values)}, updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND session_id = ${id}::uuid
      RETURNING ${sql.literal(columns)}`)
    return Option.getOrThrow(changed)
  }),
  abandonAll: Effect.fn("OnboardingStore.abandonAll")(function* (customer_id) {
    return yield* rows(LeftRow)(sql`
      UPDATE onboarding_sessions SET status = 'abandoned', updated_at = ${yield* nowDate}
      WHERE customer_id = ${customer_id}::uuid AND status <> 'abandoned' RETURNING busy`)
  }),
  keepPlan: Effect.fn("OnboardingStore.keepPlan")(function* (customer_id, id, plan) {
    yield* execute(sql`
      INSERT INTO onboarding_plans (customer_id, session_id, revision, plan_id, plan, created_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${plan.revision}, ${plan.plan_id}::uuid,
        ${JSON.stringify(plan)}::jsonb, ${yield* nowDate}) RETURNING 1`)
    yield* execute(sql`
      DELETE FROM onboarding_plans
      WHERE customer_id = ${customer_id}::uuid AND session_id = ${id}::uuid
        AND revision <= ${plan.revision - plans_max} RETURNING 1`)
  }),
  wait: Effect.fn("OnboardingStore.wait")(function* (email, use_case) {
    yield* execute(sql`
      INSERT INTO onboarding_waitlist (email, use_case, created_at)
      VALUES (${email.toLowerCase()}, ${use_case}, ${yield* nowDate}) ON CONFLICT (email) DO NOTHING RETURNING 1`)
  })
})

const counting = (sql: SqlClient.SqlClient): Pick<Service, "take" | "left" | "takeAiCall"> => {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)
  const count = Effect.fnUntraced(function* (customer_id: string, cap: string, max: number) {
    const now = yield* nowDate
    const taken = yield* execute(sql`
      INSERT INTO onboarding_caps AS c (customer_id, day, cap, used, created_at)
      VALUES (${customer_id}::uuid, ${dayOf(now)}::date, ${cap}, 1, ${now})
      ON CONFLICT (customer_id, day, cap) DO UPDATE SET used = c.used + 1 WHERE c.used < ${max} RETURNING 1`)
    if (taken === 0) return yield* new OnboardingCapReached({ cap, max, resets_at: tomorrow(now) })
  })
  return {
    take: (customer_id, cap) => count(customer_id, cap, caps_max[cap]),
    left: Effect.fn("OnboardingStore.left")(function* (customer_id) {
      const found = yield* rows(UsedRow)(sql`
        SELECT cap, used FROM onboarding_caps
        WHERE customer_id = ${customer_id}::uuid AND day = ${dayOf(yield* nowDate)}::date`)
      const used = new Map(found.map((one) => [one.cap, one.used]))
      return Object.fromEntries(caps.map((cap) => [cap, Math.max(0, caps_max[cap] - (used.get(cap) ?? 0))])) as Left
    }),
    takeAiCall: Effect.fn("OnboardingStore.takeAiCall")(function* (customer_id, max) {
      const now = yield* nowDate
      // One after the other, or two would both take the last one.
      yield* execute(sql`SELECT pg_advisory_xact_lock(hashtext('onboarding/ai-calls'))`)
      const [total] = yield* rows(CallsRow)(sql`
        SELECT coalesce(sum(used), 0)::int AS used,
          coalesce(sum(used) FILTER (WHERE customer_id = ${customer_id}::uuid), 0)::int AS own
        FROM onboarding_caps WHERE day = ${dayOf(now)}::date AND cap = 'ai_calls'`)
      if (!mayCall(max, total!)) {
        const reached = total!.used >= max ? max : shareOf(max)
        return yield* new OnboardingCapReached({ cap: "ai_calls", max: reached, resets_at: tomorrow(now) })
      }
      yield* count(customer_id, "ai_calls", max)
    })
  }
}
