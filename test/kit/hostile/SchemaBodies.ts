/** Bodies that the schemas of the routes accept, of every shape they allow: drawn from the schemas themselves. */
import { Arbitrary, Effect, Exit, Schema } from "effect"
import { type Attempt, asked } from "./HostileTenants.ts"
import { endsRoutes, lenient, withBody } from "./HostileBodies.ts"

const draw = (schema: Schema.Top, seed: number) => {
  const codec = Schema.toCodecJson(schema) as unknown as Schema.Codec<unknown, unknown>
  return Arbitrary.sampleEffect(Arbitrary.schema(codec), { count: 1, seed, size: 6, maxDiscards: 400 }).pipe(
    Effect.flatMap(([value]) => Schema.encodeUnknownEffect(codec)(value)),
    Effect.exit,
    // Some checks nothing random ever passes; such a draw is left out.
    Effect.map((exit) => (Exit.isSuccess(exit) ? [JSON.stringify(exit.value)] : []))
  )
}

/** As many draws for every schema of every route as make up the budget. */
export const schemaBodies = Effect.fn(function* (seed: number, budget: number) {
  const attempts: Array<Attempt> = []
  const drawn = withBody.filter(({ key }) => !endsRoutes.has(key))
  const each = Math.ceil(budget / drawn.flatMap(({ route }) => route.payloads).length)
  for (const operation of drawn) {
    for (const schema of operation.route.payloads) {
      for (let index = 0; index < each; index++) {
        const bodies = yield* draw(schema, seed + index)
        for (const body of bodies) {
          attempts.push({
            sent: (attacker) => asked(attacker, operation, { body }),
            expected: { label: `${operation.key}: ${body.slice(0, 300)}`, statuses: lenient(operation) }
          })
        }
      }
    }
  }
  return attempts
})
