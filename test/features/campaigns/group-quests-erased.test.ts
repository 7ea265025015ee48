/** Somebody who took part in a group quest is erased: what it brought stays, and no list has an empty place for it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { club, does, join, questOf, quests, read } from "../../kit/campaigns/Quests.ts"
import { made } from "../../kit/campaigns/Causes.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("a group quest somebody of was erased", (it) => {
  it.effect("keeps its total and how many took part, and lists as many members as it says", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call, users } = tenant
      yield* questOf(tenant)
      for (const buddy_id of buddies) made(yield* join(call, buddy_id), 200)
      yield* does(tenant, users[0]!)
      yield* erased(call, users[0]!)
      assert.deepInclude(yield* read(call), { total: 1, participant_count: 3 })
      const all = made(yield* call("GET", `${quests}/reads/members`), 200)
      assert.deepStrictEqual(
        all.data.map(({ buddy_id }: { buddy_id: string }) => buddy_id),
        [buddies[2], buddies[1]]
      )
      assert.strictEqual(all.meta.total, 2)
    })
  )
})
