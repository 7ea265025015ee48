/** The tarball as others meet it: installed into an empty project, compiled strictly, run under every Node there is. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type RunningTestService, startTestService, type Tenant } from "hatchery/testing"
import { emptyProject, examplesOf, nodes, type Project } from "../../kit/sdk/Project.ts"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

let service: RunningTestService
let tenant: Tenant
let project: Project

beforeAll(async () => {
  // Before the service: it sends the bundler of this process away when its widgets are built, whoever else has it work.
  project = await emptyProject()
  service = await startTestService({ clock: "real" })
  tenant = await service.tenant()
  await tenant.publish(content)
})
afterAll(async () => {
  await project?.remove()
  await service?.stop()
})

const examples = examplesOf("sdk/README.md")

/** What must compile, and what must not. */
const wrong = `
import { Hatchery, isCode } from "@hatchery/sdk"
import { Hatchery as InBrowser } from "@hatchery/sdk/browser"
const hatchery = new Hatchery({ apiKey: () => Promise.resolve("svc_test_"), baseUrl: "https://host.example" })
const browser = new InBrowser({ token: "svc_ws_", baseUrl: "https://host.example" })
// @ts-expect-error names are camelCase
await hatchery.events.create({ event_id: "e", user_id: "u", type: "t", occurred_at: "" })
// @ts-expect-error a body is not optional
await hatchery.eggs.create()
// @ts-expect-error pages cannot lay eggs
await browser.eggs.create({ userId: "u" })
const maybe = await browser.widgetRuntime.getBuddy({ etag: "e" })
// @ts-expect-error there is nothing when nothing has changed
maybe.buddy
const coins: number = (await browser.widgetRuntime.getBuddy()).buddy.coins
// @ts-expect-error no such status
hatchery.buddies.list({ status: "asleep" })
// @ts-expect-error no such code
isCode(undefined, "no_such_code")
const tokens: Record<string, number> = (await hatchery.buddies.get("b")).tokens
const { data }: { data: string[] } = { data: (await hatchery.buddies.list().toArray()).map(({ buddyId }) => buddyId) }
export { coins, data, tokens }
`

describe("the packed SDK", () => {
  it("compiles strictly, with every example of its README, and refuses what the service would", async () => {
    const named = Object.fromEntries(examples.map((source, index) => [`example${index + 1}`, source]))
    assert.isAtLeast(examples.length, 5)
    assert.strictEqual(await project.compiled({ ...named, wrong }), "")
    assert.include(await project.compiled({ broken: examples[0]!.replace("eventId:", "event_id:") }), "broken.ts")
  })

  it("goes the first journey under every Node there is", async () => {
    const programs = await nodes()
    assert.isNotEmpty([...programs])
    for (const [version, program] of programs) {
      const env = { HATCHERY_API_KEY: tenant.key, HATCHERY_BASE_URL: service.baseUrl }
      assert.match(await project.ran(program, examples[0] ?? "", env), /^[\w-]{36} earned 10 coins\n$/, version)
    }
  })

  it("is one package: an error is the same class from every entry, and browsers get theirs", async () => {
    const program = `
      import { HatcheryError } from "@hatchery/sdk"
      import * as browser from "@hatchery/sdk/browser"
      const nowhere = new browser.Hatchery({ token: "t", baseUrl: "http://127.0.0.1:1", maxRetries: 0 })
      const failed = await nowhere.widgetRuntime.getConfig().catch((error: unknown) => error)
      console.log(failed instanceof HatcheryError, import.meta.resolve("@hatchery/sdk").split("/").at(-1))
    `
    assert.strictEqual(await project.ran(process.execPath, program), "true index.js\n")
    const inBrowser = await project.ran(process.execPath, program, { NODE_OPTIONS: "--conditions=browser" })
    assert.strictEqual(inBrowser, "true browser.js\n")
  })
})
