/** The packed CLI as its users meet it: logging in, help, events, and configuration with a question at a terminal. */
import { mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type RunningTestService, startTestService, type Tenant } from "hatchery/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type CommandLine, commandLine, type Home } from "../../kit/sdk/CommandLine.ts"
import { nodes } from "../../kit/sdk/Project.ts"

const content = {
  coin_rules: [
    { rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } },
    { rule_key: "quiz", trigger: { event_type: "quiz.passed" }, amount: { mode: "fixed", value: 5 } }
  ]
}

let service: RunningTestService
let tenant: Tenant
let cli: CommandLine

beforeAll(async () => {
  cli = await commandLine()
  service = await startTestService({ clock: "real" })
  tenant = await service.tenant({ name: "Acme" })
  await tenant.publish(content)
})
afterAll(async () => {
  await cli?.remove()
  await service?.stop()
})

const loggedIn = async (): Promise<Home> => {
  const home = await cli.home()
  const ran = await home.run(["login", "--base-url", service.baseUrl, "--api-key", "-"], { input: `${tenant.key}\n` })
  assert.deepStrictEqual([ran.code, ran.err], [0, ""])
  return home
}

describe("logging in", () => {
  it("tries the key, keeps it for its owner only, and never shows it", async () => {
    const home = await cli.home()
    const before = await home.run(["status"])
    assert.deepStrictEqual([before.code, before.out], [1, ""])
    assert.match(before.err, /^hatchery: You are not logged in\. Run hatchery login/)
    const login = ["login", "--base-url", `${service.baseUrl}/api/v1/`, "--api-key", "-"]
    const wrong = await home.run(login, { input: "svc_test_nothing" })
    assert.deepStrictEqual([wrong.code, wrong.out], [1, ""])
    assert.match(wrong.err, /does not accept this key .*hatchery login/)
    assert.strictEqual((await home.run(["status"])).err, before.err)

    const ran = await home.run(login, { input: `${tenant.key}\n` })
    assert.deepStrictEqual(ran, {
      code: 0,
      out: `Logged in: Acme, with a test key, at ${service.baseUrl}.\n`,
      err: ""
    })
    const folder = join(home.folder, "config/hatchery")
    assert.strictEqual((await stat(folder)).mode & 0o777, 0o700)
    assert.deepStrictEqual(await readdir(folder), ["credentials.json"])
    assert.strictEqual((await stat(join(folder, "credentials.json"))).mode & 0o777, 0o600)
    const status = await home.run(["status"])
    assert.match(status.out, /^workspace {2}Acme\n/)
    assert.deepInclude(JSON.parse((await home.run(["status", "--json"])).out), { mode: "test", profiles: ["default"] })
    const said = [wrong, ran, status].map(({ err, out }) => err + out).join("")
    assert.notInclude(said, tenant.key)

    assert.strictEqual((await home.run(["logout"])).code, 0)
    assert.notInclude(await readFile(join(folder, "credentials.json"), "utf8"), tenant.key)
    assert.strictEqual((await home.run(["status"])).code, 1)
  })

  it("asks at a terminal, and shows nothing of the key that is typed", async () => {
    const home = await cli.home()
    const asked = home.atTerminal(["login"])
    await service.until("it asks where", () => asked.out().includes("Base URL of the service"))
    asked.type(`${service.baseUrl}\r`)
    await service.until("it asks for the key", () => asked.out().includes("Secret key"))
    asked.type(tenant.key)
    asked.type("\r")
    const { code, out } = await asked.ended
    assert.strictEqual(code, 0, out)
    assert.include(out, "Logged in: Acme")
    assert.notInclude(out, tenant.key)
    assert.notInclude(out, "*".repeat(8))
    assert.strictEqual((await home.run(["status"])).code, 0)
  })

  it("keeps profiles apart, and sends the key of one to no other service", async () => {
    const home = await loggedIn()
    const other = await service.tenant({ name: "Umbrella" })
    const login = ["login", "--profile", "other", "--base-url", service.baseUrl]
    assert.strictEqual((await home.run(login, { env: { HATCHERY_API_KEY: other.key } })).code, 0)
    assert.match((await home.run(["status", "--profile", "other"])).out, /Umbrella/)
    assert.match((await home.run(["status"])).out, /Acme/)
    // What stands in the environment goes before a profile that nobody asked for.
    const env = { HATCHERY_API_KEY: other.key }
    assert.match((await home.run(["status"], { env })).out, /Umbrella/)
    assert.match((await home.run(["status", "--profile", "default"], { env })).out, /Acme/)

    let asked = 0
    const stranger = createServer((_, response) => {
      asked++
      response.end("{}")
    })
    await new Promise<void>((resume) => stranger.listen(0, "127.0.0.1", resume))
    const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
    for (const where of [{ args: ["--base-url", url] }, { args: [], env: { HATCHERY_BASE_URL: url } }]) {
      const refused = await home.run(["status", ...where.args], { env: where.env ?? {} })
      assert.strictEqual(refused.code, 1)
      assert.match(refused.err, /is sent nowhere else/)
    }
    stranger.close()
    assert.strictEqual(asked, 0)
  })

  it("takes a key that was given as an argument off the list of processes", async () => {
    const home = await cli.home()
    let line = ""
    const slow = createServer(async (_, response) => {
      line = await readFile(`/proc/${running.child.pid}/cmdline`, "utf8")
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"code":"no","message":"no"}}')
    })
    await new Promise<void>((resume) => slow.listen(0, "127.0.0.1", resume))
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const running = home.start(["login", "--base-url", url, "--api-key", tenant.key])
    const { code, err } = await running.ended
    slow.close()
    assert.strictEqual(code, 1)
    assert.match(err, /lists of processes/)
    assert.match(line, /^hatchery/)
    assert.notInclude(line, tenant.key)
    assert.notInclude(err, tenant.key)
  })
})

