/** Whatever a tenant may call a thing, it can be asked for under that name. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { limits } from "../../src/wire/Limits.ts"
import { type Operation, operations, prefix, resolve } from "../kit/contract/ApiContract.ts"
import type { JsonSchema } from "../kit/contract/JsonSchema.ts"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { rawHttp } from "../kit/http/RawHttp.ts"
import { sampleFor } from "../kit/contract/ValidBodies.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const long = limits.client_id_length_max
const oddIds: ReadonlyArray<string> = [
  "x".repeat(101),
  "x".repeat(long),
  "\u4e16".repeat(long),
  "\u{1f95a}".repeat(long),
  "a/b",
  "a%2Fb",
  "a%b",
  "100%",
  "%ff",
  "a?b=c",
  "a#b",
  "a;b=c",
  "a+b c",
  "...",
  ".x",
  "Upper",
  "upper",
  "line\nbreak",
  "\ufeffmark",
  "e\u0301",
  "\u00e9",
  " ",
  "a:b@c,d&e=f$g",
  "a\\b",
  "/",
  "//"
]
/** Of an event type, whose names are visible words. */
const oddTypes = oddIds
  .map((id) => id.slice(0, 128))
  .filter((id) => /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,128}$(?<!\s)/u.test(id))

/** As a client writes a name into an address; dots as well, which alone would be a step. */
const escaped = (name: string) => encodeURIComponent(name).replaceAll(".", "%2E")

const branches = (given: JsonSchema): ReadonlyArray<JsonSchema> => {
  const schema = resolve(given)
  return (schema.anyOf ?? schema.oneOf)?.flatMap(branches) ?? [schema]
}

/** Names at the top of a body under which what it makes can be found again. */
const namesOf = ({ body }: Operation): ReadonlyArray<readonly [string, JsonSchema]> =>
  (body === undefined ? [] : branches(body)).flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name]) => /(?:_key|^event_type|^event_id|^user_id)$/.test(name))
  )

const lengthMax = (schema: JsonSchema): number | undefined => {
  const found = branches(schema).flatMap(({ maxLength, pattern, type }) => {
    if (type !== "string") return []
    const last = pattern === undefined ? undefined : /\{(\d+),(\d+)\}\$/.exec(pattern)
    return [maxLength ?? (last == null ? Number.POSITIVE_INFINITY : Number(last[2]) + 1)]
  })
  return found.length === 0 ? undefined : Math.max(...found)
}

/** Collections whose entries are found under a key of the client's choice. */
const keyed = operations.flatMap((creator) => {
  if (creator.method !== "POST" || creator.pathNames.length > 0) return []
  const reader = operations.find(({ key }) => key === `GET ${creator.path}/{id}`)
  const name = reader === undefined ? undefined : namesOf(creator).find(([field]) => field.endsWith("_key"))?.[0]
  return reader === undefined || name === undefined ? [] : [{ creator, reader, name }]
})

