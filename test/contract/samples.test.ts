/**
 * The bodies the reference shows, sent as they stand there: whatever else is in the way, none of them is wrong. What
 * is answered goes with the schema that is shown for it.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { operations, reference, resolve } from "../kit/contract/ApiContract.ts"
import { permits } from "../kit/contract/JsonSchema.ts"
import { endsItself } from "../kit/hostile/HostileBodies.ts"
import { asked, Attackers } from "../kit/hostile/HostileTenants.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const arena = Attackers.layer(1).pipe(Layer.provideMerge(TestApp.shared))

/** No example can hold a token that somebody has just been mailed. */
const oneTime = new Set(["auth.acceptInvitation", "auth.resetPassword", "auth.verifyEmail", "auth.finishSso"])

/** No example can name an item of a shop that its reader has made. */
const ofShops = new Set(["flashSales.create"])

/** No example can name an identity provider that answers here. */
const ofProviders = new Set(["sso.replace"])

const shown = operations.filter(
  ({ example, id, key }) =>
    example !== undefined && !endsItself.has(key) && ![oneTime, ofShops, ofProviders].some((set) => set.has(id))
)

layer(arena, { excludeTestServices: true })("the examples of the reference", (it) => {
  it.effect("are bodies the service takes", () =>
    Effect.gen(function* () {
      const { attackers, send } = yield* Attackers
      const held = attackers[0]!
      const wrong: Array<string> = []
      let taken = 0
      for (const operation of shown) {
        const { json, status, text } = yield* send(asked(held, operation, { body: JSON.stringify(operation.example) }))
        const path = `/api/v1${operation.path}`
        const answer = reference.paths[path]?.[operation.method.toLowerCase()]?.responses[status]
        const schema = answer?.content?.["application/json"]?.schema
        if ([400, 413, 415, 422].includes(status) || status >= 500) wrong.push(`${operation.id}: ${text.slice(0, 300)}`)
        else if (answer === undefined) wrong.push(`${operation.id}: ${status} is not in the reference`)
        else if (schema !== undefined && !permits(schema, json, resolve)) wrong.push(`${operation.id}: its own answer`)
        if (status < 300) taken++
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(taken / shown.length, 0.5, "too few are really taken")
    })
  )
})