describe("what is typed", () => {
  const commands = [
    "",
    "login",
    "logout",
    "status",
    "listen",
    "trigger",
    "tail",
    "config",
    "config pull",
    "config push"
  ]

  it("with --help is explained, and nothing else happens", async () => {
    const home = await cli.home()
    for (const command of commands) {
      const words = command.split(" ").filter((word) => word !== "")
      const ran = await home.run([...words, "--help"])
      assert.deepStrictEqual([ran.code, ran.err], [0, ""], command)
      assert.include(ran.out, ["hatchery", ...words].join(" "), command)
    }
    assert.deepStrictEqual(await readdir(home.folder), [])
  })

  it("wrongly is refused with 2 and the nearest name", async () => {
    const home = await cli.home()
    const unknown = await home.run(["lisen"])
    assert.deepStrictEqual([unknown.code, unknown.out], [2, ""])
    assert.match(unknown.err, /Unknown subcommand "lisen".*Did you mean this\? listen\nhatchery --help says/)
    const flag = await home.run(["config", "push", "--publsh"])
    assert.deepStrictEqual([flag.code, flag.out], [2, ""])
    assert.match(flag.err, /--publsh.*--publish/)
    assert.strictEqual((await home.run(["trigger"])).code, 2)
  })

  it("works with npx, and under every Node there is", async () => {
    const { version } = JSON.parse(await readFile("sdk/cli/package.json", "utf8")) as { version: string }
    assert.strictEqual(await cli.npx(["@hatchery/cli", "--version"]), `hatchery v${version}\n`)
    const installed = await readdir(join(cli.project, "node_modules"))
    assert.deepStrictEqual(
      installed.filter((name) => !name.startsWith(".")),
      ["@hatchery"]
    )
    const home = await loggedIn()
    for (const [version, node] of await nodes()) {
      const ran = await home.run(["trigger", "lesson.completed", "--user", `on-${version}`, "--hatch"], { node })
      assert.deepStrictEqual([ran.code, ran.err], [0, ""], version)
      assert.strictEqual(JSON.parse(ran.out).effects.coins, 10, version)
    }
  })
})

