import { assert, it as test, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Logger, References } from "effect"
import { describe } from "vitest"
import { AppConfig, type ProxyTrust } from "../../src/Config.ts"
import { clientAddressWith } from "../../src/edge/ClientAddress.ts"
import { login, password, registered, statusAndCode } from "../kit/players/People.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

describe("a client's address", () => {
  const cases: ReadonlyArray<readonly [trust: ProxyTrust, peer: string, forwarded: string | undefined, found: string]> =
    [
      // Without a trusted proxy the header is anybody's claim.
      [0, "198.51.100.7", "203.0.113.9", "198.51.100.7"],
      [0, "::ffff:198.51.100.7", undefined, "198.51.100.7"],
      [0, "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
      [0, "::1", undefined, "::/64"],
      [0, "fe80::1%eth0", undefined, "fe80::/64"],
      // Hops: what the last proxy wrote is true, what stands left of it is not.
      [1, "10.0.0.1", undefined, "10.0.0.1"],
      [1, "10.0.0.1", "203.0.113.9", "203.0.113.9"],
      [1, "10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
      [2, "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
      [2, "10.0.0.1", "203.0.113.9", "203.0.113.9"],
      [1, "10.0.0.1", "203.0.113.9:4711", "203.0.113.9"],
      [1, "10.0.0.1", "[2001:db8:1:2::5]:4711", "2001:db8:1:2::/64"],
      [1, "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
      [1, "10.0.0.1", "::ffff:cb00:7109", "203.0.113.9"],
      // Rubbish names nobody: the proxy that passed it on does.
      [1, "10.0.0.1", "", "10.0.0.1"],
      [1, "10.0.0.1", "unknown", "10.0.0.1"],
      [1, "10.0.0.1", "203.0.113.9,", "10.0.0.1"],
      [1, "10.0.0.1", "1", "10.0.0.1"],
      [1, "10.0.0.1", "0x7f000001", "10.0.0.1"],
      [1, "10.0.0.1", "203.0.113.999", "10.0.0.1"],
      [1, "10.0.0.1", "[[::1]]", "10.0.0.1"],
      [1, "10.0.0.1", `${"9".repeat(8_000)}`, "10.0.0.1"],
      [2, "10.0.0.1", "203.0.113.9, nobody", "10.0.0.1"],
      // Networks: the first address from the right that is in none of them.
      [["10.0.0.0/8"], "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"],
      [["10.0.0.0/8"], "198.51.100.7", "203.0.113.9", "198.51.100.7"],
      [["10.0.0.0/8"], "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
      [["10.0.0.0/8"], "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
      [["fd00::/8", "10.0.0.1/32"], "fd00::1", "203.0.113.9, 10.0.0.1", "203.0.113.9"],
      [["fd00::/8"], "10.0.0.1", "203.0.113.9", "10.0.0.1"]
    ]
  test.each(cases)("with trust in %j, from %s, forwarded for %j, is %s", (trust, peer, forwarded, found) => {
    assert.strictEqual(clientAddressWith(trust)(peer, forwarded), found)
  })

  test("is unknown when the connection is gone", () => {
    assert.strictEqual(clientAddressWith(0)(undefined, "203.0.113.9"), "unknown")
    assert.strictEqual(clientAddressWith(1)(undefined, "203.0.113.9"), "unknown")
  })
})

describe("TRUST_PROXY", () => {
  const read = (TRUST_PROXY?: string) =>
    Effect.runSyncExit(
      Effect.map(AppConfig, ({ trustProxy }) => trustProxy).pipe(
        Effect.provide(AppConfig.layer),
        Effect.provideService(
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromUnknown(TRUST_PROXY === undefined ? {} : { TRUST_PROXY })
        )
      )
    )

  test("is a number of hops or a list of addresses and networks", () => {
    assert.deepStrictEqual(read(), Exit.succeed(0))
    assert.deepStrictEqual(read("2"), Exit.succeed(2))
    assert.deepStrictEqual(
      read("10.0.0.0/8, fd00::/8,192.0.2.1, 2001:db8::1"),
      Exit.succeed(["10.0.0.0/8", "fd00::/8", "192.0.2.1/32", "2001:db8::1/128"])
    )
  })

  test.each(["true", "-1", "11", "10.0.0.0/33", "example.test", "10.0.0.1,", "10"])("is refused as %s", (text) => {
    if (text === "10") return assert.deepStrictEqual(read(text), Exit.succeed(10))
    const exit = read(text)
    assert.isTrue(Exit.isFailure(exit))
    assert.include(String(Exit.isFailure(exit) ? exit.cause : ""), "TRUST_PROXY")
  })
})

const from = (address: string) => ({ "x-forwarded-for": address })
const signIn = (email: string, given: string, address: string) =>
  Effect.flatMap(TestApp, (app) =>
    app.call("POST", "/auth/login", { email, password: given }, { headers: from(address) })
  )

layer(TestApp.layer({ authRequestsPerMinute: 3, trustProxy: 1 }))("behind a proxy", (it) => {
  const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status)

  it.effect("each client has a limit of its own, which no claim about itself lifts", () =>
    Effect.gen(function* () {
      const knock = (address: string) => signIn("nobody@example.test", "x", address)
      const first = yield* Effect.all(Array.from({ length: 4 }, (_, n) => knock(`1.1.1.${n}, 203.0.113.1`)))
      assert.deepStrictEqual(statuses(first), [401, 401, 401, 429])
      assert.strictEqual((yield* knock("203.0.113.2")).status, 401)
      const household = yield* Effect.all(Array.from({ length: 4 }, (_, n) => knock(`2001:db8:1:2::${n + 1}`)))
      assert.deepStrictEqual(statuses(household), [401, 401, 401, 429])
      assert.strictEqual((yield* knock("2001:db8:1:3::1")).status, 401)
    })
  )
})

const lines: Array<Readonly<Record<string, unknown>>> = []
const recorded = Layer.merge(
  Logger.layer([
    Logger.map(Logger.formatStructured, ({ annotations, message }) => {
      if (message === "request") lines.push(annotations)
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "Info")
)

layer(TestApp.layer({ logLevel: "Info", trustProxy: 1 }).pipe(Layer.provide(recorded)))("in the log", (it) => {
  it.effect("a client behind a proxy has the address that limits count by", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      for (const claimed of ["1.1.1.1, 203.0.113.9", "2001:db8:1:2::5"])
        yield* call("GET", "/eggs", undefined, { headers: from(claimed) })
      yield* until(
        "both have their lines",
        Effect.sync(() => lines.length >= 2)
      )
      assert.deepStrictEqual(
        lines.map(({ address }) => address),
        ["203.0.113.9", "2001:db8:1:2::/64"]
      )
    })
  )
})

layer(TestApp.layer({ trustProxy: 1 }))("guessing a password from elsewhere", (it) => {
  it.effect("does not lock out the owner, who is somewhere else", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      for (let time = 0; time < 10; time++)
        assert.strictEqual((yield* signIn(email, "guess number x", "203.0.113.66")).status, 401)
      assert.deepStrictEqual(statusAndCode(yield* signIn(email, password, "203.0.113.66")), [429, "rate_limited"])
      assert.strictEqual((yield* signIn(email, password, "198.51.100.7")).status, 200)
    })
  )

  it.effect("from very many addresses leaves each of them two tries, and the owner's sign-in as it was", () =>
    Effect.gen(function* () {
      const { email } = yield* registered()
      const guess = (n: number) => signIn(email, "guess number x", `203.0.${n >> 8}.${n & 255}`)
      // Ten at each of ten addresses: from here on the account is under attack.
      for (let n = 0; n < 100; n++) assert.strictEqual((yield* guess(n % 10)).status, 401)
      assert.strictEqual((yield* guess(500)).status, 401)
      assert.strictEqual((yield* guess(500)).status, 401)
      assert.deepStrictEqual(statusAndCode(yield* guess(500)), [429, "rate_limited"])
      assert.strictEqual((yield* signIn(email, password, "198.51.100.7")).status, 200)
      assert.strictEqual((yield* signIn(email, password, "198.51.100.7")).status, 200)
    })
  )

  it.effect("at one account leaves all others as they were", () =>
    Effect.gen(function* () {
      const [victim, other] = [yield* registered(), yield* registered()]
      const guess = (email: string, n: number) => signIn(email, "guess number x", `198.18.0.${n}`)
      for (let n = 0; n < 110; n++) yield* guess(victim.email, n % 11)
      for (let n = 0; n < 9; n++) assert.strictEqual((yield* guess(other.email, 200)).status, 401)
      assert.strictEqual((yield* signIn(other.email, password, "198.18.0.200")).status, 200)
      yield* login(other.email, password)
    })
  )
})
