/** Whatever cannot be done for one buddy or one tenant is done for all others. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DeadLetterStore } from "../../src/platform/deadletters/DeadLetterStore.ts"
import { club, coinsOf, does, join as take, questOf, settled } from "../kit/campaigns/Quests.ts"
import { enter, make as lottery, path as lotteries } from "../kit/campaigns/Lotteries.ts"
import { ended } from "../kit/players/Eggs.ts"
import { at, begin, close, coinsOf as coins, played, score, seasonsPath, standings } from "../kit/players/Leagues.ts"
import { lettersOf } from "../kit/players/Poison.ts"
import { allStuck, stuck } from "../kit/players/Stuck.ts"
import { join, makeTeam, mates, teams } from "../kit/players/TeamMates.ts"
import { TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

/** Nobody can grant this buddy anything: the database takes no receipt of it. */
const breakGrants = (buddy_id: string) => stuck(buddy_id, "campaign_receipts")
/** Nobody gets this buddy into a team or out of one. */
const breakMemberships = (buddy_id: string) => stuck(buddy_id, "team_members", "INSERT OR DELETE")

/** What an operator does when it was mended: everything that could not be carried out is sent again. */
const sendAgain = Effect.fnUntraced(function* (customer_id: string) {
  const desk = yield* DeadLetterStore.pipe(Effect.provide(DeadLetterStore.layer))
  assert.strictEqual(yield* desk.retry({ customer_id }), 1)
  yield* until(
    "it is carried out",
    Effect.map(lettersOf(customer_id), (letters) => letters.every(({ state }) => state === "resolved"))
  )
})

