/** Mentors: who may find them, and that a pairing holds for as long as both can keep it. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { sealRef } from "../../../src/platform/secrets/BuddyRefs.ts"
import { KeyRing } from "../../../src/platform/secrets/KeyRing.ts"
import { active, base, pair, refused, school, sessions } from "../../kit/players/Mentors.ts"
import { join, makeTeam, teams } from "../../kit/players/TeamMates.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

layer(TestApp.shared, { excludeTestServices: true })("mentors", (it) => {
  it.effect("are found as the workspace wants it, which is off at first", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor, team_id } = yield* school(1)
      const listed = (yield* call("GET", `${base}/directory`)).body
      const { name, ...rest } = listed.data[0]
      assert.isString(name)
      assert.deepStrictEqual(
        [rest, listed.meta.total],
        [
          {
            buddy_id: mentor,
            thumb_url: rest.thumb_url,
            team_ids: [team_id],
            evolution_stage: 1,
            badges: 0,
            mentees: 0,
            capacity: 5,
            available: true
          },
          1
        ]
      )
      const hidden = { badges: false, stage: false, league: false }
      const changed = yield* call("PATCH", `${base}/config`, { max_mentees_per_mentor: 1, show: hidden })
      assert.deepStrictEqual(changed.body, {
        enabled: true,
        reach: "team",
        self_service: false,
        max_mentees_per_mentor: 1,
        session_days: 30,
        show: hidden
      })
      assert.strictEqual((yield* pair(call, mentor, members[0])).status, 201)
      const [full] = (yield* call("GET", `${base}/directory?available=false&team_id=${team_id}`)).body.data
      assert.deepInclude(full, { mentees: 1, capacity: 1, available: false, badges: null, evolution_stage: null })
      for (const query of ["available=true", `team_id=${mentor}`, "team_id=x"]) {
        assert.strictEqual((yield* call("GET", `${base}/directory?${query}`)).body.meta.total, 0, query)
      }
      const seen = yield* call("PATCH", `${base}/config`, { show: { badges: true } })
      assert.deepStrictEqual(seen.body.show, { ...hidden, badges: true }, "what is left out stays")
      yield* call("PATCH", `${base}/config`, { show: { league: true } })
      assert.isNull((yield* call("GET", `${base}/directory`)).body.data[0].league)
      const tiers = [{ tier_key: "gold", name: "Gold", order: 1 }]
      assert.strictEqual((yield* call("PUT", "/customers/me/leagues/tiers", { tiers })).status, 200)
      yield* (yield* SqlClient.SqlClient)`
        INSERT INTO league_standings (customer_id, buddy_id, tier_key, updated_at)
        VALUES (${customer_id}::uuid, ${mentor}::uuid, 'gold', now())`
      const [ranked] = (yield* call("GET", `${base}/directory`)).body.data
      assert.deepStrictEqual(ranked.league, { tier_key: "gold", name: "Gold" })
      const off = yield* call("PATCH", `${base}/config`, { enabled: null, show: null })
      assert.deepInclude(off.body, { enabled: false, show: { badges: true, stage: true, league: false } })
      assert.strictEqual((yield* call("GET", `${base}/directory`)).body.meta.total, 0)
      assert.lengthOf(yield* active(call), 1)
      for (const wrong of [{ reach: "all" }, { max_mentees_per_mentor: 0 }, { session_days: 366 }, { shown: true }]) {
        assert.strictEqual((yield* call("PATCH", `${base}/config`, wrong)).status, 422)
      }
    })
  )

  it.effect("look after whom they may, and each mentee has one", () =>
    Effect.gen(function* () {
      const { call, members, mentor, team_id } = yield* school(3)
      const [one, other, third] = members
      const made = yield* pair(call, mentor, one, { team_id })
      assert.strictEqual(made.status, 201, made.text)
      const { ends_at, mentor_session_id, starts_at, ...rest } = made.body
      assert.strictEqual(Date.parse(ends_at) - Date.parse(starts_at), 30 * 86_400_000)
      const names = { mentor_buddy_id: mentor, mentee_buddy_id: one, team_id }
      assert.deepStrictEqual(rest, { ...names, status: "active" })
      assert.deepStrictEqual(refused(yield* pair(call, mentor, one)), [
        409,
        "mentor_already_assigned",
        { mentor_session_id }
      ])
      assert.deepStrictEqual(refused(yield* pair(call, one, other)).slice(0, 2), [409, "not_a_mentor"])
      assert.strictEqual((yield* pair(call, mentor, mentor)).status, 422)
      for (const [first, second] of [
        ["x", other],
        [mentor, team_id]
      ]) {
        assert.strictEqual((yield* pair(call, first, second)).status, 404)
      }
      assert.strictEqual((yield* pair(call, mentor, other, { team_id: mentor })).status, 404)
      yield* call("DELETE", `${teams}/${team_id}/members/${other}`)
      assert.deepStrictEqual(refused(yield* pair(call, mentor, other)), [409, "mentor_not_visible", { reason: "team" }])
      yield* call("PATCH", `${base}/config`, { reach: "audience" })
      assert.strictEqual((yield* pair(call, mentor, other)).status, 201)
      yield* call("PATCH", `/buddies/${third}/archive`)
      assert.deepStrictEqual(refused(yield* pair(call, mentor, third)).slice(0, 2), [409, "buddy_archived"])
      yield* call("PATCH", `${base}/config`, { enabled: false })
      assert.deepStrictEqual(refused(yield* pair(call, mentor, one)), [
        409,
        "mentor_not_visible",
        { reason: "disabled" }
      ])
      assert.strictEqual((yield* call("DELETE", `${sessions}?mentee_buddy_id=${third}`)).status, 204)
      assert.lengthOf(yield* active(call), 2)
      assert.strictEqual((yield* call("DELETE", `${sessions}?mentor_session_id=${mentor_session_id}`)).status, 204)
      assert.deepStrictEqual(yield* active(call), [other])
      assert.strictEqual((yield* call("DELETE", sessions)).status, 204)
      assert.strictEqual((yield* call("GET", `${sessions}?status=ended`)).body.meta.total, 2)
    })
  )

  it.effect("have no more mentees than they may, and tell of each, however many come at once", () =>
    Effect.gen(function* () {
      const { call, members, mentor } = yield* school(30)
      const hook = { url: "http://127.0.0.1:9/", events: ["mentor.assigned"] }
      const endpoint = (yield* call("POST", "/webhook-configs", hook)).body.webhook_config_id
      const asked = members.flatMap((id) => [pair(call, mentor, id), pair(call, mentor, id)])
      const answers = yield* Effect.all(asked, { concurrency: 50 })
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        5
      )
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.include(["mentor_full", "mentor_already_assigned"], answer.body.error?.code, answer.text)
      }
      assert.lengthOf(yield* active(call), 5)
      const told = (yield* call("GET", `/webhook-configs/${endpoint}/deliveries`)).body.data
      assert.lengthOf(told, 5)
    })
  )

  it.effect("are mentors no longer once the role, the buddy or the team is gone", () =>
    Effect.gen(function* () {
      const { call, members, mentor, team_id } = yield* school(2)
      const [one, other] = members
      const start = (mentee: string | undefined) =>
        Effect.map(pair(call, mentor, mentee), ({ status }) => assert.strictEqual(status, 201))
      const setRole = (role: string) => call("PATCH", `${teams}/${team_id}/members/${mentor}`, { role })
      yield* start(one)
      yield* setRole("member")
      assert.lengthOf(yield* active(call), 0)
      yield* setRole("mentor")
      assert.lengthOf(yield* active(call), 0)
      const second = yield* makeTeam(call, { name: "Second" })
      yield* join(call, second.team_id, mentor, "mentor")
      yield* start(one)
      yield* call("DELETE", `${teams}/${second.team_id}`)
      assert.deepStrictEqual(yield* active(call), [one])
      yield* start(other)
      yield* call("PATCH", `/buddies/${other}/archive`)
      assert.deepStrictEqual(yield* active(call), [one])
      yield* call("DELETE", `${teams}/${team_id}`)
      const nobody = Effect.map(active(call), (mentees) => mentees.length === 0)
      yield* until("the members were taken out of the team", nobody)
      assert.strictEqual((yield* call("GET", `${sessions}?status=ended`)).body.meta.total, 3)
    })
  )

  it.effect("lose their sessions in the order of those, whichever way they lose them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const way of ["role", "team"] as const) {
        const { call, customer_id, members, mentor, team_id } = yield* school(2)
        // Written in the other order than that of their ids.
        const [low, high] = [crypto.randomUUID(), crypto.randomUUID()].toSorted()
        for (const [place, id] of [high, low].entries())
          yield* sql`
            INSERT INTO mentor_sessions (customer_id, mentor_session_id, mentor_buddy_id, mentee_buddy_id, team_id,
              starts_at, ends_at)
            VALUES (${customer_id}::uuid, ${id}::uuid, ${mentor}::uuid, ${members[place]}::uuid, ${team_id}::uuid,
              now(), now() + interval '1 day')`
        const [held, free] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const session = (id: string | undefined) => sql`
          SELECT 1 FROM mentor_sessions WHERE customer_id = ${customer_id}::uuid AND mentor_session_id = ${id}::uuid`
        const holding = openEnded(sql)(
          Effect.gen(function* () {
            yield* sql`${session(low)} FOR UPDATE`
            yield* Deferred.succeed(held, undefined)
            yield* Deferred.await(free)
          })
        )
        const holder = yield* Effect.forkChild(Effect.orDie(holding))
        yield* Deferred.await(held)
        const change =
          way === "team"
            ? call("DELETE", `${teams}/${team_id}`)
            : call("PATCH", `${teams}/${team_id}/members/${mentor}`, { role: "member" })
        const changing = yield* Effect.forkChild(change)
        yield* until(
          "it waits for the session that is held",
          Effect.map(
            sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            (found) => found.length > 0
          )
        )
        const other = yield* sql`${session(high)} FOR UPDATE SKIP LOCKED`
        yield* Deferred.succeed(free, undefined)
        yield* Fiber.join(holder)
        assert.oneOf((yield* Fiber.join(changing)).status, [200, 202, 204], way)
        assert.lengthOf(other, 1, `${way}: it holds none behind the one it waits for`)
        assert.deepStrictEqual(yield* active(call), [], way)
      }
    })
  )

  it.effect("are told of to whoever listens, signed", () =>
    Effect.gen(function* () {
      const { members, mentor, team_id, ...tenant } = yield* school(1)
      const { heard } = yield* listening(tenant)
      const made = yield* pair(tenant.call, mentor, members[0], { team_id })
      assert.strictEqual(made.status, 201, made.text)
      const names = { mentor_buddy_id: mentor, mentee_buddy_id: members[0], team_id }
      assert.deepStrictEqual(yield* heard("mentor.assigned"), { ...names, occurred_at: made.body.starts_at })
    })
  )

  it.effect("expire by the time, and make room for another", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      yield* pair(call, mentor, members[0])
      yield* sql`UPDATE mentor_sessions SET ends_at = now() - interval '1 second',
        starts_at = now() - interval '30 days' WHERE customer_id = ${customer_id}::uuid`
      assert.strictEqual((yield* call("GET", `${sessions}?status=expired`)).body.meta.total, 1)
      assert.strictEqual((yield* pair(call, mentor, members[0])).status, 201)
      const listed = (yield* call("GET", sessions)).body.data.map((one: { status: string }) => one.status)
      assert.deepStrictEqual(listed, ["active", "expired"])
    })
  )

  it.effect("live at the moment of their test clock, also where that is long ago", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(1)
      const sql = yield* SqlClient.SqlClient
      const clock = yield* call("POST", "/test/clocks", { name: "past", user_ids: ["ada", "copy-1"] })
      assert.strictEqual(clock.status, 201, clock.text)
      const made = yield* pair(call, mentor, members[0])
      assert.strictEqual(made.status, 201, made.text)
      // A clock stands still until it is advanced: the present has gone on for most of a year since.
      yield* sql`UPDATE test_clocks SET virtual_now = virtual_now - interval '300 days'
        WHERE customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE mentor_sessions SET starts_at = starts_at - interval '300 days',
        ends_at = ends_at - interval '300 days' WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(yield* active(call), [members[0]])
      assert.deepInclude((yield* call("GET", `${base}/directory`)).body.data[0], { mentees: 1 })
      assert.strictEqual((yield* call("DELETE", sessions)).status, 204)
      const [ended] = (yield* call("GET", sessions)).body.data
      assert.strictEqual(ended.status, "ended")
    })
  )

  it.effect("are chosen by a mentee in its widget, where that is wanted, by a name only it can use", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(2)
      const material = (yield* KeyRing).signing("widget_token").material
      const [one, other] = members as [string, string]
      const { user_id } = (yield* call("GET", `/buddies/${one}`)).body
      const minted = yield* call("POST", "/widget-sessions", { buddy_id: one, user_id, scopes: ["events:track"] })
      assert.strictEqual(minted.status, 201, minted.text)
      const { token } = minted.body
      const choose = (mentor_ref: string) => call("POST", "/widget/mentor-sessions", { mentor_ref }, { key: token })
      const ref = sealRef(material, { customer_id, buddy_id: one }, mentor)
      assert.strictEqual(ref, sealRef(material, { customer_id, buddy_id: one }, mentor))
      assert.deepStrictEqual(refused(yield* choose(ref)), [409, "mentor_not_visible", { reason: "self_service" }])
      yield* call("PATCH", `${base}/config`, { self_service: true })
      for (const wrong of [mentor, sealRef(material, { customer_id, buddy_id: other }, mentor), `A${ref.slice(1)}`]) {
        if (wrong !== ref) assert.strictEqual((yield* choose(wrong)).status, 404)
      }
      const chosen = yield* choose(ref)
      assert.strictEqual(chosen.status, 201, chosen.text)
      assert.deepInclude(chosen.body, { mentor_ref: ref, mentee_buddy_id: one, status: "active" })
      assert.notInclude(chosen.text, mentor)
    })
  )
})
