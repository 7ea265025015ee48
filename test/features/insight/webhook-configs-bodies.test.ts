/** What tenants are told of a buddy's progress: each event made to happen by routes, its body held field by field. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { buddyEvents } from "../../../src/wire/webhook/Buddies.ts"
import { economyEvents } from "../../../src/wire/webhook/Economy.ts"
import { progressEvents } from "../../../src/wire/webhook/Progress.ts"
import { lesson } from "../../kit/players/players.ts"
import { hatching, watchHatching } from "../../kit/players/Widgets.ts"
import { read, sources, withoutComments } from "../../kit/house/SourceTree.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { evolved, isPicture, newest, onClock, shop, type Started, started } from "../../kit/webhooks/ListeningTenant.ts"

const day_seconds = 86_400
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** By event: what makes it happen, and what its receiver may rely on. */
const cases: Readonly<Record<string, (world: Started) => Effect.Effect<unknown, unknown, TestApp>>> = {
  "buddy.hatched": (world) =>
    Effect.gen(function* () {
      const { buddy_id, egg, get, heard } = world
      const { image_url, name, thumb_url } = yield* get(`/buddies/${buddy_id}`)
      const { egg_id } = egg
      const facts = { buddy_id, egg_id, user_id: "ada", name, image_url, thumb_url, evolution_stage: 1 }
      assert.deepStrictEqual(yield* heard("buddy.hatched"), facts)
      yield* isPicture(world, image_url)
      yield* isPicture(world, thumb_url)
    }),
  "buddy.evolved": (world) =>
    Effect.gen(function* () {
      yield* evolved(world)
      const body = yield* world.heard("buddy.evolved")
      const { image_url } = body
      assert.deepStrictEqual(body, { buddy_id: world.buddy_id, previous_stage: 1, new_stage: 2, image_url })
      yield* isPicture(world, image_url)
      assert.strictEqual((yield* world.get(world.at)).image_url, image_url)
    }),
  "buddy.prestiged": (world) =>
    Effect.gen(function* () {
      yield* evolved(world)
      yield* world.call("POST", `${world.at}/coins`, { amount: 5_000 })
      const { occurred_at, ...body } = yield* world.heard("buddy.prestiged")
      assert.deepStrictEqual(body, {
        buddy_id: world.buddy_id,
        prestige_level: 1,
        from_evolution_stage: 2,
        season_id: null
      })
      world.isNow(occurred_at)
      assert.deepInclude(yield* world.get(world.at), { evolution_stage: 1, prestige_level: 1 })
    }),
  "evolution.ready": ({ at, bodies, buddy_id, get, heard, learn }) =>
    Effect.gen(function* () {
      yield* learn()
      assert.isEmpty(bodies("evolution.ready"))
      yield* learn()
      const body = yield* heard("evolution.ready")
      const facts = { buddy_id, current_stage: 1, next_stage: 2, progress: 1, auto_evolve: false }
      assert.deepStrictEqual(body, facts)
      assert.strictEqual((yield* get(`${at}/evolution`)).progress, body.progress)
      // Ready once: what comes after it is heard, and it is not said again.
      yield* learn()
      yield* heard("skill.updated", ({ updates }) => updates.focus.level === 7)
      assert.lengthOf(bodies("evolution.ready"), 1)
    }),
  "coins.earned": (world) =>
    Effect.gen(function* () {
      const { at, buddy_id, call, heard } = world
      const manual = { amount: 40, reason: "thanks", reference_id: "order-7" }
      const { ledger_id } = (yield* call("POST", `${at}/coins`, manual)).body
      const given = yield* heard("coins.earned")
      assert.deepStrictEqual(given, { buddy_id, ...manual, balance: 40, ledger_id, is_lucky: false })
      const { event_id, ...event } = lesson("ada", { type: "wheel.turned" })
      yield* call("POST", "/events", { ...event, event_id })
      const row = yield* newest(world, "coin")
      assert.deepStrictEqual(yield* heard("coins.earned", ({ amount }) => amount === 7), {
        buddy_id,
        amount: 7,
        balance: 47,
        reason: "coin_rule",
        reference_id: event_id,
        ledger_id: row.ledger_id,
        is_lucky: true
      })
    }),
  "coins.spent": (world) =>
    Effect.gen(function* () {
      const { at, buddy_id, call, heard } = world
      yield* call("POST", `${at}/coins`, { amount: 100 })
      const spent = { amount: 15, reason: "raffle ticket", reference_id: "ticket-3" }
      const { ledger_id } = (yield* call("POST", `${at}/coins/spend`, spent)).body
      const facts = { buddy_id, ...spent, balance: 85, ledger_id, is_lucky: false }
      assert.deepStrictEqual(yield* heard("coins.spent"), facts)
      const item_id = yield* shop(world, 40)
      const bought = (yield* call("POST", `${at}/purchase-item`, { item_id })).body
      const row = yield* newest(world, "coin")
      assert.deepStrictEqual(yield* heard("coins.spent", ({ amount }) => amount === 40), {
        buddy_id,
        amount: 40,
        balance: 45,
        reason: "item_purchase",
        reference_id: bought.purchase_id,
        ledger_id: row.ledger_id,
        is_lucky: false
      })
    }),
  "token.earned": ({ at, buddy_id, call, heard, learn }) =>
    Effect.gen(function* () {
      yield* learn()
      const byRule = { buddy_id, token_type: "xp", amount: 10, reason: "token_rule" }
      assert.deepStrictEqual(yield* heard("token.earned"), byRule)
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 9, reason: "welcome" })
      const byHand = { buddy_id, token_type: "gem", amount: 9, reason: "welcome" }
      assert.deepStrictEqual(yield* heard("token.earned", ({ token_type }) => token_type === "gem"), byHand)
    }),
  "token.spent": ({ at, buddy_id, call, heard }) =>
    Effect.gen(function* () {
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 9 })
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "spend", amount: 4, reason: "hint" })
      assert.deepStrictEqual(yield* heard("token.spent"), { buddy_id, token_type: "gem", amount: 4, reason: "hint" })
    }),
  "gate.unlocked": ({ at, bodies, buddy_id, call, heard, isNow }) =>
    Effect.gen(function* () {
      yield* call("PUT", "/gates/island", { token_key: "gem", cost: 3 })
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 9 })
      const { unlocked_at } = (yield* call("POST", `${at}/gates/island/unlock`)).body
      const body = yield* heard("gate.unlocked")
      assert.deepStrictEqual(body, { buddy_id, gate_key: "island", token_key: "gem", cost: 3, unlocked_at })
      isNow(unlocked_at)
      assert.isTrue((yield* call("POST", `${at}/gates/island/unlock`)).body.already_unlocked)
      const paid = { buddy_id, token_type: "gem", amount: 3, reason: "gate_unlock" }
      assert.deepStrictEqual(yield* heard("token.spent"), paid)
      assert.lengthOf(bodies("token.spent"), 1)
    }),
  "item.purchased": (world) =>
    Effect.gen(function* () {
      const { at, buddy_id, call, heard } = world
      const item_id = yield* shop(world, 40)
      yield* call("POST", `${at}/coins`, { amount: 100 })
      const { purchase_id } = (yield* call("POST", `${at}/purchase-item`, { item_id: "hat" })).body
      assert.match(purchase_id, uuid)
      const facts = { buddy_id, item_id, item_name: "Wool hat", price_paid: 40, purchase_id }
      assert.deepStrictEqual(yield* heard("item.purchased"), facts)
    }),
  "item.equipped": (world) =>
    Effect.gen(function* () {
      const { at, buddy_id, call, heard } = world
      const item_id = yield* shop(world, 40)
      yield* call("POST", `${at}/coins`, { amount: 100 })
      const { purchase_id } = (yield* call("POST", `${at}/purchase-item`, { item_id })).body
      yield* call("PATCH", `${at}/equipped-items`, { equip: [item_id] })
      const facts = { buddy_id, item_id, item_name: "Wool hat", price_paid: 40, purchase_id }
      assert.deepStrictEqual(yield* heard("item.equipped"), facts)
    }),
  "skill.level_up": ({ bodies, buddy_id, heard, learn }) =>
    Effect.gen(function* () {
      yield* learn()
      const facts = { buddy_id, skill_key: "focus", level: 2, previous: 0, change: 2 }
      assert.deepStrictEqual(yield* heard("skill.level_up"), facts)
      // Five points are no level.
      assert.lengthOf(bodies("skill.level_up"), 1)
    }),
  "skill.updated": ({ at, buddy_id, call, heard, learn }) =>
    Effect.gen(function* () {
      yield* learn()
      // Memory got points too, but no level.
      const byRules = { focus: { level: 2, previous: 0, change: 2 } }
      assert.deepStrictEqual(yield* heard("skill.updated"), { buddy_id, updates: byRules })
      const updates = [{ skill_key: "focus", operation: "decrease", value: 1 }]
      yield* call("PATCH", `${at}/skills`, { updates })
      const byHand = { focus: { level: 1, previous: 2, change: -1 } }
      const isDrop = (body: { updates: typeof byHand }) => body.updates.focus.change < 0
      assert.deepStrictEqual(yield* heard("skill.updated", isDrop), { buddy_id, updates: byHand })
    }),
  "skill.decayed": (world) =>
    Effect.gen(function* () {
      const { buddy_id, get, heard, learn } = world
      const { advance, now } = yield* onClock(world)
      yield* learn(now)
      const later = yield* advance({ by_seconds: 8 * day_seconds })
      const { rule_id } = yield* get("/skill-decay-rules/fade")
      const facts = { buddy_id, user_id: "ada", skill_key: "focus", rule_id }
      assert.deepStrictEqual(yield* heard("skill.decayed"), {
        ...facts,
        previous_level: 2,
        new_level: 1,
        delta: -1,
        period_key: later.slice(0, 10)
      })
      const isDrop = (body: { updates: { focus: { change: number } } }) => body.updates.focus.change < 0
      const updates = { focus: { level: 1, previous: 2, change: -1 } }
      assert.deepStrictEqual(yield* heard("skill.updated", isDrop), { buddy_id, updates })
      // Practice ends the idle time: the rule refreshes the skill, and takes nothing.
      yield* learn(later)
      const refreshed = yield* heard("skill.decayed", ({ delta }) => delta === 0)
      const level = { previous_level: refreshed.new_level, new_level: refreshed.new_level, delta: 0 }
      assert.deepStrictEqual(refreshed, { ...facts, ...level, period_key: later.slice(0, 10) })
    }),
  "buddy.ceremony_completed": ({ buddy_id, call, heard, isNow }) =>
    Effect.gen(function* () {
      yield* watchHatching(call, buddy_id, "ada")
      const body = yield* heard("buddy.ceremony_completed")
      assert.deepStrictEqual(body, { buddy_id, user_id: "ada", ...hatching, occurred_at: body.occurred_at })
      isNow(body.occurred_at)
    }),
  "badge.ready": ({ at, buddy_id, call, heard }) =>
    Effect.gen(function* () {
      yield* call("POST", `${at}/coins`, { amount: 1_000 })
      assert.deepStrictEqual(yield* heard("badge.ready"), { buddy_id, badge_key: "hero" })
    }),
  "badge.awarded": ({ at, buddy_id, call, get, heard, isNow, learn }) =>
    Effect.gen(function* () {
      yield* learn()
      const first = yield* heard("badge.awarded")
      const { awarded_at } = first
      const facts = { buddy_id, badge_key: "first", label: "First lesson", awarded_at, coin_reward: 25, reason: null }
      assert.deepStrictEqual(first, facts)
      isNow(awarded_at)
      assert.strictEqual((yield* get(`${at}/badges`)).data[0].awarded_at, awarded_at)
      yield* call("POST", `${at}/badges`, { badge_key: "friend", reason: "brought a friend" })
      const { awarded_at: later, ...given } = yield* heard("badge.awarded", ({ badge_key }) => badge_key === "friend")
      const byHand = { badge_key: "friend", label: "Friend", coin_reward: 0, reason: "brought a friend" }
      assert.deepStrictEqual(given, { buddy_id, ...byHand })
      isNow(later)
    }),
  "streak.milestone": (world) =>
    Effect.gen(function* () {
      const { at, buddy_id, call, heard, learn } = world
      const { advance, now } = yield* onClock(world)
      const event_id = yield* learn(now)
      const facts = { buddy_id, current_streak: 1, longest_streak: 1, milestone: 1, event_id }
      assert.deepStrictEqual(yield* heard("streak.milestone"), facts)
      // A day is missed and given back: no event reached this one.
      yield* learn(yield* advance({ by_seconds: 2 * day_seconds }))
      yield* learn(yield* advance({ by_seconds: day_seconds }))
      yield* call("POST", `${at}/streaks/daily/restore`, { reason: "train strike" })
      const third = { buddy_id, current_streak: 3, longest_streak: 3, milestone: 3, event_id: null }
      assert.deepStrictEqual(yield* heard("streak.milestone", ({ milestone }) => milestone === 3), third)
    }),
  "streak.at_risk": (world) =>
    Effect.gen(function* () {
      const { bodies, buddy_id, heard, learn } = world
      const { advance, now } = yield* onClock(world)
      yield* learn(now)
      const tomorrow = Date.parse(now.slice(0, 10)) + day_seconds * 1_000
      const expires = tomorrow + day_seconds * 1_000
      const at = (ms: number) => new Date(ms).toISOString()
      yield* advance({ to: at(expires - 241 * 60_000) })
      assert.isEmpty(bodies("streak.at_risk"))
      yield* advance({ to: at(expires - 239 * 60_000) })
      assert.deepStrictEqual(yield* heard("streak.at_risk"), {
        buddy_id,
        user_id: "ada",
        streak_key: "daily",
        current_streak: 1,
        period_key: at(tomorrow).slice(0, 10),
        expires_at: at(expires)
      })
    })
}

