/**
 * Long work in short turns: whatever handles thousands of entries at a client's wish lets everybody else have the
 * event loop in between.
 */
import { Clock, Context, Effect, Schema } from "effect"

const slice_ms = 5
/** It is the processor that is shared, whatever clock the service was given. */
const wall = Clock.Clock.defaultValue()
let began_ms = 0

const isLate = (): boolean => wall.currentTimeMillisUnsafe() - began_ms >= slice_ms
const begin = (): void => {
  began_ms = wall.currentTimeMillisUnsafe()
}

/** Steps aside when the present turn has lasted long enough; asked for between any two steps. */
export const breathe: Effect.Effect<void> = Effect.suspend(() =>
  isLate() ? Effect.map(Effect.yieldNow, begin) : Effect.void
)

/** Whether decoding may take several turns: not where somebody decodes at once. */
export const InTurns = Context.Reference<boolean>("hatchery/wire/InTurns", { defaultValue: () => false })

const breatheWhereAllowed: Effect.Effect<void> = Effect.withFiber((fiber) => {
  if (fiber.getRef(InTurns)) return breathe
  begin()
  return Effect.void
})

/** An entry of a list that may be long: between two of them decoding may pause. */
export const entry = <S extends Schema.Constraint>(schema: S) =>
  Schema.middlewareDecoding<S, S["DecodingServices"]>((decoding) =>
    isLate() ? Effect.andThen(breatheWhereAllowed, decoding) : decoding
  )(schema)
