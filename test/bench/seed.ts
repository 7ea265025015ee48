/**
 * The same world for both servers: one tenant, one published configuration, one webhook endpoint, N hatched buddies
 * `u0`..`uN-1`.
 */
import { Effect } from "effect"
import { hash, randomBytes } from "node:crypto"
import { Client } from "pg"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { initialState } from "../../src/engine/core/initialState.ts"
import { hashKey } from "../../src/platform/auth/Credentials.ts"
import { seal, sealingKey } from "../../src/platform/secrets/Sealing.ts"
import { secretPlace } from "../../src/platform/webhooks/SealedPlaces.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import { content as tenRules } from "./content.ts"

export interface World {
  readonly customer_id: string
  readonly config_version_id: string
  readonly webhook_config_id: string
  readonly key: string
}

/** Ids in the form of the service's own; which moment they carry does not matter here. */
const id = (kind: string, index: number): string => {
  const digest = hash("sha256", `${kind}:${index}`)
  return `019aa000-${digest.slice(0, 4)}-7${digest.slice(4, 7)}-8${digest.slice(7, 10)}-${digest.slice(10, 22)}`
}

/** The service must be started with this SECRET_KEY to open what is sealed here. */
export const secretKey = "benchmark-secret-key"

const sealedSecret = (webhook_config_id: string) =>
  Effect.runPromise(
    seal(sealingKey(secretKey), Buffer.from(`whsec_${"YmVuY2htYXJr".repeat(3)}`), secretPlace(webhook_config_id))
  )

/** The address of the `index`-th buddy of a tenant. */
export const buddyId = (tenant: number, index: number): string => id(named("buddy", tenant), index)

const named = (kind: string, tenant: number): string => (tenant === 0 ? kind : `${kind}-of-${tenant}`)

/**
 * `receiver`: where webhooks go; by default to a port nobody listens on. `tenant`: which one of several in one
 * database. `content`: its configuration, by default the ten rules.
 */
export const seed = async (
  url: string,
  buddies: number,
  options: { readonly receiver?: string; readonly tenant?: number; readonly content?: ConfigContent } = {}
): Promise<World> => {
  const client = new Client({ connectionString: url })
  // When something fails the database is stopped first: the failure is the news, not the cut connection.
  client.on("error", () => undefined)
  await client.connect()
  const { content = tenRules, tenant = 0 } = options
  const [customer_id, config_version_id, webhook_config_id] = [
    id("customer", tenant),
    id("config", tenant),
    id("webhook", tenant)
  ]
  const last3 = String(tenant).padStart(3, "0")
  const key = `svc_live_${"Benchmark0".repeat(4)}${last3}`
  const now = new Date()
  await client.query(
    `INSERT INTO customers
       (customer_id, name, slug, plan, draw_secret, active_config_version_id, created_at, updated_at)
     VALUES ($1, 'Bench', $5, 'enterprise', $2, $3, $4, $4)`,
    [customer_id, randomBytes(32), config_version_id, now, `bench-${tenant}`]
  )
  await client.query(
    `INSERT INTO api_keys
       (customer_id, api_key_id, type, mode, label, key_hash, last4, created_at, created_by)
     VALUES ($1, $2, 'secret', 'live', 'bench', $3, $5, $4, 'bench')`,
    [customer_id, id("key", tenant), Buffer.from(hashKey(key)), now, last3]
  )
  await client.query(
    `INSERT INTO config_versions
       (customer_id, config_version_id, number, status, content, content_hash, created_at, updated_at, published_at)
     SELECT $1, $2, 1, 'published', document,
       'sha256:' || encode(sha256(convert_to(document::text, 'UTF8')), 'hex'), $4, $4, $4
     FROM (SELECT $3::jsonb) AS given (document)`,
    [customer_id, config_version_id, JSON.stringify(content), now]
  )
  await client.query(
    `INSERT INTO webhook_configs
       (customer_id, webhook_config_id, url, events, enabled, secret, created_at, updated_at)
     VALUES ($1, $2, $5, '{coins.earned,token.earned}', true, $3, $4, $4)`,
    [
      customer_id,
      webhook_config_id,
      Buffer.from(await sealedSecret(webhook_config_id)),
      // Old enough for every node to know of it, so that what it has not heard of is missing.
      new Date(now.getTime() - 3_600_000),
      options.receiver ?? "http://127.0.0.1:9/"
    ]
  )
  const state = JSON.stringify(
    initialState(compile(content, { config_version_id }), { hatched_at: now.getTime(), timezone: null })
  )
  const step = 1_000
  for (let first = 0; first < buddies; first += step) {
    const indexes = Array.from({ length: Math.min(step, buddies - first) }, (_, index) => first + index)
    const lists = [
      indexes.map((n) => buddyId(tenant, n)),
      indexes.map((n) => id(named("egg", tenant), n)),
      indexes.map((n) => `u${n}`)
    ]
    await client.query(
      `INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id, buddy_id,
         metadata, created_at, updated_at)
       SELECT $1, e, u, 'default', 'hatched', 0, $2, b, '{}', $3, $3
       FROM unnest($4::uuid[], $5::uuid[], $6::text[]) AS given (b, e, u)`,
      [customer_id, config_version_id, now, ...lists]
    )
    await client.query(
      `INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
         evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
       SELECT $1, b, e, u, 'default', 'Pip', 'active', 1, 0, 1, $2, $3, 0, 'learning', '{}', $4, $4
       FROM unnest($5::uuid[], $6::uuid[], $7::text[]) AS given (b, e, u)`,
      [customer_id, state, config_version_id, now, ...lists]
    )
  }
  await client.query("VACUUM ANALYZE")
  await client.end()
  return { customer_id, config_version_id, webhook_config_id, key }
}
