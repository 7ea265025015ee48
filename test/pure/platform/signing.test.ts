import { assert, it } from "@effect/vitest"
import { verify as octokitVerify } from "@octokit/webhooks-methods"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { Webhook as SvixWebhook } from "svix"
import {
  newSecret,
  signature,
  signedHeaders,
  signingKeys,
  standardSignature
} from "../../../src/platform/webhooks/Signing.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
const other = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
const delivery_id = "0193a1f0-5c00-7000-8000-0000000000d1"
const bodies = ["", "{}", '{"name":"Pip ünïcödé 🐣","coins":10}', JSON.stringify({ text: "x".repeat(262_144) })]
const now = () => Math.floor(Date.now() / 1000)

const headersFor = (
  body: string,
  timestamp = now(),
  secrets = { current: secret, previous: [] as ReadonlyArray<string> }
) => signedHeaders({ delivery_id, event: "coins.earned", body, timestamp, keys: signingKeys(secrets) })

it("carries every header of the contract, with the type of the body", () => {
  assert.deepStrictEqual(headersFor("{}", 1_795_208_400), {
    "content-type": "application/json",
    "X-Svc-Event": "coins.earned",
    "X-Svc-Delivery": delivery_id,
    "X-Svc-Timestamp": "1795208400",
    "X-Svc-Signature":
      "sha256=" + createHmac("sha256", Buffer.from(secret, "utf8")).update("1795208400.{}").digest("hex"),
    "webhook-id": delivery_id,
    "webhook-timestamp": "1795208400",
    "webhook-signature":
      "v1," +
      createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
        .update(`${delivery_id}.1795208400.{}`)
        .digest("base64")
  })
})

it("signs like an independent HMAC implementation did (known answer)", () => {
  // openssl dgst -sha256 -hmac "$secret" over `1700000000.{"a":1}`
  assert.strictEqual(
    signature(secret, 1_700_000_000, '{"a":1}'),
    "sha256=da45d4182cbff4e3c6dd2c77f702c0178b00c33e420f9667ac1728536bdbb354"
  )
})

it.each(bodies)("is verified by the unmodified Stripe library (body %#)", (body) => {
  const headers = headersFor(body === "" ? "{}" : body)
  const header = `t=${headers["X-Svc-Timestamp"]},v1=${headers["X-Svc-Signature"]!.slice("sha256=".length)}`
  const event = Stripe.webhooks.constructEvent(body === "" ? "{}" : body, header, secret)
  assert.deepStrictEqual(event as unknown, JSON.parse(body === "" ? "{}" : body))
  assert.throws(() => Stripe.webhooks.constructEvent(`${body} `, header, secret))
  assert.throws(() => Stripe.webhooks.constructEvent(body === "" ? "{}" : body, header, other))
})

it("is refused by the Stripe library when the timestamp is older than five minutes", () => {
  const headers = headersFor("{}", now() - 301)
  const header = `t=${headers["X-Svc-Timestamp"]},v1=${headers["X-Svc-Signature"]!.slice("sha256=".length)}`
  assert.throws(() => Stripe.webhooks.constructEvent("{}", header, secret), /[Tt]imestamp/)
})

it.each(bodies)("is verified by the unmodified Octokit library (body %#)", async (body) => {
  const headers = headersFor(body)
  const signed = `${headers["X-Svc-Timestamp"]}.${body}`
  assert.isTrue(await octokitVerify(secret, signed, headers["X-Svc-Signature"]!))
  assert.isFalse(await octokitVerify(other, signed, headers["X-Svc-Signature"]!))
  assert.isFalse(await octokitVerify(secret, `${signed} `, headers["X-Svc-Signature"]!))
})

it.each([
  ["standardwebhooks", (key: string) => new StandardWebhook(key), (body: string) => JSON.parse(body) as unknown],
  // this one only throws or does not
  ["svix", (key: string) => new SvixWebhook(key), () => undefined]
] as const)("is verified by the unmodified %s library", (_, library, answer) => {
  for (const body of bodies.slice(1)) {
    const headers = headersFor(body) as Record<string, string>
    assert.deepStrictEqual(library(secret).verify(body, headers), answer(body))
    assert.throws(() => library(other).verify(body, headers))
    assert.throws(() => library(secret).verify(body.replace("{", "{ "), headers))
  }
  assert.throws(() => library(secret).verify("{}", headersFor("{}", now() - 301) as Record<string, string>))
})

it("lets a receiver with either secret verify while a rotation's grace runs", async () => {
  const headers = headersFor('{"a":1}', now(), { current: other, previous: [secret] }) as Record<string, string>
  for (const key of [secret, other])
    assert.deepStrictEqual(new StandardWebhook(key).verify('{"a":1}', headers), { a: 1 })
  const signed = `${headers["X-Svc-Timestamp"]}.{"a":1}`
  assert.isTrue(
    await octokitVerify(secret, signed, headers["X-Svc-Signature"]!),
    "the own header stays with the old secret"
  )
  assert.isFalse(await octokitVerify(other, signed, headers["X-Svc-Signature"]!))
})

it("changes with every bit of what it covers", () => {
  const base = signature(secret, 1_700_000_000, '{"a":1}')
  const standard = standardSignature(secret, delivery_id, 1_700_000_000, '{"a":1}')
  const flipped = [...'{"a":1}'].map((letter, index, all) =>
    all.with(index, String.fromCharCode(letter.charCodeAt(0) ^ 1)).join("")
  )
  for (const body of flipped) {
    assert.notStrictEqual(signature(secret, 1_700_000_000, body), base)
    assert.notStrictEqual(standardSignature(secret, delivery_id, 1_700_000_000, body), standard)
  }
  assert.notStrictEqual(signature(secret, 1_700_000_001, '{"a":1}'), base)
  assert.notStrictEqual(standardSignature(secret, "another", 1_700_000_000, '{"a":1}'), standard)
})

it.effect("makes secrets of 32 random bytes that never repeat", () =>
  Effect.gen(function* () {
    const made = yield* Effect.all(Array.from({ length: 100 }, () => newSecret))
    assert.strictEqual(new Set(made).size, 100)
    for (const one of made) {
      assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(Buffer.from(one.slice(6), "base64").length, 32)
    }
  })
)
