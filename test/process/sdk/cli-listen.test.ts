/** `hatchery listen` and `tail` of the packed CLI while things happen: order, signatures, who was away meanwhile. */
import { readdir } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { type RunningTestService, startTestService, type Tenant } from "hatchery/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { verifyWebhook } from "../../../sdk/src/webhooks.ts"
import { type CommandLine, commandLine, type Going, type Home } from "../../kit/sdk/CommandLine.ts"

const content = {
  coin_rules: [{ rule_key: "quiz", trigger: { event_type: "quiz.passed" }, amount: { mode: "fixed", value: 5 } }]
}

let service: RunningTestService
let cli: CommandLine

beforeAll(async () => {
  cli = await commandLine()
  service = await startTestService({ clock: "real" })
})
afterAll(async () => {
  await cli?.remove()
  await service?.stop()
})

interface Desk {
  readonly tenant: Tenant
  readonly home: Home
  /** of the endpoints there are */
  readonly endpoints: () => Promise<ReadonlyArray<{ readonly webhook_config_id: string; readonly url: string }>>
}

const desk = async (baseUrl = service.baseUrl): Promise<Desk> => {
  const tenant = await service.tenant()
  await tenant.publish(content)
  await tenant.hatch("ada")
  const home = await cli.home()
  const login = await home.run(["login", "--base-url", baseUrl], { env: { HATCHERY_API_KEY: tenant.key } })
  assert.strictEqual(login.code, 0, login.err)
  return { tenant, home, endpoints: async () => (await tenant.call("GET", "/webhook-configs")).body.data }
}

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const listening = (server: Server, port: number) =>
  new Promise<number>((resume) =>
    server.listen(port, "127.0.0.1", () => resume((server.address() as AddressInfo).port))
  )

