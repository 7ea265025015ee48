/**
 * A workspace to try things on: enterprise plan, the `learning` preset published, a path, Ada with a hatched buddy,
 * Grace with an egg that is ready. Seeded once, through the public API like any tenant would; its key is kept beside
 * the data, so that every start can print it.
 */
import { Console, Effect, Layer, Option, Schedule, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, HttpClientResponse, HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import * as fs from "node:fs"
import { join } from "node:path"
import { AppConfig } from "./Config.ts"
import { DemoDesk } from "./edge/DemoDesk.ts"
import { ApiKeyStore } from "./features/api-keys/Store.ts"
import { CustomerStore } from "./features/customers/Store.ts"

export const hatchedUser = "ada"
export const readyUser = "grace"
const preset = "learning"
const name = "Hatchery demo"

const Draft = Schema.Struct({ config_version_id: Schema.String })
const Egg = Schema.Struct({ egg_id: Schema.String, status: Schema.String })
const Endpoint = Schema.Struct({ webhook_config_id: Schema.String, description: Schema.String })
const Endpoints = Schema.Struct({ data: Schema.Array(Endpoint) })
const Secret = Schema.Struct({ secret: Schema.String })
const nothing = Schema.Unknown

/** Small enough to be lost and made again: a missing file only means a new key for the same workspace. */
const keyFile = (dataDir: string) => join(dataDir, "demo-key")

const readKey = (dataDir: string) =>
  Effect.sync(() => (fs.existsSync(keyFile(dataDir)) ? fs.readFileSync(keyFile(dataDir), "utf8").trim() : undefined))

const writeKey = (dataDir: string, key: string) =>
  Effect.sync(() => {
    fs.mkdirSync(dataDir, { recursive: true })
    fs.writeFileSync(keyFile(dataDir), key + "\n", { mode: 0o600 })
  })

/** The public API as a tenant's backend sees it. */
const tenantApi = Effect.fnUntraced(function* (baseUrl: string, key: string) {
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest((request) =>
      request.pipe(HttpClientRequest.prependUrl(`${baseUrl}/api/v1`), HttpClientRequest.bearerToken(key))
    )
  )
  const call = <S extends Schema.Constraint & { readonly DecodingServices: never }>(
    answer: S,
    method: "GET" | "POST" | "PATCH",
    path: string,
    body?: unknown
  ): Effect.Effect<S["Type"]> =>
    client
      .execute(
        HttpClientRequest.make(method)(path).pipe(
          body === undefined ? (same) => same : HttpClientRequest.bodyJsonUnsafe(body)
        )
      )
      .pipe(
        Effect.flatMap(HttpClientResponse.filterStatusOk),
        Effect.flatMap((response) => (response.status === 204 ? Effect.succeed(undefined) : response.json)),
        Effect.flatMap(Schema.decodeUnknownEffect(answer as unknown as Schema.Codec<S["Type"], unknown>)),
        Effect.orDie
      )
  return call
})

const Item = Schema.Struct({ item_id: Schema.String })

const counts = (event_type: string, count: number) => ({
  completion_condition: { type: "event_count", event_type, count, since: "ever" }
})

/**
 * A way through the first days. One sub-step opens the next, so what ticks by itself comes first, in the order people
 * try things, and what is ticked by hand comes last, where it holds nothing up.
 */
const journey = (item_id: string) => ({
  path_key: "first_days",
  title: "First days at school",
  display_mode: "zigzag",
  icon: "star",
  steps: [
    {
      step_key: "arrive",
      title: "Arrive",
      sub_steps: [
        { sub_step_key: "first_lesson", title: "The first lesson", ...counts("lesson.completed", 1) },
        { sub_step_key: "two_exercises", title: "Two exercises", ...counts("exercise.solved", 2) }
      ]
    },
    {
      step_key: "learn",
      title: "Learn",
      sub_steps: [
        { sub_step_key: "whole_course", title: "A whole course", ...counts("course.completed", 1) },
        {
          sub_step_key: "see_better",
          title: "See better",
          completion_condition: { type: "item_owned", key: item_id }
        }
      ]
    },
    {
      step_key: "grow",
      title: "Grow",
      sub_steps: [
        { sub_step_key: "grow_up", title: "Grow up", completion_condition: { type: "evolution_stage", value: 2 } },
        { sub_step_key: "look_back", title: "Look back", allow_manual_complete: true }
      ]
    }
  ]
})

