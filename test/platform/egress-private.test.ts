/** What stays refused where private addresses are allowed: the places that hand out the credentials of a machine. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Agent, request } from "undici"
import { AppConfig } from "../../src/Config.ts"
import { isNeverCalled, isPublicAddress } from "../../src/platform/webhooks/Addresses.ts"
import { EgressGuard, NameResolver, type Resolver } from "../../src/platform/webhooks/EgressGuard.ts"

const metadata = [
  "169.254.169.254",
  "169.254.0.1",
  "169.254.170.2",
  "0xa9fea9fe",
  "2852039166",
  "169.254.169.254.",
  "１６９.254.169.254",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "[fe80::1]",
  "[febf::1]",
  "[::ffff:169.254.169.254]",
  "[::169.254.169.254]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::a9fe:a9fe]",
  "[2002:a9fe:a9fe::]",
  "[fd00:ec2::254]",
  "[fd20:ce::254]"
]

const answering = (turns: ReadonlyArray<string>): Resolver => {
  let asked = 0
  return (_, done) => {
    const address = turns[Math.min(asked++, turns.length - 1)]!
    done(null, [{ address, family: address.includes(":") ? 6 : 4 }])
  }
}

const lenient = (turns: ReadonlyArray<string>) =>
  EgressGuard.layer.pipe(
    Layer.provide(AppConfig.test({ webhookAllowPrivate: true })),
    Layer.provide(Layer.succeed(NameResolver, answering(turns)))
  )

const calling = Effect.fnUntraced(function* (url: string) {
  const { connector } = yield* EgressGuard
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connect: connector })),
    (made) => Effect.promise(() => made.destroy())
  )
  return yield* Effect.promise(() =>
    request(url, { dispatcher: agent }).then(
      ({ statusCode }) => String(statusCode),
      (error: Error) => error.message
    )
  )
}, Effect.scoped)

it.effect.each(metadata)("does not save or call %s, however lenient the policy is", (host) =>
  Effect.gen(function* () {
    const guard = yield* EgressGuard
    for (const scheme of ["http", "https"]) {
      assert.isString(guard.refuses(`${scheme}://${host}/latest/meta-data`), scheme)
      assert.strictEqual((yield* Effect.exit(guard.check(`${scheme}://${host}:8080/`)))._tag, "Failure")
      assert.match(yield* calling(`${scheme}://${host}:8080/`), /is not a public address$/)
    }
  }).pipe(Effect.provide(lenient(["127.0.0.1"])))
)

it.effect.each(metadata.map((host) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, "")))(
  "does not call a name that leads to %s",
  (address) =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* calling("http://hooks.attacker.example:8080/"),
        "hooks.attacker.example is not a public address"
      )
    }).pipe(Effect.provide(lenient([address])))
)

it.effect("a name that leads elsewhere once it was called is refused at the next connection", () =>
  Effect.gen(function* () {
    // Nothing listens on the port of the first answer; what matters is that it was tried.
    assert.notMatch(yield* calling("http://hooks.attacker.example:1/"), /public address/)
    assert.match(yield* calling("http://hooks.attacker.example:1/"), /is not a public address$/)
  }).pipe(Effect.provide(lenient(["127.0.0.1", "169.254.169.254"])))
)

it("lets machines and networks of one's own through", () => {
  for (const address of ["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "172.17.0.1", "100.64.0.1", "fd12:3456::1"])
    assert.isFalse(isNeverCalled(address), address)
  assert.isFalse(isPublicAddress("168.63.129.16"))
  for (const nonsense of ["", "localhost", "fe80::1%eth0"]) assert.isTrue(isNeverCalled(nonsense), nonsense)
})
