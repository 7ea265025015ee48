import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { createServer, type Server } from "node:net"
import type { AddressInfo } from "node:net"
import { Agent, request } from "undici"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { AppConfig } from "../../src/Config.ts"
import { isPublicAddress } from "../../src/platform/webhooks/Addresses.ts"
import {
  EgressGuard,
  NameResolver,
  nameServers,
  type Resolver,
  urlProblem
} from "../../src/platform/webhooks/EgressGuard.ts"
import { nameServer } from "../kit/webhooks/NameServer.ts"
import { until } from "../kit/service/time.ts"

/** Ways to write an address that is not public: loopback, private, link-local, metadata, embedded, reserved. */
const hostileHosts = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0",
  "0.0.0.0",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a00:1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::1]",
  "[100::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[2002:7f00:1::]",
  "[3fff::1]",
  "[5f00::1]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]"
] as const

const publicAddresses = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::6810:85e5", "2a00:1450:4001::200e"]

/** Names that resolve to something hostile; the resolver is asked again at every connection. */
const zones: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  "loopback.attacker.example": [["127.0.0.1"]],
  "private.attacker.example": [["10.1.2.3"]],
  "metadata.attacker.example": [["169.254.169.254"]],
  "mixed.attacker.example": [["93.184.216.34", "127.0.0.1"]],
  "mixed-last.attacker.example": [["127.0.0.1", "93.184.216.34"]],
  "six.attacker.example": [["::1"]],
  "mapped.attacker.example": [["::ffff:127.0.0.1"]],
  "unique-local.attacker.example": [["fd00::1"]],
  "compatible.attacker.example": [["::127.0.0.1"]],
  "nat64.attacker.example": [["64:ff9b::7f00:1"]],
  "zero.attacker.example": [["0.0.0.0"]],
  "rebinding.attacker.example": [["93.184.216.34"], ["127.0.0.1"]]
}

const stubResolver = (): Resolver => {
  const asked = new Map<string, number>()
  return (name, done) => {
    const turns = zones[name]
    if (turns === undefined) return done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), [])
    const turn = asked.get(name) ?? 0
    asked.set(name, turn + 1)
    const addresses = turns[Math.min(turn, turns.length - 1)]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }
}

const guardLayer = (webhookAllowPrivate: boolean, resolver = stubResolver()) =>
  EgressGuard.layer.pipe(
    Layer.provide(AppConfig.test({ webhookAllowPrivate })),
    Layer.provide(Layer.succeed(NameResolver, resolver))
  )

/** Counts every connection to loopback, whatever the protocol. */
const canary = Effect.acquireRelease(
  Effect.promise(async () => {
    let connections = 0
    const server: Server = createServer((socket) => {
      connections++
      socket.on("error", () => {})
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"))
    })
    await new Promise<void>((resume) => server.listen(0, "::", resume))
    return { server, port: (server.address() as AddressInfo).port, connections: () => connections }
  }),
  ({ server }) => Effect.promise(() => new Promise<void>((resume) => server.close(() => resume())))
)

const connectTo = (url: string) =>
  Effect.gen(function* () {
    const guard = yield* EgressGuard
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ connect: guard.connector })),
      (agent) => Effect.promise(() => agent.destroy())
    )
    return yield* Effect.promise(() =>
      request(url, { dispatcher: agent }).then(
        ({ statusCode }) => String(statusCode),
        (error: Error) => (error.name === "EgressDenied" ? error.message : `other: ${error.message}`)
      )
    )
  })

it.each(hostileHosts)("refuses https://%s/ when it is saved", (host) => {
  assert.isString(urlProblem(`https://${host}/hook`, false))
})

it("knows public addresses from all others, however they are written", () => {
  for (const address of publicAddresses) assert.isTrue(isPublicAddress(address), address)
  for (const host of hostileHosts) {
    const normal = new URL(`http://${host}/`).hostname.replace(/\.$/, "")
    assert.isFalse(isPublicAddress(normal), `${host} is ${normal}`)
  }
})

it.effect("never connects to a hostile literal: the canary hears nothing", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* canary
    for (const host of hostileHosts) {
      for (const scheme of ["http", "https"]) {
        const answer = yield* connectTo(`${scheme}://${host}:${port}/`).pipe(Effect.scoped)
        assert.match(answer, /is not a public address|other: not found/, `${scheme}://${host}`)
      }
    }
    assert.strictEqual(connections(), 0)
  }).pipe(Effect.provide(guardLayer(false)))
)

it.effect.each(Object.keys(zones))("never connects to %s: the canary hears nothing", (name) =>
  Effect.gen(function* () {
    const guard = yield* EgressGuard
    const { connections, port } = yield* canary
    // the first answer of a rebinding name is public: saving it is fine, connecting later is not
    const saved = yield* Effect.exit(guard.check(`https://${name}:${port}/hook`))
    assert.strictEqual(saved._tag, name.startsWith("rebinding") ? "Success" : "Failure")
    for (const scheme of ["http", "https"]) {
      assert.strictEqual(
        yield* Effect.scoped(connectTo(`${scheme}://${name}:${port}/`)),
        `${name} is not a public address`
      )
    }
    assert.strictEqual(connections(), 0)
  }).pipe(Effect.provide(guardLayer(false)))
)

