/**
 * Pure rules of intake: whose audience an event belongs to, whether its time is acceptable, what makes two bodies the
 * same event.
 */
import { implicitAudience } from "../../../engine/core/Audiences.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import type { EventInput } from "./Api.ts"
import { MissingAudience, UnknownAudience } from "../../../wire/refusals/Intake.ts"

export { implicitAudience }

/**
 * Contract part 2, audience rule: with none configured the implicit one, with one that one, with several the sender
 * must say; a value that was sent must match in every case.
 */
export const resolveAudience = (
  configured: ReadonlyArray<{ readonly key: string }>,
  given: string | undefined
): string | MissingAudience | UnknownAudience => {
  const keys = configured.length === 0 ? [implicitAudience] : configured.map(({ key }) => key)
  if (given === undefined) return keys.length === 1 ? keys[0]! : new MissingAudience({ audiences: keys })
  return keys.includes(given) ? given : new UnknownAudience({ audience: given })
}

/** Of what a tenant keeps: whom it is meant for. What it was meant for `before` may stay. */
export const unknownAudience = (
  configured: ReadonlyArray<{ readonly key: string }>,
  audience: string | null,
  before: string | null | undefined
): ValidationFailed | null =>
  audience === null || audience === before || typeof resolveAudience(configured, audience) === "string"
    ? null
    : ValidationFailed.at(["audience"], `there is no audience ${audience}`)

/** What somebody sent. `undated`: without a time of its own, so the one it was given here is none of what was said. */
export type ToldEvent = EventInput & { readonly undated?: boolean }

export interface PreparedEvent {
  readonly event_id: string
  readonly user_id: string
  readonly type: string
  /** epoch ms */
  readonly occurred_at: number
  readonly audience: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly buddy_id: string | undefined
  readonly canonical: string
}

/**
 * Everything that matters of what was sent, in one text: a repetition has the same, another event under the same id has
 * not. By its words alone, not by what they mean today: the audiences may be others when it comes again.
 */
export const canonicalOf = ({
  audience = implicitAudience,
  buddy_id,
  occurred_at,
  properties = {},
  type,
  undated = false,
  user_id
}: ToldEvent): string =>
  JSON.stringify([user_id, type, undated ? null : parseInstant(occurred_at), audience, buddy_id ?? null, properties])

export interface Property {
  readonly name: string
  readonly type: "string" | "number" | "boolean" | "array" | "object"
  readonly required: boolean
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value)

/** What an event type with `unknown_properties: reject` says of an event's properties; undefined when they fit. */
export const judgeProperties = (
  named: ReadonlyArray<Property>,
  properties: Readonly<Record<string, unknown>>
): ValidationFailed | undefined => {
  const issues: Array<{ readonly path: ReadonlyArray<string>; readonly message: string }> = []
  for (const name of Object.keys(properties)) {
    // `timezone` is reserved: it says where the user is and belongs to no type.
    if (name !== "timezone" && !named.some((property) => property.name === name)) {
      issues.push({ path: ["properties", name], message: `property ${name} should not exist` })
    }
  }
  for (const { name, required, type } of named) {
    const value = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (value === undefined || value === null) {
      if (required) issues.push({ path: ["properties", name], message: `properties.${name} is required` })
    } else if (typeOf(value) !== type) {
      issues.push({ path: ["properties", name], message: `properties.${name} must be of type ${type}` })
    }
  }
  return issues.length === 0 ? undefined : new ValidationFailed({ issues })
}

export type IntakeError = MissingAudience | UnknownAudience | ValidationFailed

export const prepare = (
  tenant: {
    readonly audiences: ReadonlyArray<{ readonly key: string }>
    readonly strict_event_types: ReadonlyMap<string, ReadonlyArray<Property>>
  },
  nowMs: number,
  input: ToldEvent
): PreparedEvent | IntakeError => {
  const audience = resolveAudience(tenant.audiences, input.audience)
  if (typeof audience !== "string") return audience
  const occurred_at = parseInstant(input.occurred_at)
  if (occurred_at > nowMs + limits.clock_ahead_minutes_max * 60_000) {
    return ValidationFailed.at(
      ["occurred_at"],
      `occurred_at may lie at most ${limits.clock_ahead_minutes_max} minutes ahead`
    )
  }
  const { buddy_id, event_id, properties = {}, type, user_id } = input
  const strict = tenant.strict_event_types.get(type)
  const unfit = strict === undefined ? undefined : judgeProperties(strict, properties)
  if (unfit !== undefined) return unfit
  return { event_id, user_id, type, occurred_at, audience, properties, buddy_id, canonical: canonicalOf(input) }
}

export const isPrepared = (result: PreparedEvent | IntakeError): result is PreparedEvent => !("_tag" in result)
