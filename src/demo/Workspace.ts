/**
 * A workspace to try things on: enterprise plan, filled by Seed. Its key is kept beside the data, so that every
 * start can print it. Every start looks after all of it, for the last one may have ended anywhere.
 */
import { Console, Effect, Layer, Option, Schema } from "effect"
import { FetchHttpClient, HttpServer } from "effect/http"
import { NetAddress } from "effect/net"
import * as fs from "node:fs"
import { join } from "node:path"
import { AppConfig } from "../Config.ts"
import { liveAlong } from "./Classmates.ts"
import { preset, seed, tenantApi, whose } from "./Seed.ts"
import { DemoDesk } from "../edge/DemoDesk.ts"
import { ApiKeyStore } from "../features/tenant/api-keys/Store.ts"
import { CustomerStore } from "../features/tenant/customers/Store.ts"
import { banner, summary } from "../Launch.ts"
import { isForPeople } from "../platform/observability/Log.ts"
import { paintOf } from "../platform/observability/Paint.ts"

const name = "Hatchery demo"

const Endpoint = Schema.Struct({ webhook_config_id: Schema.String, description: Schema.String })
const Endpoints = Schema.Struct({ data: Schema.Array(Endpoint) })
const Secret = Schema.Struct({ secret: Schema.String })
const nothing = Schema.Unknown

/** Small enough to be lost and made again: a missing file only means a new key for the same workspace. */
const keyFile = (dataDir: string) => join(dataDir, "demo-key")

const readKey = (dataDir: string) =>
  Effect.sync(() => (fs.existsSync(keyFile(dataDir)) ? fs.readFileSync(keyFile(dataDir), "utf8").trim() : ""))

/** Renamed into place, so that there is a whole key or none. */
const writeKey = (dataDir: string, key: string) =>
  Effect.sync(() => {
    fs.mkdirSync(dataDir, { recursive: true })
    const draft = `${keyFile(dataDir)}.${process.pid}`
    fs.writeFileSync(draft, key + "\n", { mode: 0o600 })
    fs.renameSync(draft, keyFile(dataDir))
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
  const call = yield* tenantApi(baseUrl, key, desk.mark)
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

/** The workspace and its key. A key of another database, or one that was revoked, is replaced. */
const prepare = Effect.gen(function* () {
  const { dataDir } = yield* AppConfig
  const { mark } = yield* DemoDesk
  const baseUrl = yield* localUrl
  const kept = yield* readKey(dataDir)
  const owner = yield* whose(baseUrl, kept, mark)
  if (Option.isSome(owner)) return { baseUrl, customer_id: owner.value, key: kept }
  const customers = yield* CustomerStore
  const found = yield* customers.named(name, "enterprise")
  const customer_id = Option.isSome(found) ? found.value : (yield* customers.create(name, "enterprise")).customer_id
  const keys = yield* ApiKeyStore
  const { key } = yield* keys.issue(customer_id, "demo", { type: "secret", mode: "test", label: "demo" })
  yield* writeKey(dataDir, key)
  return { baseUrl, customer_id, key }
})

/** A server that listens on every address also listens on loopback. */
const reachable = (ip: NetAddress.IpAddress) => {
  const host = NetAddress.isUnspecified(ip) ? "127.0.0.1" : NetAddress.formatIp(ip)
  return host.includes(":") ? `[${host}]` : host
}

const localUrl = Effect.map(HttpServer.HttpServer, ({ address }) =>
  address._tag === "UnixPathAddress" ? "" : `http://${reachable(address.address)}:${address.port}`
)

/** The first lines of a start: one `name  value` each, or more of them for people. */
const announce = Effect.fnUntraced(function* (key?: string) {
  const config = yield* AppConfig
  const keyAt = key === undefined ? undefined : { key, file: keyFile(config.dataDir) }
  if (isForPeople(config)) yield* Console.log(banner(config, paintOf(config), keyAt))
  else if (key !== undefined) yield* Console.log(summary(config, key))
})

/** Says where to look once the server listens, then looks after the workspace. */
export const DemoLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const { dataDir, demo, publicUrl, role } = yield* AppConfig
    if (!demo || role === "runner") return yield* announce()
    const desk = yield* DemoDesk
    const { baseUrl, customer_id, key } = yield* prepare
    yield* announce(key)
    yield* desk.open({ baseUrl, customer_id, key, keyFile: keyFile(dataDir), theme: preset })
    yield* listen(baseUrl, key).pipe(
      Effect.catchCause((cause) => Effect.logWarning("the demo page will hear of no webhooks", cause))
    )
    // The service is of use without its demo, and the next start goes on where this one stopped.
    yield* seed(baseUrl, key, desk.mark, publicUrl).pipe(
      Effect.catchCause((cause) => Effect.logWarning("the demo workspace is not complete", cause))
    )
    const call = yield* tenantApi(baseUrl, key, desk.mark)
    yield* liveAlong(call, desk).pipe(
      Effect.catchCause((cause) => Effect.logWarning("the demo workspace has no classmates", cause)),
      Effect.forkScoped
    )
  })
).pipe(Layer.provide(FetchHttpClient.layer))
