import { assert, it, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { describe } from "vitest"
import { isReadable } from "../../src/edge/Address.ts"
import { isUtf8, readBody } from "../../src/edge/Body.ts"
import { JsonScan } from "../../src/edge/JsonScan.ts"
import { tooLong, unboundedPlaces } from "../../src/edge/Sizes.ts"
import { EventInput } from "../../src/features/players/events/Api.ts"
import { PresetContent } from "../../src/wire/content/ConfigContent.ts"
import { limits } from "../../src/wire/Limits.ts"
import { prefix } from "../kit/contract/ApiContract.ts"
import { routes } from "../kit/contract/AccessMatrix.ts"
import { lesson } from "../kit/players/players.ts"
import { speak } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const bytes = (text: string) => Buffer.from(text, "utf8")
const failureOf = (body: Uint8Array) => {
  const read = readBody(body)
  return Result.isFailure(read) ? read.failure._tag : undefined
}
const scanned = (text: string, parts_max = 10, depth_max = 3) => {
  const scan = new JsonScan(bytes(text), { parts_max, depth_max })
  while (!scan.advance());
  return scan.excess
}

describe("a body", () => {
  it("is counted over its bytes: elements and properties, not what stands in texts", () => {
    assert.isUndefined(scanned("[1,2,3,4,5,6,7,8,9,10]"))
    assert.strictEqual(scanned("[1,2,3,4,5,6,7,8,9,10,11]"), "parts")
    assert.strictEqual(scanned('{"a":[1,2,3,4],"b":{"c":1,"d":2,"e":3,"f":4,"g":5}}'), "parts")
    assert.isUndefined(scanned(`["${"[{,}]".repeat(50)}","\\",[[[["]`))
    assert.strictEqual(scanned("[[[[1]]]]"), "depth")
  })

  it("is counted no further than its bound, and parsed only when it holds", () => {
    const zeros = `[${"0,".repeat(500_000)}0]`
    assert.strictEqual(failureOf(bytes(zeros)), "PayloadTooLarge")
    // Nothing of it is JSON, and nobody came to notice.
    assert.strictEqual(failureOf(bytes(`${zeros}!`)), "PayloadTooLarge")
    const just = `[${"0,".repeat(limits.json_parts_max - 1)}0]`
    assert.isUndefined(failureOf(bytes(just)))
  })

  it("that is no UTF-8 or starts with a byte order mark is no text", () => {
    assert.strictEqual(failureOf(Buffer.from('{"a":"inv\xff"}', "latin1")), "BadRequest")
    assert.strictEqual(failureOf(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), "BadRequest")
    assert.strictEqual(failureOf(bytes('\ufeff{"a":1}')), "BadRequest")
    assert.isUndefined(failureOf(bytes('{"a":"\ufeff"}')))
    assert.isUndefined(failureOf(bytes("")))
    assert.strictEqual(failureOf(bytes(" \n")), "BadRequest")
  })

  it("is in UTF-8, whatever else its type says", () => {
    const types = ["application/json", "application/json; charset=utf-8", 'application/json;CHARSET="UTF-8"', undefined]
    assert.deepStrictEqual(types.map(isUtf8), [true, true, true, true])
    assert.deepStrictEqual(["application/json; charset=latin1", "a/b; charset=utf-16"].map(isUtf8), [false, false])
  })

  it("has lists that are measured before their entries are looked at", () => {
    const long = { coin_rules: Array.from({ length: 501 }, () => 0), event_types: [0] }
    assert.deepStrictEqual(tooLong([PresetContent], long), [
      { path: ["coin_rules"], message: "coin_rules may hold at most 500 entries" }
    ])
    const names = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`p${index}`, 0]))
    assert.deepStrictEqual(
      tooLong([EventInput], { properties: names }).map(({ path }) => path),
      [["properties"]]
    )
  })

  it("of any route has a bound for each of its lists and maps", () => {
    const missing = routes.flatMap(({ name, payloads }) =>
      payloads.flatMap(unboundedPlaces).map((place) => `${name} ${place}`)
    )
    assert.deepStrictEqual(missing, [])
  })
})

it("an address is read only when its escapes are UTF-8", () => {
  const good = ["/a", "/a?b=%C3%BC%2F", "/%F0%9F%A5%9A", "/a?b=50%", "/a?b=%zz", "/a?b=%ef%bb%bf"]
  const bad = ["/inv%ff", "/inv%fe", "/a?b=%ed%a0%80", "/a?b=%c3", "/\u00ff"]
  assert.deepStrictEqual([...good, ...bad].map(isReadable), [...good.map(() => true), ...bad.map(() => false)])
})