layer(TestApp.shared, { excludeTestServices: true })("a name", (it) => {
  it("may be no longer than what a path parameter may hold", () => {
    // What is applied is one of the service's own.
    const creators = operations.filter(({ key }) => /^(?:POST|PUT) /.test(key) && !key.includes("/apply-"))
    const tooLong = creators.flatMap(({ key, ...creator }) =>
      namesOf({ key, ...creator }).flatMap(([name, schema]) => {
        const max = lengthMax(schema)
        return max !== undefined && max > limits.path_parameter_length_max ? [`${key} ${name}: ${max}`] : []
      })
    )
    assert.deepStrictEqual(tooLong, [])
  })

  it.effect("of an event or a user is found again, whatever characters it is made of", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const send = yield* rawHttp(baseUrl)
      const headers = { authorization: `Bearer ${tenant.key}` }
      yield* publish(tenant)
      for (const id of oddIds) {
        const made = yield* tenant.call("POST", "/events", { ...lesson(id), event_id: id })
        assert.strictEqual(made.status, 200, `${id}: ${made.text}`)
      }
      for (const id of oddIds) {
        const path = `${prefix}/events/${escaped(id)}`
        const event = yield* send({ method: "GET", path, headers })
        assert.strictEqual(event.status, 200, `${JSON.stringify(id)}: ${event.text}`)
        assert.strictEqual((event.json as { event_id: string }).event_id, id)
        const trace = yield* send({ method: "GET", path: `${path}/trace`, headers })
        assert.strictEqual((trace.json as { event_id: string }).event_id, id)
        const reversed = yield* send({ method: "POST", path: `${path}/reverse`, headers })
        assert.strictEqual(reversed.status, 200, `${JSON.stringify(id)}: ${reversed.text}`)
        const user = yield* send({ method: "GET", path: `${prefix}/buddies/users/${escaped(id)}/summary`, headers })
        assert.strictEqual(user.status, 200, `${JSON.stringify(id)}: ${user.text}`)
        const listed = yield* tenant.call("GET", `/events?user_id=${escaped(id)}`)
        assert.deepStrictEqual(
          listed.body.data?.map(({ event_id }: { event_id: string }) => event_id),
          [id]
        )
      }
    })
  )

  it.effect("of an event is not that of a route beside it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const statics = operations.flatMap(({ key }) => /^GET \/events\/([a-z-]+)$/.exec(key)?.[1] ?? [])
      assert.isAbove(statics.length, 1)
      for (const event_id of [...statics, ...statics.map((name) => name.toUpperCase())]) {
        const { status } = yield* call("POST", "/events", { ...lesson("ada"), event_id })
        assert.strictEqual(status, 422, event_id)
      }
    })
  )

  it.effect("is none that browsers take for a step when they read an address", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      for (const name of [".", ".."]) {
        const attempts = [
          call("POST", "/events", { ...lesson("ada"), event_id: name }),
          call("POST", "/events", lesson(name)),
          call("POST", "/eggs", { user_id: name }),
          call("POST", "/event-types", { event_type: name, name: "Odd" })
        ]
        for (const attempt of attempts) assert.strictEqual((yield* attempt).status, 422, name)
      }
    })
  )

  it.effect("of a user is in its summary", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      yield* publish(tenant)
      const user_id = `${"u".repeat(200)}/\u{1f95a}%2f`
      yield* hatch(tenant, user_id)
      const summary = yield* tenant.call("GET", `/buddies/users/${escaped(user_id)}/summary`)
      assert.deepStrictEqual([summary.body.user_id, summary.body.buddies], [user_id, 1], summary.text)
    })
  )

  it.effect("of an event is told by a batch that rejects it, and lists of its type have it, however long", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const [event_id, type] = ["\u{1f95a}".repeat(long), "\u{1f95a}".repeat(128)]
      const events = [
        { ...lesson("ada"), event_id, user_id: "" },
        { ...lesson("ada"), event_id: "typed", type }
      ]
      const { body } = yield* call("POST", "/events/batch", { events })
      assert.deepStrictEqual([body.results[0].status, body.results[0].event_id], ["rejected", event_id])
      const listed = yield* call("GET", `/events?type=${escaped(type)}`)
      assert.deepStrictEqual(
        listed.body.data.map((event: { event_id: string }) => event.event_id),
        ["typed"]
      )
    })
  )

  it.effect("of a user is one to erase and to sum up, though each of its characters counts twice elsewhere", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const user_id = "\u{1f95a}".repeat(long)
      assert.strictEqual((yield* call("POST", "/events", lesson(user_id))).status, 200)
      const path = `/customers/me/users/${escaped(user_id)}`
      assert.deepInclude((yield* call("GET", `${path}/summary`)).body, { user_id, exists: true })
      assert.strictEqual((yield* call("DELETE", `${path}/data`)).status, 202)
    })
  )

  it.effect("of an event type is found again", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { call, key } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const send = yield* rawHttp(baseUrl)
      assert.isAbove(oddTypes.length, 15)
      for (const event_type of new Set(oddTypes)) {
        const made = yield* call("POST", "/event-types", { event_type, name: "Odd" })
        assert.strictEqual(made.status, 201, `${event_type}: ${made.text}`)
        const path = `${prefix}/event-types/${escaped(event_type)}`
        const found = yield* send({ method: "GET", path, headers: { authorization: `Bearer ${key}` } })
        assert.strictEqual(found.status, 200, `${event_type}: ${found.text}`)
        assert.strictEqual((found.json as { event_type: string }).event_type, event_type)
      }
    })
  )

  it.effect("of 64 characters is a key of every kind of thing", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      assert.isAbove(keyed.length, 8)
      const odd = "0._-".repeat(16)
      for (const { creator, name, reader } of keyed) {
        const sample = sampleFor(creator, { item_id: "x" }) as Record<string, unknown>
        const made = yield* call("POST", creator.path, { ...sample, [name]: odd })
        assert.strictEqual(made.status, 201, `${creator.key}: ${made.text}`)
        const found = yield* call("GET", reader.path.replace("{id}", odd))
        assert.deepStrictEqual([found.status, found.body[name]], [200, odd], `${reader.key}: ${found.text}`)
      }
    })
  )
  it.effect("of a buddy is told as it is, however large its letters are asked for", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const large = buddy_id.toUpperCase()
      const reads = operations.flatMap(({ method, path, pathNames }) =>
        method === "GET" && pathNames.length === 1 && /\/buddies\/\{(?:id|buddy_?id)\}/i.test(path) ? [path] : []
      )
      assert.isAbove(reads.length, 15)
      for (const path of reads) {
        const [asked, small] = yield* Effect.forEach([large, buddy_id], (id) =>
          tenant.call("GET", path.replace(/\{\w+\}/, id))
        )
        assert.strictEqual(asked!.status, small!.status, path)
        assert.notInclude(asked!.text, large, path)
      }
      for (const path of ["/coins", "/coins/spend"]) {
        const made = yield* tenant.call("POST", `/buddies/${large}${path}`, { amount: 1 })
        assert.strictEqual(made.status, 200, made.text)
        assert.notInclude(made.text, large, path)
      }
    })
  )
})
