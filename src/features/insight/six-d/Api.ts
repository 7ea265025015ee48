/** Six questions about what a game is for, and how far users are from the answers. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Origin } from "../../../wire/Change.ts"
import { EventTypeName, Key, real, whole } from "../../../wire/content/Shared.ts"
import { badRequest, failure, invalidTransition, serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import { Mechanic } from "../../../wire/Mechanics.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"
import { window_days_max } from "../../../wire/analytics/Frame.ts"

export const stepNames = ["objectives", "behaviors", "players", "loops", "fun", "tools"] as const
export const Step = Schema.Literals(stepNames)
export type Step = typeof Step.Type

export const metrics = ["active_users", "retention_w4", "coins_spent", "event_count"] as const

const entries_max = 10
const some = <S extends Schema.Constraint>(item: S) => Schema.Array(item).check(Schema.isBetweenLength(1, entries_max))

/** Each may stand once, by what it is about. */
const once = <A>(of: (one: A) => unknown, name: string) =>
  Schema.makeFilter<ReadonlyArray<A>>((list) =>
    new Set(list.map(of)).size === list.length ? undefined : `every ${name} may stand once`
  )

const target_max = 1_000_000_000_000
const Objective = Schema.Struct({
  key: Key,
  title: text({ min: 1, max: 200 }),
  metric: Schema.Literals(metrics),
  event_type: Schema.optionalKey(EventTypeName).annotate({ description: "what event_count counts, and only that" }),
  target: real(0, target_max).annotate({ description: "over the window; retention_w4: a share, 0 to 1" })
}).check(
  Schema.makeFilter<{ readonly metric: string; readonly event_type?: string; readonly target: number }>((one) => {
    if ((one.metric === "event_count") !== (one.event_type !== undefined)) {
      return { path: ["event_type"], issue: "goes with event_count, and with nothing else" }
    }
    if (one.target === 0) return { path: ["target"], issue: "must be above 0" }
    if (one.metric === "retention_w4") {
      return one.target <= 1 ? undefined : { path: ["target"], issue: "is a share, at most 1" }
    }
    return Number.isInteger(one.target) ? undefined : { path: ["target"], issue: "must be a whole number" }
  })
)

const Behavior = Schema.Struct({
  event_type: EventTypeName,
  per_user_week: real(0, 10_000)
    .check(Schema.isGreaterThan(0))
    .annotate({ description: "how often an active user does it in a week" })
})

const Player = Schema.Struct({ name: text({ min: 1, max: 200 }), share: real(0, 1) })
/** Shares of floating point: thirds add up to a little more than one. */
const shares_max = 1.000_001
const sharesAddUp = Schema.makeFilter<ReadonlyArray<{ readonly share: number }>>((list) =>
  list.reduce((sum, { share }) => sum + share, 0) <= shares_max ? undefined : "shares add up to 1 at most"
)

export const answerSchemas = {
  objectives: some(Objective).check(once(({ key }) => key, "key")),
  behaviors: some(Behavior).check(once(({ event_type }) => event_type, "event_type")),
  players: some(Player).check(
    once(({ name }) => name, "name"),
    sharesAddUp
  ),
  loops: Schema.Struct({ engagement: text({ min: 1, max: 200 }), progression: text({ min: 1, max: 200 }) }),
  fun: some(Schema.Literals(["easy", "hard", "people", "serious"])).check(once((kind) => kind, "kind")),
  tools: some(Mechanic).check(once((tool) => tool, "tool"))
}

const of = <N extends Step, S extends Schema.Constraint>(step: N, answers: S) =>
  Schema.Struct({ step: Schema.Literal(step), answers })

export const SixDAnswer = Schema.Union([
  of("objectives", answerSchemas.objectives),
  of("behaviors", answerSchemas.behaviors),
  of("players", answerSchemas.players),
  of("loops", answerSchemas.loops),
  of("fun", answerSchemas.fun),
  of("tools", answerSchemas.tools)
]).annotate({ identifier: "SixDAnswer" })
export type SixDAnswer = typeof SixDAnswer.Type

const unsaid = { description: "null: not answered yet" }
export const Steps = Schema.Struct({
  objectives: Schema.NullOr(answerSchemas.objectives).annotate(unsaid),
  behaviors: Schema.NullOr(answerSchemas.behaviors).annotate(unsaid),
  players: Schema.NullOr(answerSchemas.players).annotate(unsaid),
  loops: Schema.NullOr(answerSchemas.loops).annotate(unsaid),
  fun: Schema.NullOr(answerSchemas.fun).annotate(unsaid),
  tools: Schema.NullOr(answerSchemas.tools).annotate(unsaid)
})
export type Steps = typeof Steps.Type

