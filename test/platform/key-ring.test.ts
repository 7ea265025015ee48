/** Keys of the service: they come, they count for their purpose, they go, and running nodes hear of it. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"
import { AppConfig, type AppSettings } from "../../src/Config.ts"
import { CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { KeyRing } from "../../src/platform/secrets/KeyRing.ts"
import { SharedRedis } from "../../src/platform/requests/Redis.ts"
import { seedPlace } from "../../src/platform/secrets/SealedSeeds.ts"
import { resealAll, sealedColumns, unsealed } from "../../src/platform/secrets/SealedValues.ts"
import { resealKeys, retireKey, rotateKey } from "../../src/platform/secrets/ServiceKeys.ts"
import { Tokens } from "../../src/platform/auth/Tokens.ts"
import { Vault } from "../../src/platform/secrets/Vault.ts"
import { secretPlace } from "../../src/platform/webhooks/SealedPlaces.ts"
import { testDatabase } from "../kit/postgres/PgTemplate.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

const settings = (secretKey?: string, ...previous: ReadonlyArray<string>): Partial<AppSettings> => ({
  secretKey: secretKey === undefined ? undefined : Redacted.make(secretKey),
  secretKeyPrevious: previous.map((value) => Redacted.make(value))
})

/** As much of a node as holds keys. */
const node = (url: Redacted.Redacted, given: Partial<AppSettings> = settings()) =>
  Layer.build(
    Layer.fresh(
      Layer.mergeAll(Vault.layer, Tokens.layer).pipe(
        Layer.provideMerge(KeyRing.layer),
        Layer.provideMerge(CacheInvalidation.layer),
        Layer.provide(SharedRedis.none),
        Layer.provideMerge(PgClient.layer({ url, maxConnections: 3 })),
        Layer.provideMerge(AppConfig.test(given))
      )
    )
  )
type Node = Effect.Success<ReturnType<typeof node>>
type Services = Node extends Context.Context<infer S> ? S : never

const on = <A, E>(at: Node, work: Effect.Effect<A, E, Services>) => Effect.provideContext(work, at)

/** News travel over the database. */
const soon = <A, E, R>(condition: Effect.Effect<boolean, E, R>, what: Effect.Effect<A, E, R>) =>
  Effect.andThen(condition.pipe(Effect.repeat({ until: (met) => met, schedule: Schedule.spaced("20 millis") })), what)

const login = { customer_id: "c", account_id: "a", epoch: 0 }
const makeLogin = Effect.flatMap(Tokens, (tokens) => tokens.makeDashboard(login))
const reads = (token: string) =>
  Effect.flatMap(Tokens, (tokens) => tokens.readDashboard(token)).pipe(
    Effect.as(true),
    Effect.catchTag("BadToken", () => Effect.succeed(false))
  )
const signingId = Effect.map(KeyRing, (ring) => ring.signing("dashboard_token").key_id)

it.live("two nodes that start at once have the same keys", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const [one, two] = yield* Effect.all([node(url), node(url)], { concurrency: 2 })
    assert.isTrue(yield* on(two, reads(yield* on(one, makeLogin))))
  })
)

it.live(
  "a rotated key goes on verifying what it signed, and only that long; a retired one verifies nothing at once",
  () =>
    Effect.gen(function* () {
      const url = yield* testDatabase
      const [one, two] = [yield* node(url), yield* node(url)]
      const before = yield* on(one, makeLogin)
      const old = yield* on(one, signingId)
      const made = yield* on(two, rotateKey("dashboard_token"))
      yield* soon(
        Effect.map(on(one, signingId), (id) => id === made),
        Effect.void
      )
      const after = yield* on(one, makeLogin)
      for (const at of [one, two]) {
        assert.isTrue(yield* on(at, reads(before)))
        assert.isTrue(yield* on(at, reads(after)), "also where nobody has heard of the new key yet")
      }
      const ring = yield* on(
        one,
        Effect.flatMap(KeyRing, (keys) => keys.all("dashboard_token"))
      )
      const end = ring.find(({ key_id }) => key_id === old)!.retired_at
      assert.isAtMost(Math.abs(end - (yield* Clock.currentTimeMillis) - 3_600_000), 60_000)

      assert.isTrue(yield* on(two, retireKey(old)))
      assert.isFalse(yield* on(two, retireKey(old)))
      for (const at of [one, two]) {
        yield* soon(
          Effect.map(on(at, reads(before)), (isGood) => !isGood),
          Effect.void
        )
        assert.isTrue(yield* on(at, reads(after)))
      }
    })
)

