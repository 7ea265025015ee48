/**
 * The id a change to a buddy is committed under, when the request carried an Idempotency-Key; undefined otherwise (then
 * the handler makes a fresh one). Set by edge/Idempotency, read by whoever sends a command to a buddy.
 */
import { Context, Effect } from "effect"
import { IdempotencyKeyConflict } from "./Group.ts"

export const CommandKey = Context.Reference<string | undefined>("hatchery/wire/CommandKey", {
  defaultValue: () => undefined
})

/**
 * Tells requests apart that come with one key; undefined without one. A key is free again when what its first request
 * was answered got lost, but not for another request: what the first one changed is no answer to it.
 */
export const RequestMark = Context.Reference<string | undefined>("hatchery/wire/RequestMark", {
  defaultValue: () => undefined
})

/** The request under its key, for whoever commits under another name than the key's; undefined without one. */
export const keyedRequest = Effect.gen(function* () {
  const [key, mark] = [yield* CommandKey, yield* RequestMark]
  return key === undefined || mark === undefined ? undefined : { key, asked: `${key} ${mark}` }
})

/** Says so to a buddy. */
export const asking = (request: Effect.Success<typeof keyedRequest>) =>
  request === undefined ? {} : { asked: request.asked }

/** Ends a request whose key has changed something for another one; what the key was given to answers it. */
export const keyOfAnother: Effect.Effect<never> = Effect.suspend(() => Effect.die(new IdempotencyKeyConflict()))

/** Every such id begins with this, and no other. */
export const commandKeyPrefix = "idem:"
