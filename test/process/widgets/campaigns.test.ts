/** What runs for all players, in the widgets of one: seen, joined, and only looked at where a token may no more. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { all as words } from "../../../src/widgets/parts/together/words.ts"
import { widgetNames } from "../../../src/widgets/contract.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { campaigns } from "../../kit/widgets/TogetherAnswers.ts"
import { mount, refusal, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const still = { reducedMotion: "reduce" } as const
const quiet: Service = ({ path }) =>
  path === "/widget/config"
    ? { body: { ...Answers.config, modules: ["buddy", "badges"], mission_anchor: null } }
    : undefined

layer(WidgetPages.layer, { excludeTestServices: true })("campaigns in the widgets", (it) => {
  it.effect("show boosters, quests, draws, kudos and causes in every language", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const languages = Object.keys(words)
        const buddies = languages.map((tag) => mount("buddy", `aria-label="${tag}" data-locale="${tag}"`))
        const { complaints, page, rests } = await open(buddies.join(""), still)
        await rests("ready")
        for (const tag of languages) {
          const widget = page.locator(`[aria-label="${tag}"] .widget`)
          await widget.locator(".kudos").waitFor()
          const said = (await widget.textContent()) ?? ""
          const number = (value: number) => new Intl.NumberFormat(tag).format(value)
          const { causes, join, kudos, leave, lotteries, quests, ticket, tickets, ticketsOfAll } = words[tag]!
          const texts = ["Read together", "Friday draw", "Juno", "Thanks", "Plant trees"]
          const figures = [412, 1_000, 37, 12, 640, 2.5, 1_204.5, 7.5].map(number)
          for (const part of [
            ...texts,
            ...figures,
            quests,
            lotteries,
            kudos,
            causes,
            join,
            leave,
            ticket,
            tickets,
            ticketsOfAll
          ]) {
            assert.include(said, part, tag)
          }
        }
        // "2 of 640" read like a limit: how many are one's own, and how many there are, are two figures.
        const facts = page.locator('[aria-label="en"] .joint', { hasText: "Friday draw" }).locator(".facts > div")
        assert.deepStrictEqual(await facts.allTextContents(), [
          "Your tickets2",
          "Tickets in all640",
          "Chance per ticket0.47%"
        ])
        // What others write is text.
        assert.include(await page.locator(".kudos").first().textContent(), "<b>well</b>")
        assert.deepStrictEqual(complaints, [])
      })
    })
  )

  it.effect("join and leave a quest and get a ticket with one write each, and look again", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        let joined = false
        const quests = () => campaigns.quests.map((quest, place) => (place === 0 ? { ...quest, joined } : quest))
        const service: Service = ({ method, path }) => {
          if (path === "/widget/campaigns") return { body: { ...campaigns, quests: quests() } }
          if (method !== "POST") return undefined
          joined = path.endsWith("/join") || (joined && !path.endsWith("/leave"))
          return path.includes("quests") || path.includes("lotteries") ? { body: {} } : undefined
        }
        const { asked, page, rests } = await open(mount("buddy"), { ...still, service })
        await rests("ready")
        await page.getByRole("button", { name: "Join: Read together" }).click()
        await page.getByRole("button", { name: "Leave: Read together" }).click()
        await page.getByRole("button", { name: "Join: Read together" }).waitFor()
        assert.include(await page.locator("[role=status]").textContent(), "Read together")
        const again = page.waitForRequest((request) => request.url().endsWith("/widget/campaigns"))
        await page.getByRole("button", { name: "Get a ticket: Friday draw, 10 coins" }).click()
        await again
        const writes = asked.filter(({ method }) => method === "POST")
        assert.deepStrictEqual(
          writes.map(({ path }) => path),
          [
            "/widget/group-quests/quest-reads/join",
            "/widget/group-quests/quest-reads/leave",
            "/widget/lotteries/lottery-friday/entries"
          ]
        )
        assert.strictEqual(new Set(writes.map(({ headers }) => headers["idempotency-key"])).size, 3)
      })
    })
  )

  it.effect("say why a quest cannot be joined, beside the button", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const service: Service = ({ path }) => (path.endsWith("/join") ? refusal(409, "quest_full") : undefined)
        const { page, rests } = await open(mount("buddy"), { ...still, service })
        await rests("ready")
        await page.getByRole("button", { name: "Join: Read together" }).click()
        await page.locator(".joint .problem").waitFor()
      })
    })
  )

  it.effect("have no button that writes where the token may only read", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const token = { ...Answers.config.token, scopes: ["read"] }
        const service: Service = ({ path }) =>
          path === "/widget/config" ? { body: { ...Answers.config, token } } : undefined
        const { page, rests } = await open(mount("buddy"), { ...still, service })
        await rests("ready")
        await page.locator(".joints").first().waitFor()
        assert.strictEqual(await page.locator(".joint button").count(), 0)
      })
    })
  )

  it.effect("load and ask nothing where a workspace has none of it", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { asked, page, rests } = await open(mount("buddy"), { ...still, service: quiet })
        await rests("ready")
        assert.strictEqual(await page.locator(".anchor, .joint").count(), 0)
        assert.sameMembers([...new Set(asked.map(({ path }) => path))], ["/widget/config", "/widget/buddy"])
      })
    })
  )

  it.effect("stand under why all this matters, where the tenant wants it said", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const placements = ["buddy", "path"]
        const mission_anchor = { ...Answers.config.mission_anchor, placements }
        const service: Service = ({ path }) =>
          path === "/widget/config" ? { body: { ...Answers.config, mission_anchor } } : undefined
        const { page, rests } = await open(widgetNames.map((name) => mount(name)).join(""), { ...still, service })
        await rests("ready")
        for (const name of widgetNames) {
          const count = await page.locator(`[data-hatched-mount=${name}] .anchor`).count()
          assert.strictEqual(count, placements.includes(name) ? 1 : 0, name)
        }
        const link = page.locator("[data-hatched-mount=path] .anchor a")
        assert.strictEqual(await link.getAttribute("href"), "https://forest.example.test/")
        assert.strictEqual(await link.getAttribute("rel"), "noopener noreferrer")
        assert.include(await page.locator("[data-hatched-mount=path] .anchor").textContent(), "1,204.5")
      })
    })
  )

  it.effect("draw the lines between who rises, who stays and who falls in a cohort of the league", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const names = ["Ada", "Bo", "Cy", "Di", "Ed"]
        const entries = names.map((name, place) => ({
          rank: place + 1,
          name,
          thumb_url: null,
          value: 50 - place,
          rank_change: null,
          is_me: name === "Cy"
        }))
        const ends_at = new Date(Date.now() + 7_000_000).toISOString()
        const season = { season_name: "Week 49", tier_key: "silver", tier_name: "Silver", ends_at }
        const board = { ...Answers.leaderboard, entries, total: 5, me: { rank: 3, value: 48, rank_change: null } }
        const body = { ...board, league: { ...season, promote_rank: 2, demote_rank: 5 } }
        const service: Service = ({ path }) => (path.startsWith("/widget/leaderboard") ? { body } : undefined)
        const { page, rests } = await open(mount("leaderboard"), { ...still, service })
        await rests("ready")
        const rows = await page.locator("tbody tr").allTextContents()
        const shown = rows.map((row) => names.find((name) => row.includes(name)) ?? row)
        assert.deepStrictEqual(shown, ["Ada", "Bo", "Moves up", "Cy", "Di", "Moves down", "Ed"])
        assert.strictEqual(await page.locator("h2").textContent(), "Silver")
        assert.include(await page.locator("header").textContent(), "Week 49")
      })
    })
  )

  it.effect(
    "draw each line of a league once where equals share ranks, and the ranks of the lines may be nobody's",
    () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const players = [
            [1, "Ada"],
            [2, "Pip"],
            [2, "Pip"],
            [4, "Cy"],
            [5, "Di"],
            [5, "Ed"],
            [7, "Flo"]
          ] as const
          const entries = players.map(([rank, name]) => {
            return { rank, name, thumb_url: null, value: 50 - rank, rank_change: null, is_me: name === "Cy" }
          })
          const ends_at = new Date(Date.now() + 7_000_000).toISOString()
          const season = { season_name: "Week 49", tier_key: "silver", tier_name: "Silver", ends_at }
          const shown: Array<ReadonlyArray<string>> = []
          for (const [promote_rank, demote_rank] of [
            [2, 5],
            [3, 6]
          ]) {
            const body = { ...Answers.leaderboard, entries, total: 7, league: { ...season, promote_rank, demote_rank } }
            const service: Service = ({ path }) => (path.startsWith("/widget/leaderboard") ? { body } : undefined)
            const { page, rests } = await open(mount("leaderboard"), { ...still, service })
            await rests("ready")
            const rows = await page.locator("tbody tr").allTextContents()
            shown.push(rows.map((row) => players.find(([, name]) => row.includes(name))?.[1] ?? row))
          }
          assert.deepStrictEqual(shown, [
            ["Ada", "Pip", "Pip", "Moves up", "Cy", "Moves down", "Di", "Ed", "Flo"],
            ["Ada", "Pip", "Pip", "Moves up", "Cy", "Di", "Ed", "Moves down", "Flo"]
          ])
        })
      })
  )

  it.effect("offer once on a page to tell of a place in a league, where the service says there is one", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const brag = { moments: ["league_rank"], channels: ["copy_link"] }
        const service: Service = ({ method, path }) => {
          if (path === "/widget/config") return { body: { ...Answers.config, brag, modules: ["buddy", "brag"] } }
          if (method !== "POST" || path !== "/widget/brags") return undefined
          return { status: 201, body: { brag_id: "b1", text: "Rank 2!", url: null, channel_url: null } }
        }
        const { asked, page, rests } = await open(mount("buddy") + mount("buddy"), { ...still, service })
        await rests("ready")
        await page.locator(".brag").getByText("Rank 2!").waitFor()
        // Both have the part, and whatever either had in mind is done: each event draws both of them again.
        await page.waitForFunction(() =>
          [...document.querySelectorAll("[data-hatched-mount]")].every(({ shadowRoot }) =>
            shadowRoot?.adoptedStyleSheets.some(({ cssRules }) =>
              [...cssRules].some(({ cssText }) => cssText.includes(".brag"))
            )
          )
        )
        for (let turn = 0; turn < 3; turn += 1) await page.evaluate(`Hatched.track("lesson.completed")`)
        assert.strictEqual(await page.locator(".brag").count(), 1)
        const told = asked.filter(({ path }) => path === "/widget/brags").map(({ body }) => body)
        assert.deepStrictEqual(told, [{ action: "shown", moment: "league_rank" }])
      })
    })
  )

  it.effect("of teams shows their names without pictures, and which one is one's own", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const team = (rank: number, name: string, is_me: boolean) => {
          return { rank, name, thumb_url: null, value: 100 - rank, rank_change: null, is_me }
        }
        const leaderboard = { ...Answers.leaderboard.leaderboard, scope: "team" }
        const entries = [team(1, "Red", false), team(2, "Blue", true)]
        const me = { rank: 2, value: 98, rank_change: null }
        const body = { ...Answers.leaderboard, leaderboard, entries, me, total: 2 }
        const service: Service = ({ path }) => (path.startsWith("/widget/leaderboard") ? { body } : undefined)
        const { page, rests } = await open(mount("leaderboard"), { ...still, service })
        await rests("ready")
        assert.strictEqual(await page.locator("thead th").nth(1).textContent(), "Team")
        const cells = await page.locator("tbody th").allTextContents()
        assert.deepStrictEqual(cells, ["Red", "BlueYour team"])
        assert.strictEqual(await page.locator("tbody th :is(img, svg)").count(), 0)
      })
    })
  )
})