it.live("a key of one purpose verifies nothing of another", () =>
  Effect.gen(function* () {
    const at = yield* node(yield* testDatabase)
    const ring = Context.get(at, KeyRing)
    const { key_id } = ring.signing("widget_token")
    assert.isUndefined(yield* ring.verifying("dashboard_token", key_id))
    assert.isDefined(yield* ring.verifying("widget_token", key_id))
  })
)

it.live("no dump is a set of keys where SECRET_KEY is set, and nodes with another one do not start", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const at = yield* node(url, settings("the first secret key"))
    const ring = Context.get(at, KeyRing)
    const stored = yield* on(
      at,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT key_id, material FROM service_keys`)
    )
    for (const purpose of ["dashboard_token", "widget_token", "ledger_head", "cursor", "vault"] as const) {
      const { key_id, material } = ring.signing(purpose)
      const row = stored.find((one) => one["key_id"] === key_id)!
      assert.isFalse(Buffer.from(row["material"] as Uint8Array).includes(Buffer.from(material)), purpose)
    }
    for (const other of [settings("another secret key"), settings()]) {
      const refused = yield* Effect.flip(node(url, other))
      assert.include(String((refused as Error).message), "SECRET_KEY does not open the keys in this database")
    }
  })
)

const sealedFor = (at: Node, plain: string, place: string) =>
  on(
    at,
    Effect.flatMap(Vault, (vault) => vault.seal(plain, place))
  )
const openAt = (at: Node, sealed: Uint8Array, place: string) =>
  on(
    at,
    Effect.flatMap(Vault, (vault) => vault.tryOpen(sealed, place))
  )

it.live(
  "what was sealed before keys had names opens, and what is sealed now opens for a node that knows no names",
  () =>
    Effect.gen(function* () {
      const at = yield* node(yield* testDatabase, settings("the first secret key"))
      const key = Buffer.from(hkdfSync("sha256", "the first secret key", "hatchery", "vault", 32))
      const nonce = randomBytes(12)
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from("place"))
      const body = Buffer.concat([cipher.update("whsec_old"), cipher.final()])
      const old = Buffer.concat([nonce, cipher.getAuthTag(), body])
      assert.strictEqual(yield* openAt(at, old, "place"), "whsec_old")
      assert.isUndefined(yield* openAt(at, old, "another place"))
      const sealed = Buffer.from(yield* sealedFor(at, "whsec_new", "place"))
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(sealed.subarray(0, 12)))
      decipher.setAAD(Buffer.from("place"))
      decipher.setAuthTag(sealed.subarray(12, 28))
      assert.strictEqual(String(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])), "whsec_new")
    })
)

/** An endpoint whose headers are in plain text, as releases before kept them. */
const plainEndpoint = (at: Node, secret: string) =>
  on(
    at,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const webhook_config_id = crypto.randomUUID()
      const sealed = yield* (yield* Vault).seal(secret, secretPlace(webhook_config_id))
      yield* sql`INSERT INTO webhook_configs
          (customer_id, webhook_config_id, url, events, enabled, headers, secret, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${webhook_config_id}::uuid, 'https://example.com', '{*}', true,
          '{"authorization":"Bearer of-the-tenant"}', ${sealed}, now(), now())`
      return webhook_config_id
    })
  )

/** Draws under one lottery: one that nobody has drawn yet, one whose seed everybody knows. */
const draws = (at: Node, seed: string) =>
  on(
    at,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* makeTenant
      const lottery_id = crypto.randomUUID()
      const ids = { open: crypto.randomUUID(), drawn: crypto.randomUUID() }
      yield* sql`
        INSERT INTO lotteries (customer_id, lottery_id, lottery_key, name, status, entry, schedule, prizes, eligibility,
          public_proof, revision, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${lottery_id}::uuid, 'draw', '', 'active', '{}', '{}', '[]', '{}', true, 1, now(),
          now())`
      for (const [status, draw_id] of Object.entries(ids)) {
        const sealed = yield* (yield* Vault).seal(seed, seedPlace(draw_id))
        yield* sql`
          INSERT INTO lottery_draws (customer_id, draw_id, lottery_id, status, terms, draw_at, opened_at, commit_hash,
            sealed_seed)
          VALUES (${customer_id}::uuid, ${draw_id}::uuid, ${lottery_id}::uuid, ${status}, '{}', now(), now(), '',
            ${sealed})`
      }
      return ids
    })
  )

it.live("SECRET_KEY is changed without losing a secret: nodes of both kinds open all, and then the old one goes", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const first = yield* node(url, settings("the first secret key", "the second secret key"))
    const id = yield* plainEndpoint(first, "whsec_kept")
    const { open } = yield* draws(first, "a seed nobody knows")
    const second = yield* node(url, settings("the second secret key", "the first secret key"))
    const made = yield* sealedFor(second, "by the second", "place")
    assert.strictEqual(yield* openAt(first, made, "place"), "by the second")

    assert.strictEqual(yield* on(second, unsealed), 2)
    assert.isAtLeast(yield* on(second, resealKeys), 5)
    assert.deepStrictEqual(yield* on(second, resealAll), {
      endpoints: 1,
      draws: 1,
      erasures: 0,
      cards: 0,
      sso: 0,
      lost: []
    })
    assert.deepStrictEqual(yield* on(second, resealAll), {
      endpoints: 0,
      draws: 0,
      erasures: 0,
      cards: 0,
      sso: 0,
      lost: []
    })
    assert.strictEqual(yield* on(second, resealKeys), 0)
    assert.strictEqual(yield* on(second, unsealed), 0)

    const third = yield* node(url, settings("the second secret key"))
    const sql = Context.get(third, SqlClient.SqlClient)
    const [row] = yield* sql`SELECT secret, headers FROM webhook_configs WHERE webhook_config_id = ${id}::uuid`
    assert.strictEqual(yield* openAt(third, row!["secret"] as Uint8Array, secretPlace(id)), "whsec_kept")
    assert.deepStrictEqual(row!["headers"], {})
    const [draw] = yield* sql`SELECT sealed_seed FROM lottery_draws WHERE draw_id = ${open}::uuid`
    assert.strictEqual(yield* openAt(third, draw!["sealed_seed"] as Uint8Array, seedPlace(open)), "a seed nobody knows")
    assert.strictEqual(yield* on(third, signingId), yield* on(first, signingId))
  })
)

it.live("values no key opens stay as they are and are named, and do not keep others from being sealed", () =>
  Effect.gen(function* () {
    const url = yield* testDatabase
    const at = yield* node(url)
    const [lost, kept] = [yield* plainEndpoint(at, "whsec_lost"), yield* plainEndpoint(at, "whsec_kept")]
    const sql = Context.get(at, SqlClient.SqlClient)
    yield* sql`UPDATE webhook_configs SET secret = '\\x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
      WHERE webhook_config_id = ${lost}::uuid`
    assert.deepStrictEqual(yield* on(at, resealAll), {
      endpoints: 1,
      draws: 0,
      erasures: 0,
      cards: 0,
      sso: 0,
      lost: [`webhook endpoint ${lost}`]
    })
    const [row] = yield* sql`SELECT headers FROM webhook_configs WHERE webhook_config_id = ${kept}::uuid`
    assert.deepStrictEqual(row!["headers"], {})
  })
)

it.live("every column that says it is sealed is sealed anew with the others", () =>
  Effect.gen(function* () {
    const at = yield* node(yield* testDatabase)
    const found = yield* Context.get(at, SqlClient.SqlClient)`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE 'sealed%' ORDER BY place`
    assert.deepStrictEqual(
      found.map(({ place }) => place),
      [...sealedColumns]
    )
  })
)
