/**
 * Many events in one request. Items are independent: one that is refused says why and the others go on. Items of one
 * user keep their order; users do not wait for each other. Everything is handed to the actors at once, so that a batch
 * costs a few commits, not one each.
 */
import { Context, Effect, Exit, Result } from "effect"
import { type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"
import { makeTraces } from "../../../../platform/observability/Traces.ts"
import type { TurnstileOptions } from "../../../../platform/requests/FairPlaces.ts"
import { hasAtMost } from "../../../../wire/Ids.ts"
import { limits } from "../../../../wire/Limits.ts"
import { breathe } from "../../../../wire/Turns.ts"
import { codeOf } from "../../../../wire/Failure.ts"
import { type BatchItem, eventErrors, type EventInput } from "../Api.ts"
import { type Accepted, type Handed, Intake, type IntakeFailure, type Mode } from "./Intake.ts"

/** Enough to keep every lane of the journal busy. */
const usersAtOnce = 64
const unroutedAtOnce = 100

/**
 * Batches a node works on at once. Each hands over what the window of single events lets through in seconds, and events
 * that were there before cost no quota. A Reference, because only tests have fewer.
 */
export const BatchPlaces = Context.Reference<TurnstileOptions>("hatchery/features/events/BatchPlaces", {
  defaultValue: () => ({ places: 16, places_per_tenant: 8, waiting_per_tenant: 100, wait: "10 seconds" })
})

const wordsOf = (failure: IntakeFailure): string => {
  switch (failure._tag) {
    case "MissingAudience":
      return `Say which audience this belongs to: ${failure.audiences.join(", ")}.`
    case "UnknownAudience":
      return `No audience has the key ${failure.audience}.`
    case "ValidationFailed":
      return failure.issues.map((issue) => issue.message).join("; ")
    case "EventQuotaExceeded":
      return `The plan's ${failure.quota} events of this month are used up.`
    case "ServiceUnavailable":
      return failure.reason
  }
}

const idOf = (item: unknown): string | null => {
  const id = typeof item === "object" && item !== null ? (item as { event_id?: unknown }).event_id : undefined
  return typeof id === "string" && hasAtMost(limits.client_id_length_max, id) ? id : null
}

const rejected = (index: number, event_id: string | null, code: string, message: string): BatchItem => ({
  index,
  event_id,
  status: "rejected",
  effects: null,
  error: { code, message }
})

const itemOf = (index: number, event_id: string, exit: Exit.Exit<Accepted, IntakeFailure>): BatchItem => {
  if (Exit.isSuccess(exit)) {
    const { answer, duplicate } = exit.value
    const { effects, payload_mismatch } = answer
    const item = { index, event_id, status: duplicate ? "duplicate" : "accepted", effects, error: null } as const
    return payload_mismatch === undefined ? item : { ...item, payload_mismatch }
  }
  const failure = exit.cause.reasons[0]
  return failure?._tag === "Fail"
    ? rejected(index, event_id, codeOf(eventErrors[failure.error._tag]), wordsOf(failure.error))
    : rejected(index, event_id, "internal_server_error", "Something went wrong on our side.")
}

interface Item {
  readonly index: number
  readonly input: EventInput
}

/** Who is to receive an event, as far as it says so itself. */
const receiverOf = ({ audience, buddy_id }: EventInput): string => JSON.stringify([audience ?? null, buddy_id ?? null])

/**
 * The items of one user, in their order: all are handed over without waiting in between, up to one that goes the long
 * way because its buddy has to be found or woken. Those that name a receiver nobody answered to come last: they are
 * received by nobody, so nobody minds their order.
 */
const runUser = (
  intake: Intake["Service"],
  tenant: TenantFacts,
  items: ReadonlyArray<Item>,
  mode: Mode,
  results: Array<BatchItem>
) =>
  Effect.gen(function* () {
    const span = (yield* makeTraces).current(yield* Effect.fiber)
    const nobody = new Set<string>()
    const submit = ({ index, input }: Item, done: () => void) =>
      intake.submit(
        tenant,
        input,
        mode,
        (exit) => {
          results[index] = itemOf(index, input.event_id, exit)
          if (Exit.isSuccess(exit) && !exit.value.routed) nobody.add(receiverOf(input))
          done()
        },
        span
      )
    let next = 0
    const unreceived: Array<Item> = []
    const handOver = Effect.callback<void>((resume) => {
      let waiting = 1
      const settle = () => {
        if (--waiting === 0) resume(Effect.void)
      }
      let handed: Handed = "in_order"
      while (handed === "in_order" && next < items.length) {
        const item = items[next++]!
        if (nobody.has(receiverOf(item.input))) {
          unreceived.push(item)
          continue
        }
        waiting++
        handed = submit(item, settle)
      }
      settle()
    })
    while (next < items.length) yield* handOver
    const apart = (item: Item) => Effect.callback<void>((resume) => void submit(item, () => resume(Effect.void)))
    yield* Effect.forEach(unreceived, apart, { concurrency: unroutedAtOnce, discard: true })
  })

export const runBatch = Effect.fn("Batch.run")(function* (
  customer_id: string,
  events: ReadonlyArray<unknown>,
  mode: Mode,
  /** an item as an event, or what is wrong with it */
  read: (item: unknown) => Result.Result<EventInput, string>
) {
  const intake = yield* Intake
  const tenant = yield* Effect.orDie((yield* Tenants).get(customer_id))
  const results: Array<BatchItem> = []
  const users = new Map<string, Array<Item>>()
  for (const [index, event] of events.entries()) {
    yield* breathe
    const decoded = read(event)
    if (Result.isFailure(decoded)) {
      results[index] = rejected(index, idOf(event), "validation_failed", decoded.failure)
      continue
    }
    const input = decoded.success
    const items = users.get(input.user_id)
    if (items === undefined) users.set(input.user_id, [{ index, input }])
    else items.push({ index, input })
  }
  yield* Effect.forEach(users.values(), (items) => runUser(intake, tenant, items, mode, results), {
    concurrency: usersAtOnce,
    discard: true
  })
  const count = (status: BatchItem["status"]) => results.filter((item) => item.status === status).length
  return { accepted: count("accepted"), duplicates: count("duplicate"), rejected: count("rejected"), results }
})