it.effect("connects to the address it has checked, without asking the resolver a second time", () =>
  Effect.gen(function* () {
    let asked = 0
    const resolver: Resolver = (_, done) => {
      asked++
      done(null, [{ address: "127.0.0.1", family: 4 }])
    }
    const { connections, port } = yield* canary
    const answer = yield* Effect.scoped(connectTo(`http://hooks.example.com:${port}/`)).pipe(
      Effect.provide(guardLayer(true, resolver))
    )
    assert.strictEqual(answer, "200")
    assert.strictEqual(connections(), 1)
    assert.strictEqual(asked, 1)
  })
)

const refusedTexts = [
  ["http://hooks.example.com/", "must be an https URL"],
  ["ftp://hooks.example.com/", "must be an https URL"],
  ["not a url", "must be an absolute URL"],
  ["https://user@hooks.example.com/", "must not hold a user name or password"],
  ["https://user:pass@hooks.example.com/", "must not hold a user name or password"],
  ["https://hooks.example.com/#part", "must not have a fragment"],
  [`https://hooks.example.com/${"a".repeat(2_048)}`, "must be at most 2048 characters"],
  [`https://${"a.".repeat(130)}com/`, "must have a host of at most 253 characters"],
  ["https://hooks.example.com./", "must not have a host that ends with a dot"],
  ["https://intranet/", "must have a fully qualified host name"],
  ["https://localhost/", "must have a fully qualified host name"],
  ["https://app.localhost/", "must have a public host name"],
  ["https://printer.local/", "must have a public host name"],
  ["https://metadata.google.internal/", "must have a public host name"],
  ["https://router.home.arpa/", "must have a public host name"],
  ["https://LOCALHOST/", "must have a fully qualified host name"],
  ["https://ｌｏｃａｌｈｏｓｔ/", "must have a fully qualified host name"],
  ["https://hooks.example.com:22/", "must not use port 22"],
  ["https://hooks.example.com:5432/", "must not use port 5432"],
  ["https://hooks.example.com:6379/", "must not use port 6379"]
] as const

it.each(refusedTexts)("says why %s is refused", (url, problem) => {
  assert.strictEqual(urlProblem(url, false), problem)
})

it.each([
  "https://hooks.example.com/a?b=c",
  "https://hooks.example.com:8443/",
  "https://t.example/hook",
  "https://bücher.example/"
])("accepts %s", (url) => assert.isUndefined(urlProblem(url, false)))

it.effect("accepts a name that does not resolve at the moment it is saved", () =>
  Effect.gen(function* () {
    yield* (yield* EgressGuard).check("https://not-yet.example/hook")
  }).pipe(Effect.provide(guardLayer(false)))
)

it("lifts the rule for a machine to try things on, and still wants a plain http or https URL", () => {
  for (const url of ["http://localhost:3000/hook", "http://127.0.0.1/", "https://10.0.0.1:22/"]) {
    assert.isUndefined(urlProblem(url, true), url)
  }
  for (const url of ["ftp://localhost/", "http://user:pass@localhost/", "nonsense"])
    assert.isString(urlProblem(url, true), url)
})

/** More than the process has threads for work of this kind. */
const silent = 16

it.live("names whose name server never answers keep no thread that others need", () =>
  Effect.gen(function* () {
    const { asked, at } = yield* nameServer([93, 184, 216, 34])
    const resolve = nameServers([at])
    let ended = 0
    for (let nth = 0; nth < silent; nth++) resolve(`silent-${nth}.attacker.example`, () => ended++)
    yield* until(
      "all of them are asked for",
      Effect.sync(() => asked() >= 2 * silent)
    )
    const found = yield* Effect.promise(
      () => new Promise((resume) => resolve("hooks.example.com", (error, addresses) => resume(error ?? addresses)))
    )
    assert.deepStrictEqual(found, [{ address: "93.184.216.34", family: 4 }])
    yield* Effect.promise(() => promisify(gzip)("packed by one of the threads"))
    assert.strictEqual(ended, 0)
  }).pipe(Effect.scoped)
)

it.effect("whoever asked for a name a moment ago is answered without asking anew", () =>
  Effect.gen(function* () {
    let asked = 0
    const guard = yield* EgressGuard.pipe(
      Effect.provide(
        guardLayer(false, (_, done) => {
          asked++
          done(null, [{ address: "10.1.2.3", family: 4 }])
        })
      )
    )
    const hook = "https://hooks.attacker.example/hook"
    yield* guard.look(hook)
    assert.strictEqual((yield* Effect.exit(guard.check(hook)))._tag, "Failure")
    assert.strictEqual((yield* Effect.exit(guard.check(`${hook}/other`)))._tag, "Failure")
    assert.strictEqual(asked, 1)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual((yield* Effect.exit(guard.check(hook)))._tag, "Failure")
    assert.strictEqual(asked, 2)
  })
)