const seed = Effect.fnUntraced(function* (baseUrl: string, key: string) {
  const call = yield* tenantApi(baseUrl, key)
  yield* call(nothing, "POST", "/customers/me/apply-preset", { preset_key: preset })
  const draft = yield* call(Draft, "POST", "/config-versions")
  yield* call(nothing, "POST", `/config-versions/${draft.config_version_id}/publish`)
  const { item_id } = yield* call(Item, "GET", "/marketplaces/school_shop/items/reading_glasses")
  yield* call(nothing, "POST", "/path-definitions", journey(item_id))
  yield* call(nothing, "POST", "/path-definitions/first_days/activate")
  // Ada comes last: whoever waits for her buddy to appear finds everything else in place.
  for (const user_id of [readyUser, hatchedUser]) {
    const egg = yield* call(Egg, "POST", "/eggs?ensure=true", { user_id })
    if (egg.status === "waiting") yield* call(nothing, "PATCH", `/eggs/${egg.egg_id}/status`, { status: "ready" })
    if (user_id !== hatchedUser) continue
    yield* call(nothing, "POST", `/eggs/${egg.egg_id}/hatch`)
    yield* Effect.repeat(call(Egg, "GET", `/eggs/${egg.egg_id}`), {
      until: ({ status }) => status === "hatched",
      schedule: Schedule.spaced("100 millis")
    }).pipe(Effect.timeout("60 seconds"), Effect.orDie)
  }
})

const sink = "The receiver of the demo page"

/**
 * The workspace's webhooks go to the page's own receiver. A secret is shown once and kept in memory only, so every
 * start takes a new one; the address may have changed as well. Without leave to call a private address there is none to
 * give, and the page says so.
 */
const listen = Effect.fnUntraced(function* (baseUrl: string, key: string) {
  const { webhookAllowPrivate } = yield* AppConfig
  if (!webhookAllowPrivate) return
  const desk = yield* DemoDesk
  const call = yield* tenantApi(baseUrl, key)
  const { data } = yield* call(Endpoints, "GET", "/webhook-configs?limit=100")
  const known = data.find(({ description }) => description === sink)
  const address = { url: `${baseUrl}/demo/sink`, enabled: true }
  if (known === undefined) {
    const { secret } = yield* call(Secret, "POST", "/webhook-configs", { ...address, description: sink, events: ["*"] })
    return yield* desk.expect(secret)
  }
  const { secret } = yield* call(Secret, "POST", `/webhook-configs/${known.webhook_config_id}/rotate-secret`)
  yield* desk.expect(secret)
  yield* call(nothing, "PATCH", `/webhook-configs/${known.webhook_config_id}`, address)
})

/** The key of the demo workspace, made and filled on the first start. */
const prepare = Effect.gen(function* () {
  const { dataDir } = yield* AppConfig
  const keys = yield* ApiKeyStore
  const customers = yield* CustomerStore
  const baseUrl = yield* localUrl
  const found = yield* customers.named(name, "enterprise")
  const known = yield* readKey(dataDir)
  if (Option.isSome(found) && known !== undefined) return { baseUrl, key: known, fill: Effect.void }
  const customer_id = Option.isSome(found) ? found.value : (yield* customers.create(name, "enterprise")).customer_id
  const { key } = yield* keys.create(customer_id, "demo", { type: "secret", mode: "test", label: "demo" })
  yield* writeKey(dataDir, key)
  return { baseUrl, key, fill: Option.isNone(found) ? seed(baseUrl, key) : Effect.void }
})

/** A server that listens on every address also listens on loopback. */
const reachable = (ip: NetAddress.IpAddress) => {
  const host = NetAddress.isUnspecified(ip) ? "127.0.0.1" : NetAddress.formatIp(ip)
  return host.includes(":") ? `[${host}]` : host
}

const localUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress" ? "" : `http://${reachable(address.address)}:${address.port}`
)

/** Says where to look once the server listens; the first lines of a demo start, one `name  value` each. */
export const DemoLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const { dataDir, demo, publicUrl, role } = yield* AppConfig
    if (!demo || role === "runner") return
    const { baseUrl, fill, key } = yield* prepare
    yield* Console.log(
      [
        `base_url       ${publicUrl}/api/v1`,
        `demo_key       ${key}`,
        `demo_page      ${publicUrl}/demo`,
        `api_reference  ${publicUrl}/docs`
      ].join("\n")
    )
    yield* (yield* DemoDesk).open({ baseUrl, key, keyFile: keyFile(dataDir), theme: preset })
    yield* listen(baseUrl, key).pipe(
      Effect.catchCause((cause) => Effect.logWarning("the demo page will hear of no webhooks", cause))
    )
    yield* fill
  })
).pipe(Layer.provide(FetchHttpClient.layer))
