/** What senders see of a request that can never be carried out, on every way in. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { letter_attempts_max } from "../../src/platform/deadletters/DeadLetterStore.ts"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { lettersOf, refuseInDatabase } from "../kit/players/Poison.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"

/** The envelope but for the id of the request, which is new each time. */
const words = ({ body, status }: Answer) => {
  const { requestId, ...error } = body.error
  assert.match(requestId, /\S/)
  return { status, ...error }
}

/** Contract, wire conventions: a fault of the service, and no promise that patience helps. */
const refusal = {
  status: 500,
  code: "internal_server_error",
  message: "Something went wrong on our side."
}

layer(TestApp.layer(), { excludeTestServices: true })("the sender of a request that can never be carried out", (it) => {
  it.effect("hears the same internal error each time, and nothing of why", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const { asked, mend } = yield* refuseInDatabase
      const poison = lesson("ada", { event_id: "poison", type: "refused", properties: { note: "canary-7731" } })

      const answers: Array<Answer> = []
      for (let sent = 0; sent < letter_attempts_max + 2; sent++)
        answers.push(yield* tenant.call("POST", "/events", poison))
      for (const answer of answers) {
        assert.deepStrictEqual(words(answer), refusal)
        assert.isNull(answer.headers.get("retry-after"))
        assert.notMatch(answer.text, /P0001|refused|canary|journal|\bat \//)
      }
      const before = yield* asked
      const batch = yield* tenant.call("POST", "/events/batch", {
        events: [lesson("ada"), poison, lesson("ada"), { ...poison, event_id: "poison-of-nobody", user_id: "nobody" }]
      })
      assert.deepStrictEqual(
        batch.body.results.map((item: { status: string; error: { code: string } | null }) => [
          item.status,
          item.error?.code
        ]),
        [
          ["accepted", undefined],
          ["rejected", "internal_server_error"],
          ["accepted", undefined],
          ["rejected", "internal_server_error"]
        ]
      )
      assert.isAbove(yield* asked, before, "another event is another try")

      const give = tenant.call(
        "POST",
        `/buddies/${buddy_id}/coins`,
        { amount: 13 },
        { headers: { "idempotency-key": "gift" } }
      )
      for (let sent = 0; sent < 2; sent++) assert.deepStrictEqual(words(yield* give), refusal)
      yield* mend
      const letters = yield* lettersOf(tenant.customer_id)
      assert.deepStrictEqual(
        letters.map(({ attempts, buddy_id, kind, user_id }) => [kind, attempts, buddy_id, user_id]),
        [
          ["command", 2, buddy_id, null],
          ["event", letter_attempts_max, buddy_id, "ada"],
          ["event", 1, null, "nobody"]
        ]
      )
      const given = yield* give
      assert.deepStrictEqual([given.status, given.body.amount], [200, 13])
    })
  )
})
