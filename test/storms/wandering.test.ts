/**
 * Everything the service offers, called in any order by several at once: nothing of it is a fault of the server, and
 * the books are in order afterwards. WANDER_SEED takes another way, WANDER_STEPS another number of steps (default 270).
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { checkInvariants } from "../../src/platform/invariants/index.ts"
import type { FullTenant } from "../kit/contract/FullTenant.ts"
import { problemsOf } from "../kit/hostile/AnswerExpectations.ts"
import { lenient } from "../kit/hostile/HostileBodies.ts"
import { Attackers } from "../kit/hostile/HostileTenants.ts"
import { stepsOf, Wanderer } from "../kit/hostile/Wanderer.ts"
import { hatch } from "../kit/players/players.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const seed = Number(process.env["WANDER_SEED"] ?? 20_261_129)
const steps = Number(process.env["WANDER_STEPS"] ?? 270)
const mates_count = 5
/** requests of one workspace under way */
const concurrency = 3

const matesOf = ({ tenant, user_id }: FullTenant) =>
  Effect.forEach(
    Array.from({ length: mates_count }, (_, index) => `${user_id}-mate-${index}`),
    (mate) => Effect.map(hatch(tenant, mate), ({ buddy_id }) => ({ user_id: mate, buddy_id }))
  )

/** A database of its own: others spoil rows of theirs on purpose. */
const arena = Attackers.layer().pipe(Layer.provideMerge(TestApp.layer()))

layer(arena, { excludeTestServices: true })("whoever calls everything in any order", (it) => {
  it.effect("meets no fault, and leaves the books in order", () =>
    Effect.gen(function* () {
      const { attackers, send } = yield* Attackers
      const problems: Array<string> = []
      let taken = 0
      const wander = Effect.fnUntraced(function* (held: FullTenant, number: number) {
        const wanderer = new Wanderer(held, yield* matesOf(held))
        yield* Effect.forEach(
          stepsOf(seed + number, Math.ceil(steps / attackers.length)),
          Effect.fnUntraced(function* (step) {
            const sent = wanderer.requestOf(step)
            const received = yield* send(sent)
            wanderer.learn(step, received)
            if (received.status < 300) taken++
            const label = `${step.operation.key} ${sent.path} ${String(sent.body ?? "").slice(0, 400)}`
            problems.push(...problemsOf(received, { label, statuses: [...lenient(step.operation), 403] }))
          }),
          { concurrency, discard: true }
        )
      })
      yield* Effect.forEach(attackers, wander, { concurrency: "unbounded", discard: true })
      assert.isAbove(taken, steps / 2, "nearly everything was refused")
      assert.deepStrictEqual(problems, [])
      const broken = (yield* checkInvariants()).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(broken, [])
    })
  )
})
