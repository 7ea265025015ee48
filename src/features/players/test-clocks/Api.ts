/**
 * Virtual time for tests: users on a clock live at its moment, which stands still until it is advanced. Contract part 5
 * (test keys).
 */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { failure, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, Id, Instant, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

export const clocksMax = 20
export const usersMax = 100
/** One step forward at most: rules that work by periods look once per step. */
export const step_days_max = 366
/** However often it is advanced, a clock is never further ahead of the present. */
export const ahead_days_max = 3_660

export class TestKeyRequired extends Schema.TaggedError<TestKeyRequired>()("TestKeyRequired", {}) {}
export const testKeyRequired = failure(TestKeyRequired, {
  status: 403,
  code: "forbidden",
  message: () => "Test clocks take a secret key of the mode test (svc_test_...)."
})

export class TestClockLimit extends Schema.TaggedError<TestClockLimit>()("TestClockLimit", {
  max: Schema.Int,
  of: Schema.Literals(["clocks", "users"])
}) {}
export const testClockLimit = failure(TestClockLimit, {
  status: 409,
  code: "test_clock_limit",
  message: (e) =>
    e.of === "clocks" ? `A workspace has at most ${e.max} test clocks.` : `A test clock has at most ${e.max} users.`,
  details: (e) => ({ max: e.max, of: e.of })
})

export class OnOtherClock extends Schema.TaggedError<OnOtherClock>()("OnOtherClock", {
  user_id: Schema.String,
  test_clock_id: Schema.String
}) {}
export const onOtherClock = failure(OnOtherClock, {
  status: 409,
  code: "test_clock_conflict",
  message: (e) => `The user ${e.user_id} lives on another test clock.`,
  details: (e) => ({ user_id: e.user_id, test_clock_id: e.test_clock_id })
})

export const TestClock = Schema.Struct({
  test_clock_id: Id,
  name: Schema.NullOr(Schema.String),
  now: Timestamp.annotate({ description: "the moment its users live at" }),
  user_ids: Schema.Array(Schema.String),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "TestClock" })
export type TestClock = typeof TestClock.Type

export const CreateTestClock = Schema.Struct({
  name: Schema.optionalKey(Schema.NullOr(text({ max: 200 }))),
  now: Schema.optionalKey(Instant).annotate({
    description: "where it starts: the present, which is the default, or later"
  }),
  user_ids: Schema.optionalKey(Schema.Array(ClientId).check(Schema.isMaxLength(usersMax)))
}).annotate({ identifier: "CreateTestClock" })
export type CreateTestClock = typeof CreateTestClock.Type

export const AttachUsers = Schema.Struct({
  user_ids: Schema.Array(ClientId).check(Schema.isBetweenLength(1, usersMax))
}).annotate({ identifier: "AttachUsers" })

export const AdvanceTestClock = Schema.Struct({
  to: Schema.optionalKey(Instant),
  by_seconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: step_days_max * 86_400 })))
}).annotate({ identifier: "AdvanceTestClock" })
export type AdvanceTestClock = typeof AdvanceTestClock.Type

export const AdvancedTestClock = Schema.Struct({
  ...TestClock.fields,
  operation_id: Id.annotate({ description: "the operation decay that lets skills fade at the new moment" })
}).annotate({ identifier: "AdvancedTestClock" })

const id = { id: Schema.String }

const createDescription =
  "Makes a clock, at the present or later, and puts users on it. It stands still until it is advanced. Takes a test " +
  "key. A user may be attached before anything of that user exists."
const attachDescription =
  "Puts users on the clock; those already on it stay. From then on the times of their buddies come from it: limits " +
  "and cooldowns, days and streaks, decay, what an event's occurred_at may be, readiness that counts days, what is " +
  "for sale, and when a picture that failed is tried again. So do the dates of their ledger and history, and the " +
  "month whose quota an event counts in. Webhooks, keys and tokens stay in the present."
const advanceDescription =
  "Moves the clock forward, `to` a moment or `by_seconds`, one of the two; at most 366 days at once. Skills fade as " +
  "at the new moment: the answer names the operation; of streaks that are at risk then you are told. Rules that work " +
  "by periods see one period per step; to see several, advance several times."
const removeDescription =
  "Ends the clock. Its users live in the present again; what happened to their buddies in virtual time stays."

export class TestClocksApi extends tenantGroup(
  HttpApiGroup.make("test-clocks").add(
    HttpApiEndpoint.get("list", "/test/clocks", {
      query: offsetQuery,
      success: offsetPage(TestClock),
      error: testKeyRequired
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List test clocks", "With the moment each stands at and its users. Takes a test key.")),
    HttpApiEndpoint.post("create", "/test/clocks", {
      payload: [CreateTestClock, Schema.Null],
      success: TestClock.pipe(HttpApiSchema.status(201)),
      error: [testKeyRequired, testClockLimit, onOtherClock, validationFailed]
    }).annotateMerge(says("Create a test clock", createDescription)),
    HttpApiEndpoint.get("get", "/test/clocks/:id", {
      params: id,
      success: TestClock,
      error: [testKeyRequired, notFound]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a test clock", "Where it stands and who lives on it. Takes a test key.")),
    HttpApiEndpoint.post("attach", "/test/clocks/:id/users", {
      params: id,
      payload: AttachUsers,
      success: TestClock,
      error: [testKeyRequired, notFound, testClockLimit, onOtherClock]
    }).annotateMerge(says("Put users on a test clock", attachDescription)),
    HttpApiEndpoint.post("advance", "/test/clocks/:id/advance", {
      params: id,
      payload: AdvanceTestClock,
      success: AdvancedTestClock,
      error: [testKeyRequired, notFound, validationFailed]
    }).annotateMerge(says("Move a test clock forward", advanceDescription)),
    HttpApiEndpoint.delete("remove", "/test/clocks/:id", {
      params: id,
      success: HttpApiSchema.NoContent,
      error: [testKeyRequired, notFound]
    }).annotateMerge(says("Delete a test clock", removeDescription))
  ),
  { access: "config", capability: "none", description: "Virtual time for the users of a test" }
) {}