export const SixD = Schema.Struct({
  status: Schema.Literals(["not_started", "in_progress", "completed", "skipped"]),
  revision: Schema.Int.annotate({ description: "the number the answers will be frozen under, or were" }),
  step: Schema.NullOr(Step).annotate({ description: "the next to answer; null: all are" }),
  steps: Steps,
  completed_at: Schema.NullOr(Timestamp).annotate({ description: "when a revision was frozen last" }),
  skipped_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "SixD" })
export type SixD = typeof SixD.Type

export const SixDChange = Schema.Struct({
  audit_id: Id,
  revision: Schema.Int,
  action: Schema.Literals(["saved", "completed", "skipped"]),
  step: Schema.NullOr(Step),
  reason: Schema.NullOr(Schema.String),
  actor: Origin,
  created_at: Timestamp
}).annotate({ identifier: "SixDChange" })
export type SixDChange = typeof SixDChange.Type

const DriftStatus = Schema.Literals(["no_data", "on_track", "drifting"]).annotate({
  description: "no_data: fewer than 20 active users, or nothing to measure by"
})
const Figure = Schema.NullOr(Schema.Finite)
export const SixDDrift = Schema.Struct({
  revision: Schema.NullOr(Schema.Int).annotate({ description: "the newest that was frozen; null: none was" }),
  behaviors: Schema.Array(
    Schema.Struct({
      event_type: Schema.String,
      expected: Schema.Finite,
      measured: Figure.annotate({ description: "times an active user and week" }),
      drift: Figure.annotate({ description: "measured / expected - 1" }),
      status: DriftStatus
    })
  ),
  objectives: Schema.Array(
    Schema.Struct({ key: Schema.String, target: Schema.Finite, measured: Figure, status: DriftStatus })
  ),
  tools: Schema.Array(
    Schema.Struct({
      tool: Mechanic,
      configured: Schema.Boolean,
      used: Schema.NullOr(Schema.Int).annotate({ description: "active users who touched it, in percent" })
    })
  )
}).annotate({ identifier: "SixDDrift" })
export type SixDDrift = typeof SixDDrift.Type

export class SixDIncomplete extends Schema.TaggedError<SixDIncomplete>()("SixDIncomplete", {
  missing: Schema.Array(Step)
}) {}
export const sixDIncomplete = failure(SixDIncomplete, {
  status: 409,
  code: "six_d_incomplete",
  message: ({ missing }) => `These steps have no answer yet: ${missing.join(", ")}.`,
  details: ({ missing }) => ({ missing })
})

const Skip = Schema.Struct({ reason: Schema.optionalKey(text({ max: 200 })) }).annotate({ identifier: "SixDSkip" })
export const base = "/customers/me/onboarding/six-d"

export class SixDApi extends tenantGroup(
  HttpApiGroup.make("six-d").add(
    HttpApiEndpoint.get("read", base, { success: SixD }).annotateMerge(
      says("Show the six steps", "What was answered of objectives, behaviors, players, loops, fun and tools.")
    ),
    HttpApiEndpoint.patch("save", base, { payload: SixDAnswer, success: SixD }).annotateMerge(
      says(
        "Answer one step",
        "Replaces the answers of the step as a whole. After a revision was frozen the first answer begins the next " +
          "one, with all other answers as they were; after a skip it goes on."
      )
    ),
    HttpApiEndpoint.post("complete", base, {
      success: SixD.pipe(HttpApiSchema.status(201)),
      error: [sixDIncomplete, invalidTransition]
    }).annotateMerge(
      says(
        "Freeze the answers",
        "Makes them a revision that drift is measured against. Steps without an answer: 409 six_d_incomplete. The " +
          "last 100 revisions are kept."
      )
    ),
    HttpApiEndpoint.post("skip", `${base}/skip`, {
      payload: [Skip, Schema.Null],
      success: SixD,
      error: invalidTransition
    }).annotateMerge(
      says("Do without the six steps", "What was answered stays, and answering a step goes on with it.")
    ),
    HttpApiEndpoint.get("audit", `${base}/audit`, {
      query: cursorQuery,
      success: cursorPage(SixDChange),
      error: badRequest
    }).annotateMerge(
      says("List who answered what when", "Newest first; what is so already leaves no row. The newest 1,000 are kept.")
    ),
    HttpApiEndpoint.get("drift", `${base}/drift-stats`, {
      query: {
        window_days: Schema.optionalKey(
          whole(1, window_days_max).annotate({ description: "days up to today; 30 when nothing is said" })
        )
      },
      success: SixDDrift,
      error: [rateLimited, serviceUnavailable]
    }).annotateMerge(
      says(
        "Compare the answers with what users do",
        "Of the newest frozen revision. A behavior is on_track within 0.3 of what was expected; an objective from " +
          "0.7 of its target on. Below 20 active users nothing is said."
      )
    )
  ),
  { access: "config", capability: "buddies", description: "What the game is for, and how far users are from it" }
) {}
