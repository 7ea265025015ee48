/** What buddies of the implicit audience do together, once the workspace gives it another name. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const audience = "default"
const me = "/customers/me"
const type = "visit"

/** What a workspace with two buddies does as one. */
const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call } = tenant
  yield* publish(tenant, studyContent)
  const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
  const done = (...given: Parameters<typeof call>) =>
    Effect.map(call(...given), (answer) => {
      assert.isBelow(answer.status, 300, answer.text)
      return answer.body
    })
  const visits = (user_id: string) => done("POST", "/events", { ...lesson(user_id), type, properties: {} })
  const renames = done("PATCH", `${me}/audiences`, { audiences: [{ key: "students" }] })
  return { call, done, visits, renames, ada: ada.buddy_id, bob: bob.buddy_id }
})

layer(TestApp.shared, { excludeTestServices: true })("what the implicit audience does together", (it) => {
  it.effect("teams, kudos, founders and event badges stay open to everybody in it", () =>
    Effect.gen(function* () {
      const { ada, bob, done, renames, visits } = yield* stage
      const thanks = { kudo_key: "thx", label: "Thanks", emoji: "x" }
      const badge = { badge_key: "launch", label: "Launch", trigger: { event_type: type }, required_count: 2 }
      yield* done("POST", `${me}/teams`, { team_key: "crew", name: "Crew", audience })
      yield* done("POST", `${me}/kudo-types`, { ...thanks, audience })
      yield* done("POST", `${me}/event-badges`, { ...badge, audience })
      yield* done("PATCH", `${me}/founding-cohort/config`, { size: 5, audience })
      yield* done("POST", `${me}/teams/crew/members`, { buddy_id: ada })
      yield* visits("ada")
      yield* renames

      yield* done("POST", `${me}/teams/crew/members`, { buddy_id: bob })
      yield* done("POST", `/buddies/${ada}/kudos`, { to_buddy_id: bob, kudo_key: "thx" })
      assert.strictEqual((yield* visits("ada")).effects.badges_awarded[0]?.badge_key, "launch")
      assert.lengthOf((yield* done("GET", `${me}/founding-cohort/preview`)).candidates, 2)
      for (const path of ["teams", "kudo-types", "event-badges"]) {
        assert.strictEqual((yield* done("GET", `${me}/${path}`)).data[0].audience, "students", path)
      }
    })
  )

  it.effect("an open draw goes on selling tickets, and says so to whoever looks", () =>
    Effect.gen(function* () {
      const { ada, done, renames, visits } = yield* stage
      const room = { max_entries_per_buddy: 10 }
      const draw = {
        status: "active",
        schedule: { frequency: "weekly", weekday: 5, hour: 18 },
        prizes: [{ rank: 1, winners: 1, reward: { coins: 5 } }],
        audience
      }
      const sold = { ...draw, lottery_key: "sold", name: "Sold", entry: { mode: "coin_cost", amount: 1, ...room } }
      const given = {
        ...draw,
        lottery_key: "given",
        name: "Given",
        entry: { mode: "event", event_type: type, ...room }
      }
      for (const lottery of [sold, given]) yield* done("POST", `${me}/lotteries`, lottery)
      yield* done("POST", `/buddies/${ada}/coins`, { amount: 10 })
      yield* visits("ada")
      yield* done("POST", `/buddies/${ada}/lotteries/sold/entries`, { tickets: 2 })
      yield* renames

      yield* visits("ada")
      const entered = yield* done("POST", `/buddies/${ada}/lotteries/sold/entries`, { tickets: 3 })
      assert.deepInclude(entered, { tickets_total: 5, balance: 5 })
      const next = yield* done("GET", `${me}/lotteries/given/preview-next-draw`)
      assert.deepInclude(next, { participants: 1, entries: 2 })
    })
  )

  it.effect("a season goes on filling the cohorts it has", () =>
    Effect.gen(function* () {
      const { done, renames, visits } = yield* stage
      const now = Date.now()
      yield* done("PATCH", `${me}/leagues/config`, {
        enabled: true,
        starts_on: null,
        metric: { type: "event_count", key: type }
      })
      const { season_id } = yield* done("POST", `${me}/leagues/seasons`, {
        starts_at: new Date(now - 60_000).toISOString(),
        ends_at: new Date(now + 3_600_000).toISOString()
      })
      const cohorts = Effect.map(done("GET", `${me}/leagues/seasons/${season_id}/standings`), ({ data }) =>
        data.map(({ cohort }: { readonly cohort: number | null }) => cohort)
      )
      const placed = (count: number) =>
        until(
          `${count} have a place`,
          Effect.map(cohorts, (all) => all.length === count && !all.includes(null))
        )
      yield* visits("ada")
      yield* placed(1)
      yield* renames
      yield* visits("bob")
      yield* placed(2)
      assert.deepStrictEqual(yield* cohorts, [1, 1])
    })
  )
})
