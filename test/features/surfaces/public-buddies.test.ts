/** Who may be seen by anybody, and what of a buddy its profile allows. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { PublicBuddies } from "../../../src/features/surfaces/public-buddies/Service.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { open } from "../../kit/surfaces/Showrooms.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const everything = { badges: true, skills: true, streak: true, coins: true }

const app = Layer.provideMerge(PublicBuddies.layer, TestApp.shared)

layer(app, { excludeTestServices: true })("a buddy in public", (it) => {
  it.effect("shows what its profile allows, and nothing that says whose it is", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, studyContent)
      const { buddy_id } = yield* hatch(tenant, "ada@example.test")
      const { find } = yield* PublicBuddies
      const look = Effect.map(find(tenant.customer_id, [buddy_id]), (found) => found.get(buddy_id))
      const shy = yield* look
      assert.deepStrictEqual([shy?.badges, shy?.skills, shy?.streak, shy?.coins], [[], null, null, null])
      yield* tenant.call("PATCH", `/buddies/${buddy_id}/profile`, { tagline: "I am {name}", show: everything })
      const open = (yield* look)!
      assert.strictEqual(open.tagline, `I am ${open.name}`)
      assert.deepStrictEqual(open.streak, { current: 0, longest: 0 })
      assert.isNumber(open.coins)
      assert.isArray(open.skills)
      assert.notInclude(JSON.stringify(open), "ada@example.test")
    })
  )

  it.effect("shows its newest badges, and says how many there are", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant: anew } = yield* TestApp
      const tenant = yield* anew()
      const badge_definitions = Array.from({ length: 15 }, (_, at) => ({
        badge_key: `badge_${at}`,
        label: `Badge ${at}`,
        is_secret: at === 14
      }))
      yield* publish(tenant, { ...studyContent, badge_definitions })
      const { buddy_id } = yield* hatch(tenant, "ada")
      for (const { badge_key } of badge_definitions)
        yield* succeeded(tenant.call("POST", `/buddies/${buddy_id}/badges`, { badge_key }))
      const { find } = yield* PublicBuddies
      const seen = (yield* find(tenant.customer_id, [buddy_id])).get(buddy_id)!
      assert.strictEqual(seen.badges?.length, 12)
      assert.strictEqual(seen.badges?.[0]?.label, "Badge 13")
      assert.strictEqual(seen.badges_total, 14)
      const { slug } = yield* open(tenant)
      const page = yield* Effect.promise(() => fetch(`${baseUrl}/showroom/${slug}`).then((answer) => answer.text()))
      assert.include(page, ">+10</li>")
      const json = (yield* tenant.call("GET", `/public/showroom/${slug}`)).body.buddies[0]
      assert.notProperty(json, "badges_total")
      assert.notProperty(json, "tells_stage")
    })
  )

  it.effect("is not there while it is private, once it is archived, for another tenant, or when it never was", () =>
    Effect.gen(function* () {
      const { tenant } = yield* TestApp
      const [own, other] = [yield* tenant(), yield* tenant()]
      yield* publish(own, studyContent)
      const { find } = yield* PublicBuddies
      const buddies = yield* Effect.forEach(["a", "b", "c"], (user) => hatch(own, user))
      const ids = buddies.map(({ buddy_id }) => buddy_id)
      const [first, second, third] = ids
      const seen = (customer_id: string) =>
        Effect.map(find(customer_id, [...ids, own.customer_id, "nobody"]), (found) => [...found.keys()])
      assert.sameMembers(yield* seen(own.customer_id), ids)
      assert.deepStrictEqual(yield* seen(other.customer_id), [])
      yield* own.call("PATCH", `/buddies/${first}/profile`, { is_private: true })
      yield* own.call("PATCH", `/buddies/${second}/archive`)
      assert.deepStrictEqual(yield* seen(own.customer_id), [third!])
    })
  )
})
