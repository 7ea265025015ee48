/** A player as the eggs family leaves one, for tests that are about something else: rows, without hatching anything. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { initialState } from "../../../src/engine/core/initialState.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { nowDate } from "../../../src/platform/postgres/Sql.ts"
import { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"

/** A completed lesson pays ten coins; nothing else pays. */
const content = Schema.decodeUnknownSync(ConfigContent)({
  coin_rules: [
    {
      rule_id: "01990000-0000-7000-8000-00000000000b",
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
})

/**
 * An active buddy at version 7 and a waiting egg of the user `ada`. Once per customer: it publishes a config version.
 */
export const hatched = (customer_id: string, audience = "default") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* nowDate
    const [version, hatched_egg, egg_id, buddy_id] = [yield* uuid, yield* uuid, yield* uuid, yield* uuid]
    const snapshot = compile(content, { config_version_id: version })
    const state = JSON.stringify(initialState(snapshot, { hatched_at: now.getTime(), timezone: null }))
    yield* sql`INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at,
                 updated_at, published_at)
               VALUES (${customer_id}::uuid, ${version}::uuid, 1, 'published', ${JSON.stringify(content)}::jsonb,
                 ${now}, ${now}, ${now})`
    yield* sql`INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
                 evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
               VALUES (${customer_id}::uuid, ${buddy_id}::uuid, ${hatched_egg}::uuid, 'ada', ${audience}, 'Pip',
                 'active', 7, 0, 1, ${state}::json, ${version}::uuid, 0, 'fox', '{}', ${now}, ${now})`
    yield* sql`INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id,
                 metadata, created_at, updated_at)
               VALUES (${customer_id}::uuid, ${egg_id}::uuid, 'ada', ${audience}, 'waiting', 0, ${version}::uuid, '{}',
                 ${now}, ${now})`
    return { buddy_id, egg_id }
  })