layer(TestApp.shared, { excludeTestServices: true })("one of many", (it) => {
  it.effect("who cannot be paid for a season is left out, and it says so once it is paid after all", () =>
    Effect.gen(function* () {
      const { buddies, tenant } = yield* played(["a", "b"])
      const { season_id } = yield* begin(tenant)
      for (const user of ["a", "b"]) yield* score(tenant, user, 10)
      const { mend } = yield* breakGrants(buddies[0]!)
      assert.deepInclude(yield* close(tenant, season_id), { granted: 1, void: 1 })
      const season = Effect.map(tenant.call("GET", `${seasonsPath}/${season_id}`), ({ body }) => body)
      assert.deepInclude((yield* season).result, { coins: 200, void: 1 })
      yield* mend
      yield* sendAgain(tenant.customer_id)
      assert.deepInclude(yield* season, {
        status: "closed",
        result: { participants: 2, promoted: 1, demoted: 0, coins: 400, void: 0 }
      })
      const paid = yield* standings(tenant, season_id)
      assert.deepStrictEqual(
        paid.map(({ reward_status }) => reward_status),
        ["granted", "granted"]
      )
      for (const buddy of buddies) assert.strictEqual(yield* coins(tenant, buddy), 210)
    })
  )

  it.effect("who can never be paid for a quest is left out, and the quest is settled", () =>
    Effect.gen(function* () {
      const tenant = yield* club(2)
      const { buddies, call, users } = tenant
      yield* questOf(tenant)
      for (const buddy of buddies) yield* take(call, buddy)
      yield* breakGrants(buddies[0]!)
      for (const user of [users[0]!, users[0]!, users[1]!]) yield* does(tenant, user)
      const { resolution } = yield* settled(call)
      const { result } = (yield* call("GET", `/operations/${resolution.operation_id}`)).body
      assert.deepStrictEqual(result, { members: 2, rewarded: 1, void: 1 })
      assert.deepStrictEqual([yield* coinsOf(call, buddies[0]!), yield* coinsOf(call, buddies[1]!)], [0, 5])
    })
  )

  it.effect("who cannot be paid a prize is left out, and the draw says so once it is paid after all", () =>
    Effect.gen(function* () {
      const { buddies, call, customer_id } = yield* club(2)
      const { lottery_id, open_draw } = yield* lottery(call, {
        prizes: [{ rank: 1, winners: 2, reward: { coins: 7 } }]
      })
      for (const buddy of buddies) {
        yield* call("POST", `/buddies/${buddy}/coins`, { amount: 10 })
        assert.strictEqual((yield* enter(call, buddy, lottery_id)).status, 201)
      }
      const { mend } = yield* breakGrants(buddies[0]!)
      const drawn = yield* call("POST", `${lotteries}/${lottery_id}/draws`, { reason: "now" })
      const { result } = yield* ended(call, drawn.body.operation_id)
      assert.deepInclude(result, { granted: 1, void: 1, failed: 0 })
      yield* mend
      yield* sendAgain(customer_id)
      const draw = `${lotteries}/${lottery_id}/draws/${open_draw.draw_id}`
      const { winners } = (yield* call("GET", draw)).body
      assert.deepStrictEqual(
        winners.map(({ status }: { status: string }) => status),
        ["granted", "granted"]
      )
      const proof = (yield* call("GET", `${draw}/verify`)).body
      assert.isTrue(proof.valid, JSON.stringify(proof))
    })
  )

  it.effect("a founding member who cannot be paid is given up, and recorded once it is paid after all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddies, call, customer_id } = yield* club(1)
      const { mend } = yield* breakGrants(buddies[0]!)
      const cohort = "/customers/me/founding-cohort"
      yield* call("PATCH", `${cohort}/config`, { size: 1, reward: { coins: 7 } })
      yield* ended(call, (yield* call("POST", `${cohort}/backfill`, {})).body.operation_id)
      yield* sql`UPDATE founding_members SET tries = 9 WHERE customer_id = ${customer_id}::uuid`
      const status = Effect.map(
        sql`SELECT reward_status FROM founding_members WHERE customer_id = ${customer_id}::uuid`,
        ([row]) => row!["reward_status"]
      )
      yield* until(
        "nobody tries any more",
        Effect.map(status, (found) => found === "void")
      )
      yield* mend
      yield* sendAgain(customer_id)
      yield* until(
        "it counts as granted",
        Effect.map(status, (found) => found === "granted")
      )
      const record = (yield* call("GET", `${cohort}/audit`)).body.data as ReadonlyArray<{ readonly action: string }>
      assert.deepStrictEqual(
        record.map(({ action }) => action),
        ["reward_granted", "enrolled"]
      )
      assert.strictEqual(yield* coinsOf(call, buddies[0]!), 7)
    })
  )

  it.effect("a season that cannot be closed keeps no other one open", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const over = Effect.fnUntraced(function* () {
        const { tenant } = yield* played()
        const { season_id } = yield* begin(tenant)
        return { ...tenant, season_id: season_id as string }
      })
      const [broken, whole] = [yield* over(), yield* over()]
      // It is found first, and nobody can read what it says.
      const end = ({ season_id }: { readonly season_id: string }, hours: number) => sql`
        UPDATE league_seasons SET starts_at = ${at(-1_000 * 3_600_000)}, ends_at = ${at(-2 * hours * 3_600_000)},
          finalizes_at = ${at(-hours * 3_600_000)} WHERE season_id = ${season_id}::uuid`
      yield* sql`UPDATE league_seasons SET rules = '{}' WHERE season_id = ${broken.season_id}::uuid`
      yield* end(broken, 50)
      yield* end(whole, 40)
      yield* until(
        "the other one is closed",
        Effect.map(whole.call("GET", `${seasonsPath}/${whole.season_id}`), ({ body }) => body.status === "closed")
      )
      const [left] = yield* sql`SELECT state FROM league_seasons WHERE season_id = ${broken.season_id}::uuid`
      assert.deepStrictEqual(left, { state: "open" })
      yield* sql`DELETE FROM league_seasons WHERE season_id = ${broken.season_id}::uuid`
    })
  )

  it.effect("taking members out of a team is begun again ten minutes after it has failed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const [ada] = yield* mates(tenant, 0)
      const { team_id } = yield* makeTeam(call, { name: "Going" })
      yield* join(call, team_id, ada)
      yield* call("DELETE", `${teams}/${team_id}`)
      const all = Effect.map(call("GET", "/operations?type=team_dissolve"), ({ body }) => body.data)
      const [first] = yield* all
      yield* ended(call, first.operation_id)
      const fail = (at: string) => sql`
        UPDATE operations SET status = 'failed', finished_at = ${at}, created_at = ${at}
        WHERE operation_id = ${first.operation_id}::uuid`
      yield* fail(new Date(Date.now() - 601_000).toISOString())
      yield* until(
        "another one is done",
        Effect.map(all, (found) => found.length === 2 && found[0].status === "completed")
      )
      assert.deepInclude((yield* all)[0], { resource_id: team_id })
    })
  )

  it.effect("whom nobody can take out of a team that goes keeps no other member in it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      const all = yield* mates(tenant, 250)
      const { team_id } = yield* makeTeam(call, { name: "Going", max_members: 300 })
      const joined = yield* Effect.forEach(all, (id) => join(call, team_id, id), { concurrency: 10 })
      assert.isTrue(joined.every(({ status }) => status === 201))
      const inTeam = Effect.map(
        sql<{ buddy_id: string }>`
          SELECT buddy_id FROM team_members WHERE team_id = ${team_id}::uuid ORDER BY buddy_id`,
        (found) => found.map(({ buddy_id }) => buddy_id)
      )
      const [first] = yield* inTeam
      const { mend } = yield* breakMemberships(first!)
      yield* call("DELETE", `${teams}/${team_id}`)
      yield* until(
        "the others are out",
        Effect.map(inTeam, (found) => found.length === 1)
      )
      assert.deepStrictEqual(yield* inTeam, [first])
      yield* mend
      yield* sendAgain(tenant.customer_id)
      assert.deepStrictEqual(yield* inTeam, [])
    })
  )

  it.effect("more of them than are taken out at a time keep nobody behind them in it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      const all = yield* mates(tenant, 500)
      const { team_id } = yield* makeTeam(call, { name: "Going", max_members: 501 })
      const joined = yield* Effect.forEach(all, (id) => join(call, team_id, id), { concurrency: 10 })
      assert.isTrue(joined.every(({ status }) => status === 201))
      const [last, ...others] = all.toSorted().toReversed()
      const { mend } = yield* allStuck(others, "team_members", "DELETE")
      yield* call("DELETE", `${teams}/${team_id}`)
      yield* until(
        "whoever comes behind all of them is out",
        Effect.map(
          sql`SELECT FROM team_members WHERE team_id = ${team_id}::uuid AND buddy_id = ${last}::uuid`,
          (found) => found.length === 0
        )
      )
      yield* mend
    })
  )

  it.effect("whom nobody can take into a team is reported by the import, and the others are in", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const [ada, ...others] = yield* mates(tenant, 2)
      const { team_id } = yield* makeTeam(call, { name: "Foxes", team_key: "foxes" })
      const { mend } = yield* breakMemberships(ada)
      const raw = ["team_key,user_id", "foxes,ada", "foxes,copy-1", "foxes,copy-2"].join("\n")
      const sent = yield* call("POST", `${teams}/import`, undefined, { raw, headers: { "content-type": "text/csv" } })
      assert.strictEqual(sent.status, 202, sent.text)
      const { result, status } = yield* ended(call, sent.body.operation_id)
      assert.strictEqual(status, "completed")
      assert.deepInclude(result, { members_added: 2, errors_total: 1 })
      assert.deepInclude(result.errors[0], { row: 1, column: "user_id", code: "internal_server_error" })
      const members = Effect.map(call("GET", `${teams}/${team_id}/members`), ({ body }) =>
        body.data.map(({ buddy_id }: { readonly buddy_id: string }) => buddy_id)
      )
      assert.sameMembers(yield* members, others)
      yield* mend
      yield* sendAgain(customer_id)
      assert.sameMembers(yield* members, [ada, ...others])
    })
  )
})
