/**
 * The id a change to a buddy is committed under, when the request carried an Idempotency-Key; undefined otherwise (then
 * the handler makes a fresh one). Set by edge/Idempotency, read by whoever sends a command to a buddy.
 */
import { Context } from "effect"

export const CommandKey = Context.Reference<string | undefined>("hatchery/wire/CommandKey", {
  defaultValue: () => undefined
})

/** Every such id begins with this, and no other. */
export const commandKeyPrefix = "idem:"
