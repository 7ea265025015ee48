/**
 * Pictures of the pages players open, for the README: of the demo that runs at BASE, by Chromium.
 *
 *     npm start, and in another terminal: node test/pictures/main.ts [folder]
 */
import { readFileSync } from "node:fs"
import { chromium } from "playwright-core"
import sharp from "sharp"
import { executable } from "../kit/browser/executable.ts"

const base = process.env["BASE"] ?? "http://localhost:4000"
const key = process.env["KEY"] ?? readFileSync(".data/demo-key", "utf8").trim()
const folder = process.argv[2] ?? "docs/pictures"
const phone = { width: 390, height: 844 }
const shown_width = 300

/** What is read of any answer. */
interface Body {
  readonly data: ReadonlyArray<Readonly<Record<"audience" | "buddy_id" | "season_id" | "state", string>>>
  readonly slug: string
  readonly url: string
}

/** Answers that say it is there already are as good. */
const call = async (method: string, path: string, body?: object): Promise<Body> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, ...sent })
  if (answer.status >= 400 && answer.status !== 409)
    throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Body
}

const champions = async () => {
  await call("PATCH", "/customers/me/settings", { hall_of_fame: { enabled: true, top: 10 } })
  const seasons = "/customers/me/leagues/seasons"
  const { data } = await call("GET", seasons)
  const open = data.find(({ state }) => state !== "closed")
  if (open !== undefined) await call("POST", `${seasons}/${open.season_id}/force-close`, { reason: "Pictures" })
  const { slug } = await call("GET", "/customers/me")
  const hall = `${base}/api/v1/public/hall-of-fame/${slug}`
  for (let times = 0; times < 3_000; times++) {
    const answer = await fetch(hall)
    const { data } = answer.ok ? ((await answer.json()) as Body) : { data: [] }
    if (data[0] !== undefined) return `${base}/hall-of-fame/${slug}/${data[0].season_id}`
  }
  throw new Error("no season is over")
}

const addresses = async (): Promise<Readonly<Record<string, string>>> => {
  const { data } = await call("GET", "/buddies?user_id=ada")
  const { audience, buddy_id } = data[0]!
  const show = { badges: true, skills: true, streak: true, coins: true }
  await call("PATCH", `/buddies/${buddy_id}/profile`, { tagline: "{name} never misses a day", show })
  for (const lesson_id of ["one", "two", "three"]) {
    const event = { event_id: `pictures-${lesson_id}`, user_id: "ada", type: "lesson.completed" }
    await call("POST", "/events", {
      ...event,
      occurred_at: new Date().toISOString(),
      properties: { lesson_id, score: 95 }
    })
  }
  await call("PATCH", "/buddy-share/settings", { cta_url: "https://example.com/", cta_label: "Hatch your own" })
  const surface = { name: "Study hall", slug: "study-hall", hosted_surface_key: "study-hall", audience }
  const said = { headline: "Welcome to the study hall", intro: "Your buddy is waiting. The code is on your card." }
  await call("POST", "/customers/me/hosted-surfaces", { ...surface, ...said })
  await call("POST", "/customers/me/hosted-surfaces/study-hall/publish")
  return {
    "hosted-page": `${base}/s/study-hall`,
    showroom: `${base}/showroom/class`,
    share: (await call("POST", `/buddies/${buddy_id}/share`)).url,
    "hall-of-fame": await champions(),
    "welcome-back": (await call("POST", `/buddies/${buddy_id}/welcome-back`, {})).url
  }
}

const browser = await chromium.launch({ executablePath: executable(), args: ["--headless", "--no-sandbox"] })
const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, reducedMotion: "reduce" })
for (const [name, address] of Object.entries(await addresses())) {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: "networkidle" })
  const taken = await page.screenshot()
  await sharp(taken)
    .resize(shown_width * 2)
    .png({ palette: true, quality: 80 })
    .toFile(`${folder}/${name}.png`)
  await page.close()
}
await browser.close()
