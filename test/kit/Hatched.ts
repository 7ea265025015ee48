/** A player as the eggs family leaves one, for tests that are about something else: rows, without hatching anything. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../src/platform/Ids.ts"
import { nowDate } from "../../src/platform/Sql.ts"

/** An active buddy at version 7 and a waiting egg of the user `ada`. Once per customer: it brings a config version. */
export const hatched = (customer_id: string, audience = "default") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* nowDate
    const [version, hatched_egg, egg_id, buddy_id] = [yield* uuid, yield* uuid, yield* uuid, yield* uuid]
    yield* sql`INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at, updated_at)
               VALUES (${customer_id}::uuid, ${version}::uuid, 1, 'published', '{}', ${now}, ${now})`
    yield* sql`INSERT INTO buddies (customer_id, buddy_id, egg_id, user_id, audience, name, status, version, coins,
                 evolution_stage, state, config_version_id, visual_variant, theme, metadata, created_at, updated_at)
               VALUES (${customer_id}::uuid, ${buddy_id}::uuid, ${hatched_egg}::uuid, 'ada', ${audience}, 'Pip', 'active',
                 7, 0, 1, '{}', ${version}::uuid, 0, 'fox', '{}', ${now}, ${now})`
    yield* sql`INSERT INTO eggs (customer_id, egg_id, user_id, audience, status, visual_variant, config_version_id,
                 metadata, created_at, updated_at)
               VALUES (${customer_id}::uuid, ${egg_id}::uuid, 'ada', ${audience}, 'waiting', 0, ${version}::uuid, '{}',
                 ${now}, ${now})`
    return { buddy_id, egg_id }
  })
