/** What every kind of public page costs whoever opens it: bytes before its pictures, and what is seen first. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { begin, close, played, score } from "../../kit/players/Leagues.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { planned } from "../../kit/surfaces/Planned.ts"

const bytes_max = 60_000
const me = "/customers/me"
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "en-US" }

const fine = ({ body, status, text }: Answer) => {
  assert.isBelow(status, 300, text)
  return body
}

/** One page of each kind, as rich as a tenant makes them. */
const stage = Effect.gen(function* () {
  const { buddies, call, tenant } = yield* played(["ada", "bea", "cem"])
  yield* planned(tenant.customer_id, "enterprise")
  const season = yield* begin(tenant, { name: "Winter Cup" })
  for (const [at, user] of ["ada", "bea", "cem"].entries()) yield* score(tenant, user, 30 - 10 * at)
  yield* close(tenant, season.season_id)
  const { slug } = fine(yield* call("PATCH", `${me}/settings`, { hall_of_fame: { enabled: true } }))
  const [buddy_id] = buddies
  const profile = { tagline: "Never misses a day", show: { badges: true, skills: true, streak: true, coins: true } }
  fine(yield* call("PATCH", `/buddies/${buddy_id}/profile`, profile))
  fine(yield* call("PATCH", "/buddy-share/settings", { cta_url: "https://acme.example/" }))
  const { code } = fine(yield* call("POST", `/buddies/${buddy_id}/share`))
  const { token } = fine(yield* call("POST", `/buddies/${buddy_id}/welcome-back`, {}))
  const showroom = fine(yield* call("POST", `${me}/showrooms`, { name: "Spring", description: "d".repeat(500) }))
  fine(yield* call("POST", `${me}/showrooms/${showroom.showroom_id}/publish`))
  const surface = fine(yield* call("POST", `${me}/hosted-surfaces`, { name: "Lobby", intro: "i".repeat(500) }))
  fine(yield* call("POST", `${me}/hosted-surfaces/${surface.hosted_surface_id}/publish`))
  return {
    share: `/p/${code}`,
    showroom: `/showroom/${showroom.slug}`,
    surface: `/s/${surface.slug}`,
    halls: "/hall-of-fame",
    hall: `/hall-of-fame/${slug}`,
    season: `/hall-of-fame/${slug}/${season.season_id}`,
    welcome: `/welcome-back#t=${token}`,
    missing: "/p/AAAAAAAAAAAAAAAA"
  }
})

interface Painted {
  readonly picture: string
  readonly words: string
}

/** What a browser says was the largest thing it painted, which is what people wait for. */
const largest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Painted>((resolve) => {
        new PerformanceObserver((list) => {
          const { element, url } = list.getEntries().at(-1) as unknown as { element: Element; url: string }
          resolve({ picture: url, words: (element.textContent ?? "").trim() })
        }).observe({ type: "largest-contentful-paint", buffered: true })
      })
  )

const weighed = Effect.fnUntraced(function* (path: string) {
  const { baseUrl } = yield* TestApp
  const { visitor } = yield* browser
  const page = yield* visitor(phone, baseUrl)
  return yield* Effect.promise(async () => {
    const sizes: Array<Promise<number>> = []
    page.on("requestfinished", (request) => {
      if (request.resourceType() === "image" || request.url().includes("/api/")) return
      const size = request.sizes().then((all) => all.responseBodySize + all.responseHeadersSize)
      sizes.push(size)
    })
    const first = await (await page.goto(baseUrl + path, { waitUntil: "networkidle" }))!.text()
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    return { first, bytes, painted: await largest(page) }
  })
})

/** As the page's source has it. */
const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

layer(TestApp.layer(), { excludeTestServices: true })("a public page", (it) => {
  it.effect("of every kind is light, and what is seen first came with it", () =>
    Effect.gen(function* () {
      for (const [kind, path] of Object.entries(yield* stage)) {
        const { bytes, first, painted } = yield* weighed(path)
        assert.isBelow(bytes, bytes_max, kind)
        assert.isAbove(bytes, 1_000, kind)
        const { picture, words } = painted
        // Whom a link welcomes back stands in no page: its secret is never sent for one.
        if (kind === "welcome") continue
        assert.isNotEmpty(picture + words, kind)
        const source = picture === "" ? escaped(words) : new URL(picture).pathname
        assert.include(first, source, kind)
      }
    })
  )
})
