/** Pure rules of intake: whose audience an event belongs to, whether its time is acceptable, what makes two bodies the same event. */
import { ValidationFailed } from "../../wire/Failure.ts"
import { parseInstant } from "../../wire/Ids.ts"
import { limits } from "../../wire/Limits.ts"
import { type EventInput, MissingAudience, UnknownAudience } from "./Api.ts"

/** The key that stands for "no audiences configured". */
export const implicitAudience = "default"

/**
 * Contract part 2, audience rule: with none configured the implicit one, with one that one, with several the sender must say; a value
 * that was sent must match in every case.
 */
export const resolveAudience = (
  configured: ReadonlyArray<{ readonly key: string }>,
  given: string | undefined
): string | MissingAudience | UnknownAudience => {
  const keys = configured.length === 0 ? [implicitAudience] : configured.map(({ key }) => key)
  if (given === undefined) return keys.length === 1 ? keys[0]! : new MissingAudience({ audiences: keys })
  return keys.includes(given) ? given : new UnknownAudience({ audience: given })
}

export interface PreparedEvent {
  readonly event_id: string
  readonly user_id: string
  readonly type: string
  /** epoch ms */
  readonly occurred_at: number
  readonly audience: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly buddy_id: string | undefined
  /** everything that matters in one text: a repetition has the same, another event under the same id has not */
  readonly canonical: string
}

export type IntakeError = MissingAudience | UnknownAudience | ValidationFailed

export const prepare = (
  tenant: { readonly audiences: ReadonlyArray<{ readonly key: string }> },
  nowMs: number,
  input: EventInput
): PreparedEvent | IntakeError => {
  const audience = resolveAudience(tenant.audiences, input.audience)
  if (typeof audience !== "string") return audience
  const occurred_at = parseInstant(input.occurred_at)
  if (occurred_at > nowMs + limits.clock_ahead_minutes_max * 60_000) {
    return ValidationFailed.at(["occurred_at"], `occurred_at may lie at most ${limits.clock_ahead_minutes_max} minutes ahead`)
  }
  const { buddy_id, event_id, properties = {}, type, user_id } = input
  const canonical = JSON.stringify([user_id, type, occurred_at, audience, buddy_id ?? null, properties])
  return { event_id, user_id, type, occurred_at, audience, properties, buddy_id, canonical }
}

export const isPrepared = (result: PreparedEvent | IntakeError): result is PreparedEvent => !("_tag" in result)
