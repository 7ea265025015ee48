/** What the page of a shared buddy says of figures, in the language and the words of its workspace. */
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const stage = Effect.gen(function* () {
  const { baseUrl, tenant: enrol } = yield* TestApp
  const tenant = yield* enrol({ name: "Acme Learning" })
  yield* publish(tenant, studyContent)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const at = `/buddies/${buddy_id}`
  const change = (path: string, given: object) => succeeded(tenant.call("PATCH", path, given))
  yield* change(`${at}/profile`, { show: { badges: false, skills: false, streak: false, coins: true } })
  const { code } = (yield* succeeded(tenant.call("POST", `${at}/share`))).body
  const text = Effect.promise(async () => (await fetch(`${baseUrl}/p/${code}`)).text())
  return {
    earn: (amount: number) => succeeded(tenant.call("POST", `${at}/coins`, { amount })),
    settings: (given: object) => change("/customers/me/settings", given),
    /** What is read of a buddy stays in memory for a moment. */
    says: (figure: string) =>
      until(
        `the page says ${figure}`,
        Effect.map(text, (html) => html.includes(`<li><bdi>${figure}</bdi></li>`))
      )
  }
})

layer(TestApp.shared, { excludeTestServices: true })("the page of a shared buddy", (it) => {
  it.effect("says figures as they are written and coins as they are called", () =>
    Effect.gen(function* () {
      const { earn, says, settings } = yield* stage
      yield* earn(1)
      yield* settings({ locale: "en" })
      yield* says("1 coin")
      yield* earn(1_233)
      yield* settings({ locale: "de" })
      yield* says("1.234 Münzen")
      yield* settings({ locale: "en", coin_name: { singular: "pearl", plural: "pearls" } })
      yield* says("1,234 pearls")
    })
  )
})
