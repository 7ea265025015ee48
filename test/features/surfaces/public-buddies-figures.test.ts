/** What pages about buddies say of figures, in the language and the words of their workspace. */
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const stage = Effect.gen(function* () {
  const { baseUrl, tenant: enrol } = yield* TestApp
  const tenant = yield* enrol({ name: "Acme Learning", plan: "enterprise" })
  yield* publish(tenant, studyContent)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const at = `/buddies/${buddy_id}`
  const change = (path: string, given: object) => succeeded(tenant.call("PATCH", path, given))
  yield* change(`${at}/profile`, { show: { badges: false, skills: false, streak: false, coins: true } })
  const { code } = (yield* succeeded(tenant.call("POST", `${at}/share`))).body
  const rooms = "/customers/me/showrooms"
  const room = (yield* succeeded(tenant.call("POST", rooms, { name: "Spring", show: { coins: true } }))).body
  const { slug } = (yield* succeeded(tenant.call("POST", `${rooms}/${room.showroom_id}/publish`))).body
  const text = (path: string) => Effect.promise(async () => (await fetch(baseUrl + path)).text())
  const pages = Effect.map(Effect.all([text(`/p/${code}`), text(`/showroom/${slug}`)]), (all) => all.join())
  return {
    earn: (amount: number) => succeeded(tenant.call("POST", `${at}/coins`, { amount })),
    settings: (given: object) => change("/customers/me/settings", given),
    /** What is read of a buddy stays in memory for a moment. */
    say: (figure: string) =>
      until(
        `both pages say ${figure}`,
        Effect.map(pages, (html) => html.split(`<bdi>${figure}</bdi>`).length === 3)
      )
  }
})

layer(TestApp.shared, { excludeTestServices: true })("pages about a buddy", (it) => {
  it.effect("say figures as they are written and coins as they are called", () =>
    Effect.gen(function* () {
      const { earn, say, settings } = yield* stage
      yield* earn(1)
      yield* settings({ locale: "en" })
      yield* say("1 coin")
      yield* earn(1_233)
      yield* settings({ locale: "de" })
      yield* say("1.234 Münzen")
      yield* settings({ locale: "en", coin_name: { singular: "pearl", plural: "pearls" } })
      yield* say("1,234 pearls")
    })
  )
})
