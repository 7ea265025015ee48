/**
 * The test kit: the whole service in the process of the test, under a clock the test moves. `startTestService` is all
 * most tests need; with Effect, `TestService.layer()` is the same as a layer. See docs/testing.md.
 */
export { testDatabases, type TestDatabases } from "./Databases.ts"
export type { Answer, Call, CallOptions } from "./Requests.ts"
export { seededBytes } from "./Seed.ts"
export { isSignedWith, isStandardSignedWith } from "./signatures.ts"
export {
  type Condition,
  type Pictures,
  type Receiver,
  type RunningTestService,
  type StartOptions,
  startTestService,
  type Tenant,
  type Trouble
} from "./start.ts"
export type { Account, Published, Started, TenantOptions } from "./steps.ts"
export type { Hatched, TestTenant } from "./Tenant.ts"
export { TestService, type TestServiceOptions } from "./TestService.ts"
export { advance, advanceUntil, until } from "./time.ts"
export type { AdvanceOptions } from "./Travel.ts"
export { hang, inTurn, type Received, type Script, status, type WebhookSink, webhookSink } from "./WebhookSink.ts"
