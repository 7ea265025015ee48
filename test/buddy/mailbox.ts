/** The actor alone, with a journal and rules that do what the test tells them. */
import { assert } from "vitest"
import { Effect, Exit } from "effect"
import { makeActor } from "../../src/buddy/actor/Actor.ts"
import type { ActorServicesShape } from "../../src/buddy/actor/ActorServices.ts"
import { makeAnswering } from "../../src/buddy/actor/PoisonHandling.ts"
import { ReplyCache } from "../../src/buddy/actor/ReplyCache.ts"
import type { ResidentState } from "../../src/buddy/actor/ResidentState.ts"
import type { Outcome } from "../../src/buddy/journal/Outcome.ts"
import type { Writer } from "../../src/buddy/journal/Journal.ts"
import { type BuddyFailure, type BuddyReply, type BuddyRequest, unavailable } from "../../src/buddy/Protocol.ts"
import { Budgets } from "../../src/buddy/quota/Budgets.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { customer_id, facts } from "./acme.ts"
import { content } from "./support.ts"

export const config_version_id = "00000000-0000-4000-8000-000000000001"
export const buddy_id = "00000000-0000-4000-8000-000000000003"
export const snapshot = compile(content, { config_version_id })

/** What one process would know and do; `committed` is the state in its database. */
export const makeStage = (overrides: Partial<ActorServicesShape> = {}, compiled = snapshot) => {
  const queue: Array<Writer> = []
  const backlog = { requests: 0 }
  const stage = {
    now: 1_800_000_000_000,
    backlog,
    coins: 0,
    loads: 0,
    facts,
    loadFails: false,
    answers: [] as Array<readonly [id: string, exit: Exit.Exit<BuddyReply, BuddyFailure>]>,
    /** one flush: asks the writer and lets its change set end in some way; answers the commands it held */
    flush: (outcome: Outcome): ReadonlyArray<string> | undefined => {
      const writer = queue.shift()
      const change = writer?.prepare()
      if (change !== undefined) writer!.conclude(outcome)
      return change && [...change.event_ids, ...change.command_ids]
    },
    waits: () => queue.length > 0
  }
  const core = (): ResidentState => ({
    user_id: "user-0",
    audience: "default",
    status: "active",
    version: 1,
    state_json: JSON.stringify({
      ...initialState(snapshot, { hatched_at: stage.now, timezone: null }),
      coins: { balance: stage.coins, earned: stage.coins, spent: 0 }
    }),
    snapshot: compiled,
    heads: new Map(),
    isVouchedFor: true,
    paid: undefined,
    confirmed_at: stage.now
  })
  const env: ActorServicesShape = {
    now: () => stage.now,
    nextId: () => crypto.randomUUID(),
    decide,
    sign: () => "null",
    journal: { enqueue: (writer) => void queue.push(writer) },
    ...makeAnswering({
      letters: { bury: (_letter, done) => done(), isQuarantined: () => false },
      stored: (_customer, _requests, done) => done(Exit.succeed([])),
      backlog,
      report: (defect) => assert.fail(String(defect))
    }),
    budgets: new Budgets({
      read: (keys) => Effect.succeed(keys.map(() => 0)),
      now: () => stage.now,
      runFork: Effect.runFork
    }),
    recent: new ReplyCache(() => stage.now),
    backlog,
    forgetFacts: () => {},
    cachedFacts: () => stage.facts,
    facts: () => assert.fail("the facts are cached"),
    load: (_customer, _buddy, done) => {
      stage.loads++
      done(stage.loadFails ? unavailable("away") : Exit.succeed(core()))
    },
    cachedSnapshot: () => snapshot,
    snapshot: () => assert.fail("the snapshot is cached"),
    stored: (_customer, _requests, done) => done(Exit.succeed([])),
    refreshBudgets: (_claims, done) => done(),
    signal: () => {},
    ...overrides
  }
  const actor = makeActor(env, customer_id, buddy_id)
  const submit = (request: BuddyRequest) =>
    actor.submit(request, (exit) => stage.answers.push([request.command_id, exit]))
  return Object.assign(stage, { env, actor, submit })
}

export const committed: Outcome = { _tag: "Committed" }
export const tagOf = (exit: Exit.Exit<BuddyReply, BuddyFailure> | undefined) => {
  if (exit === undefined) return "no answer"
  if (Exit.isSuccess(exit)) return exit.value.duplicate ? "duplicate" : "ok"
  const reason = exit.cause.reasons[0]
  return reason?._tag === "Fail" ? reason.error._tag : reason?._tag
}
export const outcomes = (stage: { answers: ReturnType<typeof makeStage>["answers"] }) =>
  Object.fromEntries(stage.answers.map(([id, exit]) => [id, tagOf(exit)]))