/** A server of a developer, that answers with these and then with 204. */
const localServer = async (statuses: Array<number> = [], port = 0) => {
  const got: Array<Got> = []
  const server = createServer(async (incoming, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    got.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(statuses.shift() ?? 204).end()
  })
  const at = await listening(server, port)
  return {
    port: at,
    got,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** The service through a door that can be shut. */
const door = async () => {
  let isShut = false
  const server = createServer((incoming, response) => {
    if (isShut) return void incoming.socket.destroy()
    const { headers, method = "GET", url = "" } = incoming
    const through = request(service.baseUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(through)
  })
  const port = await listening(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    shut: () => {
      isShut = true
      server.closeAllConnections()
    },
    open: () => {
      isShut = false
    },
    close: () => server.close()
  }
}

const ready = async (going: Going) => {
  await service.until("it listens", () => going.lines().length > 0)
  const [first] = going.lines()
  assert.strictEqual(first.kind, "listening")
  return first as { readonly signing_secret: string; readonly webhook_config_id: string }
}

const pass = async ({ tenant }: Desk, times: number) => {
  for (let index = 0; index < times; index++) await tenant.send({ user_id: "ada", type: "quiz.passed" })
}

const balances = (got: ReadonlyArray<Got>) => got.map(({ body }) => JSON.parse(body).balance as number)

describe("listen", () => {
  it("forwards in order, signed with the secret it says, and leaves nothing behind", async () => {
    const one = await desk()
    const local = await localServer([500])
    const to = ["listen", "--forward-to", `localhost:${local.port}/hook?a=b`, "--events", "coins.earned"]
    const listen = one.home.start(to)
    const { signing_secret } = await ready(listen)
    await pass(one, 3)
    await service.until("they came", () => local.got.length === 3)
    // The first was answered with 500, and shown as that: order goes before a second try.
    assert.deepStrictEqual(balances(local.got), [5, 10, 15])
    for (const { body, headers } of local.got) {
      const { event } = await verifyWebhook({ payload: body, headers, secrets: signing_secret })
      assert.strictEqual(event, "coins.earned")
    }
    await service.until("it says so", () => listen.lines().length === 4)
    const statuses = listen
      .lines()
      .slice(1)
      .map(({ event, kind, status }) => [kind, event, status])
    assert.deepStrictEqual(
      statuses,
      [500, 204, 204].map((status) => ["forwarded", "coins.earned", status])
    )

    assert.strictEqual((await one.endpoints()).length, 1)
    listen.child.kill("SIGINT")
    const { code, err } = await listen.ended
    assert.deepStrictEqual([code, err], [0, ""])
    assert.deepStrictEqual(await one.endpoints(), [])
    assert.deepStrictEqual(await readdir(join(one.home.folder, "config/hatchery/listening")), [])
    // The same in every run, for the settings of what is being built.
    assert.strictEqual((await one.home.run(["listen", "--print-secret"])).out, `${signing_secret}\n`)
    assert.deepStrictEqual(await one.endpoints(), [])
    local.close()
  })

  it("keeps what comes while the server is started again", async () => {
    const one = await desk()
    const local = await localServer([], await freePort())
    local.close()
    const listen = one.home.start(["listen", "--forward-to", String(local.port), "--events", "coins.*"])
    await ready(listen)
    await pass(one, 2)
    await service.until("it waits", () => /Nobody listens at http:\/\/localhost/.test(listen.err()))
    const again = await localServer([], local.port)
    await service.until("they came", () => again.got.length === 2)
    assert.deepStrictEqual(balances(again.got), [5, 10])
    listen.child.kill("SIGTERM")
    assert.strictEqual((await listen.ended).code, 0)
    assert.deepStrictEqual(await one.endpoints(), [])
    again.close()
  })

  it("goes on where it was when the service can be reached again", async () => {
    const way = await door()
    const one = await desk(way.url)
    const local = await localServer()
    const listen = one.home.start(["listen", "--forward-to", String(local.port), "--events", "coins.earned"])
    await ready(listen)
    await pass(one, 1)
    await service.until("the first came", () => local.got.length === 1)
    way.shut()
    await service.until("it says so", () => listen.err().includes("does not answer"))
    await pass(one, 2)
    way.open()
    await service.until("the others came", () => local.got.length === 3)
    assert.deepStrictEqual(balances(local.got), [5, 10, 15])
    assert.match(listen.err(), /is back\./)
    listen.child.kill("SIGINT")
    await listen.ended
    assert.deepStrictEqual(await one.endpoints(), [])
    way.close()
    local.close()
  })

  it("removes what a killed run left behind, and makes an endpoint again that somebody removed", async () => {
    const one = await desk()
    const { body: theirs } = await one.tenant.call("POST", "/webhook-configs", {
      url: "http://127.0.0.1:9/theirs",
      events: ["buddy.*"]
    })
    const local = await localServer()
    const args = ["listen", "--forward-to", String(local.port), "--events", "coins.earned"]
    const killed = one.home.start(args)
    const left = await ready(killed)
    killed.child.kill("SIGKILL")
    await killed.ended
    assert.strictEqual((await one.endpoints()).length, 2)

    const [first, second] = [one.home.start(args), one.home.start(args)]
    const made = await Promise.all([ready(first), ready(second)])
    const ids = async () => (await one.endpoints()).map(({ webhook_config_id }) => webhook_config_id)
    const mine = made.map(({ webhook_config_id }) => webhook_config_id)
    // What a run beside it uses stays, and what is not ours at all.
    assert.sameMembers(await ids(), [...mine, theirs.webhook_config_id])
    assert.notInclude(mine, left.webhook_config_id)
    assert.match(first.err() + second.err(), /Removed what 1 earlier run left behind/)
    second.child.kill("SIGINT")
    await second.ended

    await one.tenant.call("DELETE", `/webhook-configs/${mine[0]}`)
    await service.until("there is another", () => first.err().includes("there is one again"))
    await pass(one, 1)
    await service.until("it came", () => local.got.length === 1)
    first.child.kill("SIGINT")
    await first.ended
    assert.deepStrictEqual(await ids(), [theirs.webhook_config_id])
    local.close()
  })

  it("ends as with Ctrl-C when whoever read its output has gone", async () => {
    const one = await desk()
    const local = await localServer()
    const listen = one.home.start(["listen", "--forward-to", String(local.port), "--events", "coins.earned"])
    await ready(listen)
    listen.child.stdout?.destroy()
    await pass(one, 1)
    assert.deepInclude(await listen.ended, { code: 0, err: "" })
    assert.deepStrictEqual(await one.endpoints(), [])
    local.close()
  })

  it("refuses what it cannot do, with what would do", async () => {
    const one = await desk()
    const refusals = [
      [["listen"], /--forward-to http:\/\/localhost:3000\/hook/],
      [["listen", "--forward-to", "ftp://localhost"], /--forward-to http/],
      [["listen", "--forward-to", "3000", "--events", "coin.earned"], /Did you mean coins\.earned\?/]
    ] as const
    for (const [args, says] of refusals) {
      const { code, err, out } = await one.home.run(args)
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(err, says)
    }
    assert.deepStrictEqual(await one.endpoints(), [])
  })
})

describe("tail", () => {
  it("shows events and deliveries as they come: JSON lines for programs, colours for people", async () => {
    const one = await desk()
    await pass(one, 1)
    const local = await localServer([503])
    const { body } = await one.tenant.call("POST", "/webhook-configs", {
      url: `http://127.0.0.1:${local.port}/hook`,
      events: ["coins.earned"]
    })
    const tail = one.home.start(["tail"])
    const events = one.home.start(["tail", "--user", "ada"])
    const seen = one.home.atTerminal(["tail"])
    const all = [() => tail.err(), () => events.err(), () => seen.out()]
    await service.until("they watch", () => all.every((said) => said().includes("Watching")))
    await pass(one, 1)
    const kinds = (kind: string) => tail.lines().filter((line) => line.kind === kind)
    await service.until("it was seen", () => kinds("delivery").length >= 2 && kinds("event").length === 1)
    assert.deepInclude(kinds("event")[0], { user_id: "ada", type: "quiz.passed" })
    assert.strictEqual(kinds("event")[0].effects.coins, 5)
    const [first, second] = kinds("delivery")
    assert.deepInclude(first, {
      webhook_config_id: body.webhook_config_id,
      event: "coins.earned",
      response_status: 503
    })
    assert.deepInclude(second, { delivery_id: first.delivery_id, status: "delivered", attempts: 2 })
    await service.until("people see it", () => /\+5 coins/.test(seen.out()) && /delivered 204/.test(seen.out()))
    assert.include(seen.out(), "\u001b[32m+5 coins\u001b[0m")
    for (const going of [tail, events]) going.child.kill("SIGINT")
    assert.deepStrictEqual([(await tail.ended).code, (await events.ended).code], [0, 0])
    assert.deepStrictEqual(
      events.lines().map(({ kind }) => kind),
      ["event"]
    )
    seen.type("\u0003")
    assert.strictEqual((await seen.ended).code, 0)
    local.close()
  })
})
