/** Facts of a tenant that many ask for at once, while it is changed. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit } from "effect"
import { sharedReads } from "../../../src/buddy/actor/FactsAtHand.ts"
import type { TenantFacts } from "../../../src/platform/auth/Tenants.ts"

const factsNamed = (name: string) => ({ name }) as TenantFacts

it.effect("are read once for all, and what is out of date is told to those alone who asked before", () =>
  Effect.gen(function* () {
    const reads: Array<Deferred.Deferred<TenantFacts>> = []
    const known: { facts: TenantFacts | undefined } = { facts: undefined }
    const get = () =>
      Effect.suspend(() => {
        const read = Deferred.makeUnsafe<TenantFacts>()
        reads.push(read)
        return Deferred.await(read)
      })
    const facts = sharedReads({ get, cached: () => known.facts }, Effect.runForkWith(yield* Effect.context<never>()))
    const told: Array<string> = []
    const ask = (who: string) =>
      facts("acme", (exit) => told.push(`${who} ${Exit.isSuccess(exit) ? exit.value.name : "nothing"}`))
    const end = Effect.fnUntraced(function* (name: string, isKept: boolean) {
      yield* Effect.yieldNow
      known.facts = isKept ? factsNamed(name) : undefined
      yield* Deferred.succeed(reads.at(-1)!, factsNamed(name))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
    })
    ask("first")
    yield* Effect.yieldNow
    ask("second")
    yield* end("old", false)
    assert.deepStrictEqual(told, ["first old"])
    ask("third")
    yield* end("new", true)
    assert.deepStrictEqual(told, ["first old", "second new", "third new"])
    assert.strictEqual(reads.length, 2)
  })
)
