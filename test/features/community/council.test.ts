/** What players propose, and how people of the workspace decide: once, with as many votes as are asked for. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CouncilStore } from "../../../src/features/community/council/Store.ts"
import { dashboardKey } from "../../kit/players/Dashboard.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { join, makeTeam } from "../../kit/players/TeamMates.ts"
import { mintEmbed, mintSession, withToken } from "../../kit/players/Widgets.ts"
import { type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const proposals = "/customers/me/council/proposals"
const slotOf = (slot: string) => `/customers/me/council/narrative/slots/${slot}`
const idea = { slot: "level_up_copy.stage_3", text: "Onwards, {name}" }

const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  yield* publish(tenant)
  return tenant
})

const propose = Effect.fnUntraced(function* (call: Call, body: unknown = idea) {
  const made = yield* call("POST", proposals, body)
  assert.strictEqual(made.status, 201, made.text)
  return made.body
})

const narrativeOf = (call: Call) => Effect.map(call("GET", "/customers/me/narrative"), ({ body }) => body)
const auditOf = (call: Call) => Effect.map(call("GET", "/customers/me/narrative/audit"), ({ body }) => body.data)

const configure = ({ customer_id }: TestTenant, change: Parameters<CouncilStore["Service"]["configure"]>[1]) =>
  Effect.flatMap(CouncilStore, (store) => store.configure(customer_id, change)).pipe(Effect.provide(CouncilStore.layer))

const vote = (call: Call, id: string, decision: string, key?: string) =>
  call("PATCH", `${proposals}/${id}`, { decision }, key === undefined ? {} : { key })

layer(TestApp.shared, { excludeTestServices: true })("the council", (it) => {
  it.effect("puts an approved text into the narrative, with a row on record and one webhook", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call, customer_id } = tenant
      const { heard } = yield* listening(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const made = yield* propose(call, { ...idea, buddy_id })
      const { created_at, proposal_id, ...rest } = made
      assert.isString(created_at)
      assert.deepStrictEqual(rest, {
        target_slot: idea.slot,
        text: idea.text,
        current_text: null,
        buddy_id,
        status: "open",
        votes: { approve: 0, reject: 0, quorum: 1 },
        decided_at: null
      })
      assert.isNull((yield* narrativeOf(call)).level_up_copy.stage_3)
      const decided = yield* call("PATCH", `${proposals}/${proposal_id}`, { decision: "approve", comment: "Nice" })
      assert.strictEqual(decided.status, 200, decided.text)
      const { decided_at, ...after } = decided.body
      assert.isString(decided_at)
      const votes = { approve: 1, reject: 0, quorum: 1 }
      assert.deepStrictEqual({ ...after, decided_at: null }, { ...made, status: "approved", votes })
      assert.strictEqual((yield* narrativeOf(call)).level_up_copy.stage_3, idea.text)
      const [row, ...others] = yield* auditOf(call)
      assert.isEmpty(others)
      assert.deepInclude(row, { slot: idea.slot, previous: null, next: idea.text, source: "council" })
      const told = yield* heard("council.proposal_approved")
      assert.deepStrictEqual(told, { customer_id, proposal_id, target_slot: idea.slot, occurred_at: decided_at })
      const again = yield* call("PATCH", `${proposals}/${proposal_id}`, { decision: "reject", comment: null })
      assert.deepStrictEqual([again.status, again.body.error.code], [409, "invalid_transition"])
      assert.deepStrictEqual(again.body.error.details, { from: "approved", to: "rejected" })
      assert.isNull((yield* propose(call, { ...idea, buddy_id: null })).buddy_id)
    })
  )

  it.effect("decides with a quorum of different voters, and a second vote of one replaces the first", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call, customer_id } = tenant
      yield* configure(tenant, { quorum: 2 })
      const [ada, bea] = [yield* dashboardKey(customer_id), yield* dashboardKey(customer_id)]
      const { proposal_id } = yield* propose(call)
      const votesAfter = Effect.fnUntraced(function* (decision: string, key?: string) {
        const { body, status, text } = yield* vote(call, proposal_id, decision, key)
        assert.strictEqual(status, 200, text)
        return [body.status, body.votes.approve, body.votes.reject]
      })
      assert.deepStrictEqual(yield* votesAfter("approve", ada), ["open", 1, 0])
      assert.deepStrictEqual(yield* votesAfter("approve", ada), ["open", 1, 0])
      assert.deepStrictEqual(yield* votesAfter("reject", ada), ["open", 0, 1])
      assert.deepStrictEqual(yield* votesAfter("approve"), ["open", 1, 1])
      const minted = yield* call("POST", "/auth/api-keys", { label: "another", mode: "test" })
      assert.strictEqual(minted.status, 201, minted.text)
      assert.deepStrictEqual(yield* votesAfter("approve", minted.body.key), ["open", 1, 1])
      assert.deepStrictEqual(yield* votesAfter("reject", bea), ["rejected", 1, 2])
      assert.isNull((yield* narrativeOf(call)).level_up_copy.stage_3)
      assert.deepStrictEqual(yield* auditOf(call), [])
    })
  )

  it.effect("lets one of fifty last votes decide, and refuses the others", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call, customer_id } = tenant
      const { proposal_id } = yield* propose(call)
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? "approve" : "reject")),
        (decision) => vote(call, proposal_id, decision),
        { concurrency: 50 }
      )
      const decided = answers.filter(({ status }) => status === 200)
      assert.lengthOf(decided, 1)
      for (const { body, status } of answers.filter((answer) => !decided.includes(answer))) {
        assert.deepStrictEqual([status, body.error.code], [409, "invalid_transition"])
      }
      const isApproved = decided[0]!.body.status === "approved"
      assert.lengthOf(yield* auditOf(call), isApproved ? 1 : 0)
      const sql = yield* SqlClient.SqlClient
      const votes = yield* sql`SELECT decision FROM council_votes WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(votes, [{ decision: isApproved ? "approve" : "reject" }])
    })
  )

  it.effect("orders approvals and changes of one text by hand: none is lost", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call } = tenant
      const made = yield* Effect.forEach(Array.from({ length: 25 }), (_, index) =>
        propose(call, { slot: "intro", text: `Proposed ${index}` })
      )
      const approvals = made.map(({ proposal_id }) => vote(call, proposal_id, "approve"))
      const changes = Array.from({ length: 25 }, (_, index) => call("PUT", slotOf("intro"), { text: `Set ${index}` }))
      const answers = yield* Effect.all([...approvals, ...changes], { concurrency: 50 })
      for (const { status, text } of answers) assert.strictEqual(status, 200, text)
      const audit = yield* auditOf(call)
      assert.lengthOf(audit, 50)
      audit.toReversed().reduce((held: string | null, row: { next: string; previous: string | null }) => {
        assert.strictEqual(row.previous, held)
        return row.next
      }, null)
      assert.strictEqual((yield* narrativeOf(call)).intro, audit[0].next)
    })
  )

  it.effect("sets and clears a text without a vote, and knows no other slots", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const set = yield* call("PUT", slotOf("streak_copy.lost"), { text: "Gone after {count}" })
      assert.strictEqual(set.status, 200, set.text)
      assert.deepInclude(set.body, { slot: "streak_copy.lost", text: "Gone after {count}", source: "patch" })
      assert.isFalse(Number.isNaN(Date.parse(set.body.updated_at)))
      const same = yield* call("PUT", slotOf("streak_copy.lost"), { text: "Gone after {count}" })
      assert.deepStrictEqual(same.body, set.body)
      assert.lengthOf(yield* auditOf(call), 1)
      const { proposal_id } = yield* propose(call)
      yield* vote(call, proposal_id, "approve")
      const rows = (yield* auditOf(call)).length
      const own = yield* call("PUT", slotOf(idea.slot), { text: idea.text })
      assert.deepInclude(own.body, { slot: idea.slot, text: idea.text, source: "patch" }, own.text)
      assert.lengthOf(yield* auditOf(call), rows)
      yield* call("DELETE", slotOf(idea.slot))
      for (const text of ["{who}", "", "x".repeat(501)]) {
        assert.strictEqual((yield* call("PUT", slotOf("intro"), { text })).status, 422)
      }
      for (const slot of ["outro", "tone", "level_up_copy", "level_up_copy.stage_6", "__proto__", "constructor"]) {
        assert.strictEqual((yield* call("PUT", slotOf(slot), { text: "x" })).status, 404, slot)
        assert.strictEqual((yield* call("DELETE", slotOf(slot))).status, 404, slot)
        assert.strictEqual((yield* call("POST", proposals, { slot, text: "x" })).status, 422, slot)
      }
      assert.strictEqual((yield* call("DELETE", slotOf("streak_copy.lost"))).status, 204)
      assert.strictEqual((yield* call("DELETE", slotOf("streak_copy.lost"))).status, 204)
      assert.isNull((yield* narrativeOf(call)).streak_copy.lost)
      assert.lengthOf(yield* auditOf(call), rows + 2)
    })
  )

  it.effect("has three open proposals of a buddy and five hundred of a workspace, however many come at once", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call, customer_id } = tenant
      const { buddy_id } = yield* hatch(tenant, "ada")
      const many = yield* Effect.forEach(
        Array.from({ length: 50 }),
        () => call("POST", proposals, { ...idea, buddy_id }),
        { concurrency: 50 }
      )
      const made = many.filter(({ status }) => status === 201)
      assert.lengthOf(made, 3)
      const refused = many.find(({ status }) => status !== 201)!
      assert.deepInclude(refused.body.error, { code: "proposal_limit", details: { max: 3 } })
      yield* vote(call, made[0]!.body.proposal_id, "reject")
      yield* propose(call, { ...idea, buddy_id })
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO council_proposals (customer_id, proposal_id, target_slot, text, status, created_at)
        SELECT ${customer_id}::uuid, gen_random_uuid(), 'intro', 'x', 'open', now() FROM generate_series(1, 496)`
      yield* propose(call)
      const full = yield* call("POST", proposals, idea)
      assert.deepInclude(full.body.error, { code: "proposal_limit", details: { max: 500 } })
    })
  )

  it.effect("takes proposals of mentors only where the workspace wants that", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* configure(tenant, { proposers: "mentors" })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const refused = yield* call("POST", proposals, { ...idea, buddy_id })
      assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "not_a_mentor"])
      yield* propose(call)
      const { team_id } = yield* makeTeam(call, { name: "Elders" })
      yield* join(call, team_id, buddy_id, "mentor")
      yield* propose(call, { ...idea, buddy_id })
      // Gone for everybody, while its members are still to be taken out of it.
      yield* sql`UPDATE teams SET deleted_at = now() WHERE team_id = ${team_id}::uuid`
      const gone = yield* call("POST", proposals, { ...idea, buddy_id })
      assert.deepStrictEqual([gone.status, gone.body.error?.code], [409, "not_a_mentor"])
      yield* configure(tenant, { proposers: "everyone" })
      yield* propose(call, { ...idea, buddy_id })
    })
  )

  it.effect("refuses a buddy that is not there or archived, a stranger's, and a body that is wrong", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call } = tenant
      const { buddy_id } = yield* hatch(tenant, "ada")
      const made = yield* propose(call)
      const { call: stranger } = yield* opened
      assert.strictEqual((yield* stranger("POST", proposals, { ...idea, buddy_id })).status, 404)
      assert.strictEqual((yield* vote(stranger, made.proposal_id, "approve")).status, 404)
      assert.strictEqual((yield* vote(call, "nonsense", "approve")).status, 404)
      assert.strictEqual((yield* call("POST", proposals, { ...idea, buddy_id: "nobody" })).status, 404)
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/archive`)).status, 200)
      const archived = yield* call("POST", proposals, { ...idea, buddy_id })
      assert.deepStrictEqual([archived.status, archived.body.error.code], [409, "buddy_archived"])
      const odd = [{ slot: "intro" }, { ...idea, text: "{who}" }, { ...idea, text: "x".repeat(10_000) }]
      for (const body of odd) assert.strictEqual((yield* call("POST", proposals, body)).status, 422)
      const votes = [{ decision: "maybe" }, {}, { decision: "approve", comment: "x".repeat(501) }]
      for (const body of votes) {
        assert.strictEqual((yield* call("PATCH", `${proposals}/${made.proposal_id}`, body)).status, 422)
      }
      assert.strictEqual((yield* call("GET", `${proposals}?slot=outro`)).status, 422)
    })
  )

  it.effect("is proposed to from widgets that may track events, and listed by status and slot", () =>
    Effect.gen(function* () {
      const tenant = yield* opened
      const { call } = tenant
      const { buddy_id } = yield* hatch(tenant, "ada")
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["events:track"] }))
      const made = yield* widget("POST", "/widget/council/proposals", { slot: "empty_copy", text: "Patience" })
      assert.deepStrictEqual([made.status, made.body.buddy_id], [201, buddy_id], made.text)
      const of = { slot: "empty_copy", text: "x", buddy_id }
      assert.strictEqual((yield* widget("POST", "/widget/council/proposals", of)).status, 422)
      const readers = [
        yield* mintEmbed(call, { buddy_id }),
        yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["items:equip"] })
      ]
      for (const key of readers) {
        const refused = yield* withToken(call, key)("POST", "/widget/council/proposals", idea)
        assert.strictEqual(refused.status, 403)
      }
      const other = yield* propose(call)
      yield* vote(call, other.proposal_id, "reject")
      const listed = (query: string) =>
        Effect.map(call("GET", `${proposals}?${query}`), ({ body }) =>
          body.data.map(({ proposal_id }: { readonly proposal_id: string }) => proposal_id)
        )
      assert.deepStrictEqual(yield* listed(""), [other.proposal_id, made.body.proposal_id])
      assert.deepStrictEqual(yield* listed("status=open"), [made.body.proposal_id])
      assert.deepStrictEqual(yield* listed("slot=level_up_copy.stage_3"), [other.proposal_id])
      assert.deepStrictEqual(yield* listed("status=withdrawn"), [])
    })
  )

  it.effect("decides a repeated request once, and gives its first answer", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const { proposal_id } = yield* propose(call)
      const options = { headers: { "idempotency-key": "vote-1" } }
      const answers = yield* Effect.forEach(
        Array.from({ length: 10 }),
        () => call("PATCH", `${proposals}/${proposal_id}`, { decision: "approve" }, options),
        { concurrency: 10 }
      )
      for (const { body, status } of answers) assert.deepStrictEqual([status, body], [200, answers[0]!.body])
      assert.lengthOf(yield* auditOf(call), 1)
    })
  )
})