layer(TestApp.shared, { excludeTestServices: true })("on the wire", (it) => {
  /** POST /events as the fast path takes it, and as the router does. */
  const ways = [() => "", (index: number) => `Idempotency-Key: by-the-router-${index}\r\n`] as const

  const post = (key: string, head: string, body: Uint8Array) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const start =
        `POST ${prefix}/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
        `${head}Content-Length: ${body.length}\r\n\r\n`
      return yield* speak(baseUrl, Buffer.concat([Buffer.from(start, "latin1"), body]))
    })
  const json = "Content-Type: application/json\r\n"

  it.effect("bytes, marks, charsets and expectations are the same on every way to an event", () =>
    Effect.gen(function* () {
      const { call, key } = yield* (yield* TestApp).tenant()
      yield* call("GET", "/events")
      const event = JSON.stringify(lesson("ada"))
      const foul = (byte: string) => Buffer.from(JSON.stringify({ ...lesson("ada"), event_id: `inv${byte}` }), "latin1")
      const tries: ReadonlyArray<readonly [head: string, body: Uint8Array, status: number]> = [
        [json, foul("\xff"), 400],
        [json, foul("\xfe"), 400],
        [json, bytes(`\ufeff${event}`), 400],
        ["Content-Type: application/json; charset=utf-8\r\n", bytes(event), 200],
        ["Content-Type: application/json; charset=latin1\r\n", bytes(event), 415],
        [`${json}Expect: 200-ok\r\n`, bytes(event), 417],
        [json, bytes(`[${"0,".repeat(20_000)}0]`), 413],
        [
          json,
          bytes(JSON.stringify({ ...lesson("ada"), properties: { a: "x".repeat(9_999), b: "y".repeat(9_999) } })),
          422
        ]
      ]
      const codes: Readonly<Record<number, string>> = {
        400: "bad_request",
        413: "payload_too_large",
        415: "unsupported_media_type",
        417: "expectation_failed",
        422: "validation_failed"
      }
      for (const [index, [head, body, status]] of tries.entries()) {
        for (const way of ways) {
          const answer = yield* post(key, head + way(index), body)
          assert.strictEqual(answer.status, status, `${head}${way(index)}${answer.text}`)
          if (status < 400) continue
          const { error } = answer.json as { error: { code: string } }
          assert.property(error, "requestId")
          assert.strictEqual(error.code, codes[status])
        }
      }
      const stored = yield* call("GET", "/events?limit=200")
      assert.isTrue(stored.body.data.every(({ event_id }: { event_id: string }) => !event_id.startsWith("inv")))
    })
  )

  it.effect("a client that expects to be told to continue is told so", () =>
    Effect.gen(function* () {
      const { key } = yield* (yield* TestApp).tenant()
      const answer = yield* post(key, `${json}Expect: 100-continue\r\n`, bytes(JSON.stringify(lesson("ada"))))
      assert.strictEqual(answer.status, 100)
      assert.match(answer.text, /^HTTP\/1.1 200 /)
    })
  )

  it.effect("a client that offers another protocol is answered in this one, whatever it sends along", () =>
    Effect.gen(function* () {
      const { key } = yield* (yield* TestApp).tenant()
      for (const protocol of ["h2c", "websocket"]) {
        const offer = `${json}Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`
        const answer = yield* post(key, offer, bytes(JSON.stringify(lesson("ada"))))
        assert.strictEqual(answer.status, 200, answer.text)
      }
    })
  )

  it.effect("a path or a query that is no UTF-8 is a 400, and nobody's other id", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const path of ["/events/inv%ff", "/events?user_id=inv%fe", "/buddies/users/%c3/summary"]) {
        const answer = yield* call("GET", path)
        assert.deepStrictEqual([answer.status, answer.body.error.code], [400, "bad_request"], path)
      }
    })
  )

  it.effect("fifty problems are named, and that there are more", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const content = { coin_rules: Array.from({ length: 300 }, () => ({ nonsense: 1 })) }
      const { body, status, text } = yield* call("POST", "/config-versions/plan", { content })
      assert.strictEqual(status, 422)
      assert.strictEqual(body.error.details.issues.length, limits.issues_max)
      assert.isTrue(body.error.details.truncated)
      assert.isBelow(text.length, 30_000)
      const few = yield* call("POST", "/auth/api-keys", { nope: 1 })
      assert.notProperty(few.body.error.details, "truncated")
    })
  )
})