describe("trigger", () => {
  it("sends so many events with these properties, and says what they brought", async () => {
    const home = await loggedIn()
    const properties = [
      "-p",
      "score=95",
      "-p",
      "id=12345678901234567890",
      "--property",
      'tags=["a"]',
      "-p",
      "name=Ada=B"
    ]
    const ran = await home.run([
      "trigger",
      "lesson.completed",
      "--user",
      "ada",
      "--count",
      "3",
      "--hatch",
      ...properties
    ])
    assert.deepStrictEqual([ran.code, ran.err], [0, ""])
    const events = ran.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      events.map(({ effects }) => effects.coins),
      [10, 10, 10]
    )
    assert.strictEqual(new Set(events.map(({ event_id }) => event_id)).size, 3)
    const { body } = await tenant.call("GET", `/events/${events[0].event_id}`)
    assert.deepStrictEqual(body.properties, { score: 95, id: "12345678901234567890", tags: ["a"], name: "Ada=B" })
    assert.strictEqual((await tenant.buddy("ada")).coins, 30)
  })

  it("says what to do where nothing can come of it", async () => {
    const home = await loggedIn()
    assert.match((await home.run(["trigger", "lesson.completed", "--user", "nobody"])).err, /no buddy.*--hatch/)
    assert.match((await home.run(["trigger", "badge.awarded", "--user", "ada"])).err, /--webhook sends its example/)
    const refusals = await Promise.all([
      home.run(["trigger", "lesson.completed", "-p", "score"]),
      home.run(["trigger", "lesson.completed", "--count", "0"]),
      home.run(["trigger", "badge.awrded", "--webhook"]),
      home.run(["trigger", "lesson.completed"], {
        env: { HATCHERY_API_KEY: "k", HATCHERY_BASE_URL: "http://127.0.0.1:9" }
      })
    ])
    const says = [
      /--property score=95/,
      /from 1 to 1000/,
      /Did you mean badge\.awarded\?/,
      /does not answer.*--base-url/
    ]
    refusals.forEach(({ code, err, out }, index) => {
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(err, says[index]!)
    })
  })
})

describe("config", () => {
  it("goes round with the key of the profile, and asks at a terminal before it removes anything", async () => {
    const home = await loggedIn()
    const file = join(await mkdtemp(join(home.folder, "config-")), "hatchery.config.json")
    assert.strictEqual((await home.run(["config", "pull", file])).code, 0)
    const whole = JSON.parse(await readFile(file, "utf8")) as { content: typeof content }
    await writeFile(
      file,
      JSON.stringify({ ...whole, content: { ...whole.content, coin_rules: [content.coin_rules[0]] } })
    )
    const plan = await home.run(["config", "plan", "--exit-code", file])
    assert.strictEqual(plan.code, 2)
    assert.match(plan.out, /^- coin_rule quiz$/m)

    const answered = async (answer: string) => {
      const push = home.atTerminal(["config", "push", file])
      await service.until("it asks", () => push.out().includes("This removes 1 coin_rule. Go on?"))
      push.type(answer)
      return push.ended
    }
    const refused = await answered("n")
    assert.strictEqual(refused.code, 1)
    assert.include(refused.out, "Nothing was pushed.")
    assert.strictEqual((await home.run(["config", "plan", "--exit-code", file])).code, 2)
    const pushed = await answered("y")
    assert.strictEqual(pushed.code, 0, pushed.out)
    assert.match(pushed.out, /Draft \d+ is as the file says\./)
    assert.match((await home.run(["config", "publish"])).out, /^Published version \d+\.\n$/)
    assert.strictEqual((await home.run(["config", "plan", "--exit-code", file])).code, 0)
  })
})
