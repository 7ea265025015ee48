/** Fresh tenants with buddies, as sign-up, publishing and hatching would leave them. */
import { Schema } from "effect"
import { hash, randomBytes, randomUUID } from "node:crypto"
import { initialState } from "../../../src/engine/core/initialState.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { hashKey } from "../../../src/platform/auth/Credentials.ts"
import { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { PostgresUnderTest } from "./Postgres.ts"

export const lesson_coins = 10
export const badge_coins = 5

/** A lesson pays coins and experience; a helper is somebody who was called one, as often as it happens. */
export const contentPaying = (coins: number) =>
  Schema.decodeUnknownSync(ConfigContent)({
    token_types: [
      { token_type_id: randomUUID(), token_key: "xp", name: "XP", kind: "progression", system_token: "xp" }
    ],
    coin_rules: [
      {
        rule_id: randomUUID(),
        rule_key: "lesson",
        trigger: { event_type: "lesson.completed" },
        amount: { mode: "fixed", value: coins }
      }
    ],
    token_rules: [
      {
        rule_id: randomUUID(),
        rule_key: "xp",
        token_key: "xp",
        trigger: { event_type: "lesson.completed" },
        amount: { mode: "fixed", value: 3 }
      }
    ],
    badge_definitions: [
      {
        badge_definition_id: randomUUID(),
        badge_key: "helper",
        label: "Helper",
        award_mode: "api",
        repeatable: true,
        coin_reward: badge_coins
      }
    ]
  })

export interface Player {
  readonly customer_id: string
  readonly key: string
  readonly user_id: string
  readonly buddy_id: string
}

export interface Tenant {
  readonly customer_id: string
  readonly key: string
  readonly config_version_id: string
  readonly players: ReadonlyArray<Player>
}

const insertTenant = async (postgres: PostgresUnderTest, name: string) => {
  const [customer_id, config_version_id] = [randomUUID(), randomUUID()]
  const key = `svc_live_${hash("sha256", customer_id).slice(0, 43)}`
  const content = contentPaying(lesson_coins)
  const now = new Date()
  await postgres.query(
    `INSERT INTO customers
       (customer_id, name, slug, plan, draw_secret, active_config_version_id, created_at, updated_at)
     VALUES ($1, $2, $2, 'enterprise', $3, $4, $5, $5)`,
    [customer_id, name, randomBytes(32), config_version_id, now]
  )
  await postgres.query(
    `INSERT INTO api_keys (customer_id, api_key_id, type, mode, label, key_hash, last4, created_at, created_by)
     VALUES ($1, $2, 'secret', 'live', 'faults', $3, $4, $5, 'faults')`,
    [customer_id, randomUUID(), Buffer.from(hashKey(key)), key.slice(-4), now]
  )
  await postgres.query(
    `INSERT INTO config_versions (customer_id, config_version_id, number, status, content, content_hash, created_at,
       updated_at, published_at)
     SELECT $1, $2, 1, 'published', c.document,
       'sha256:' || encode(sha256(convert_to(c.document::text, 'UTF8')), 'hex'), $4, $4, $4
     FROM (SELECT $3::jsonb AS document) AS c`,
    [customer_id, config_version_id, JSON.stringify(content), now]
  )
  const state = initialState(compile(content, { config_version_id }), { hatched_at: now.getTime(), timezone: null })
  return { customer_id, config_version_id, key, state: JSON.stringify(state), now }
}

/** Buddies and the eggs they came from. */
const insertBuddies = async (
  postgres: PostgresUnderTest,
  { config_version_id, customer_id, now, state }: Awaited<ReturnType<typeof insertTenant>>,
  players: ReadonlyArray<Player>
) => {
  const eggs = players.map(() => randomUUID())
  const lists = [players.map((player) => player.buddy_id), eggs, players.map((player) => player.user_id)]
  await postgres.query(
    `INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id, buddy_id,
       metadata, created_at, updated_at)
     SELECT $1, e, u, 'default', 'hatched', 0, $2, b, '{}', $3, $3
     FROM unnest($4::uuid[], $5::uuid[], $6::text[]) AS given (b, e, u)`,
    [customer_id, config_version_id, now, ...lists]
  )
  await postgres.query(
    `INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
       evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
     SELECT $1, b, e, u, 'default', 'Pip', 'active', 1, 0, 1, $2, $3, 0, 'learning', '{}', $4, $4
     FROM unnest($5::uuid[], $6::uuid[], $7::text[]) AS given (b, e, u)`,
    [customer_id, state, config_version_id, now, ...lists]
  )
}

/** `name`: unique in the database, lower case letters, digits and dashes. */
export const makeTenant = async (postgres: PostgresUnderTest, name: string, buddies: number): Promise<Tenant> => {
  const tenant = await insertTenant(postgres, name)
  const { config_version_id, customer_id, key } = tenant
  const players = Array.from({ length: buddies }, (_, index) => ({
    customer_id,
    key,
    user_id: `${name}-u${index}`,
    buddy_id: randomUUID()
  }))
  await insertBuddies(postgres, tenant, players)
  return { customer_id, key, config_version_id, players }
}
