/** Teams on a leaderboard: the sum of those who are in it now, and a team's members among themselves. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { opened, rowsOf, score, settings, viewer } from "../../kit/players/Boards.ts"
import { join, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

interface Row {
  readonly rank: number | null
  readonly team_id: string | null
  readonly name: string | null
  readonly score: number
}

const named = ({ body }: Answer) => body.data.map(({ name, rank, score: sum }: Row) => [rank, name, sum])

/** Red: ada and bob; blue: cyd; green: nobody. */
const started = Effect.gen(function* () {
  const { buddies, call, tenant } = yield* opened({ scope: "team" })
  const ids: Record<string, string> = {}
  for (const name of ["Red", "Blue", "Green"]) ids[name] = (yield* makeTeam(call, { name })).team_id
  yield* join(call, ids["Red"]!, buddies[0])
  yield* join(call, ids["Red"]!, buddies[1])
  yield* join(call, ids["Blue"]!, buddies[2])
  return { tenant, call, buddies, ids }
})

layer(TestApp.shared, { excludeTestServices: true })("a leaderboard of teams", (it) => {
  it.effect("ranks teams by the sum of their members, and nobody who is in none", () =>
    Effect.gen(function* () {
      const { call, ids, tenant } = yield* started
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "bob", 15)
      yield* score(tenant, "cyd", 20)
      const board = yield* call("GET", "/leaderboard")
      assert.deepStrictEqual(board.body.data, [
        {
          rank: 1,
          percentile: 100,
          buddy_id: null,
          team_id: ids["Red"],
          name: "Red",
          thumb_url: null,
          score: 25,
          hidden: false
        },
        {
          rank: 2,
          percentile: 50,
          buddy_id: null,
          team_id: ids["Blue"],
          name: "Blue",
          thumb_url: null,
          score: 20,
          hidden: false
        }
      ])
      assert.deepInclude(board.body.board, { scope: "team", period: "weekly" })
      assert.strictEqual(board.body.meta.total, 2)
    })
  )

  it.effect("shows a player its own team as it is now, with those who are in it now", () =>
    Effect.gen(function* () {
      const { buddies, call, ids, tenant } = yield* started
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "bob", 15)
      yield* score(tenant, "cyd", 20)
      const { widget } = yield* viewer(tenant, "cyd")
      const seen = Effect.map(widget("GET", "/widget/leaderboard"), ({ body }) => body)
      const first = yield* seen
      assert.deepInclude(first.leaderboard, { scope: "team" })
      assert.deepStrictEqual(first.me, { rank: 2, value: 20, rank_change: null })
      assert.deepStrictEqual(first.entries[1], {
        rank: 2,
        name: "Blue",
        thumb_url: null,
        value: 20,
        rank_change: null,
        is_me: true
      })
      // Ten seconds old at most of others, of one's own team never.
      yield* score(tenant, "cyd", 6)
      assert.deepInclude((yield* seen).me, { rank: 1, value: 26 })
      yield* join(call, ids["Blue"]!, buddies[0])
      assert.deepInclude((yield* seen).me, { rank: 1, value: 36 })
      const left = yield* call("DELETE", `${teams}/${ids["Blue"]}/members/${buddies[0]}`)
      assert.strictEqual(left.status, 204, left.text)
      assert.deepInclude((yield* seen).me, { rank: 1, value: 26 })
      // Of several teams the one that is ahead is meant, and all of them are marked.
      yield* join(call, ids["Red"]!, buddies[2])
      const both = yield* seen
      assert.deepInclude(both.me, { rank: 1, value: 51 })
      assert.deepStrictEqual(
        both.entries.map(({ is_me, name }: { is_me: boolean; name: string }) => [name, is_me]),
        [
          ["Red", true],
          ["Blue", true]
        ]
      )
      yield* widget("PATCH", "/widget/leaderboard", { visible: false })
      const hidden = yield* seen
      assert.isNull(hidden.me)
      assert.isFalse(hidden.entries.some(({ is_me }: { is_me: boolean }) => is_me))
      assert.strictEqual(hidden.entries[0].value, 51)
    })
  )

  it.effect("has no row for a team that is deleted, and none for who is in no team", () =>
    Effect.gen(function* () {
      const { call, ids, tenant } = yield* started
      yield* score(tenant, "ada", 10)
      yield* score(tenant, "cyd", 5)
      assert.strictEqual((yield* call("DELETE", `${teams}/${ids["Red"]}`)).status, 204)
      assert.deepStrictEqual(named(yield* call("GET", "/leaderboard")), [[1, "Blue", 5]])
      const { widget } = yield* viewer(tenant, "ada")
      const { body } = yield* widget("GET", "/widget/leaderboard")
      assert.deepInclude(body, { me: null, total: 1 })
      assert.strictEqual((yield* call("GET", `/leaderboard?team_id=${ids["Red"]}`)).status, 404)
    })
  )

  it.effect("ranks the members of one team among themselves, on any board", () =>
    Effect.gen(function* () {
      const { buddies, call, ids, tenant } = yield* started
      const scores = Effect.gen(function* () {
        yield* score(tenant, "ada", 10)
        yield* score(tenant, "bob", 15)
        yield* score(tenant, "cyd", 20)
      })
      const red = Effect.map(call("GET", `/leaderboard?team_id=${ids["Red"]}`), rowsOf)
      const members = [
        [1, buddies[1], 15],
        [2, buddies[0], 10]
      ]
      yield* scores
      assert.deepStrictEqual(yield* red, members)
      for (const scope of ["tenant", "audience"]) {
        yield* call("PATCH", settings, { scope })
        yield* scores
        assert.deepStrictEqual(yield* red, members, scope)
      }
      const other = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* other.call("GET", `/leaderboard?team_id=${ids["Red"]}`)).status, 404)
    })
  )

  it.effect("can be narrowed down to the teams of an audience", () =>
    Effect.gen(function* () {
      const { call, tenant, buddies } = yield* started
      const young = (yield* makeTeam(call, { name: "Young", audience: "default" })).team_id
      yield* join(call, young, buddies[0])
      yield* score(tenant, "ada", 3)
      assert.deepStrictEqual(named(yield* call("GET", "/leaderboard?audience=default")), [[1, "Young", 3]])
    })
  )
})