/** Their families' own tests bring them about. */
const elsewhere = [
  "booster.granted",
  "buddy.ceremony_completed",
  "lottery.drawn",
  "mystery_box.opened",
  "outfit.deleted",
  "outfit.saved",
  "outfit.worn",
  "user.reengaged"
]

/** Named by what has become of a card; the tests of free lunches hear them. */
const composed = ["free_lunch.dismissed", "free_lunch.granted", "free_lunch.seen"]

layer(TestApp.shared, { excludeTestServices: true })("a tenant hears of", (it) => {
  for (const [event, tell] of Object.entries(cases)) {
    it.effect(event, () =>
      Effect.gen(function* () {
        const world = yield* started
        yield* tell(world)
        yield* world.verifyAll
      })
    )
  }

  it.effect("every event of these families that the service sends, and of no other", () =>
    Effect.sync(() => {
      const catalogue = Object.keys({ ...buddyEvents, ...economyEvents, ...progressEvents })
      const code = sources
        .filter((path) => !path.startsWith("src/wire/webhook/"))
        .map((path) => withoutComments(read(path)))
        .join("\n")
      const sent = catalogue.filter((event) => code.includes(`"${event}"`))
      assert.sameMembers([...new Set([...Object.keys(cases), ...elsewhere])], sent)
      assert.sameMembers([...sent, ...composed], catalogue)
    })
  )
})
