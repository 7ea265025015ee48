/** Faults around buddies: eggs, jobs, configuration, webhooks, requests, tenants and the cluster. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { change, freshId, type Plant } from "./Plant.ts"
import { memberPlants } from "./memberPlants.ts"
import type { World } from "./world.ts"

const ofEgg = ({ egg_id }: World) => [egg_id]
const ofTenant = ({ customer_id }: World) => [customer_id]

/** The delivery that told of some coins. */
const coinDelivery = `(SELECT d.delivery_id FROM webhook_deliveries AS d
  WHERE d.customer_id = $1::uuid AND d.event = 'coins.earned' ORDER BY d.delivery_id LIMIT 1)`

const insertJob = (type: string, resource: string, created: string) =>
  `INSERT INTO operations (customer_id, operation_id, type, status, resource_type, resource_id, created_at)
   SELECT $1::uuid, gen_random_uuid(), '${type}', 'pending', 'egg', (${resource})::text, ${created}`

const eggPlants: ReadonlyArray<Plant> = [
  {
    fault: "an egg belongs to another user than its buddy",
    breaks: "egg_has_its_buddy",
    plant: change("UPDATE eggs SET user_id = 'dora' WHERE egg_id = $1::uuid", ofEgg)
  },
  {
    fault: "the egg of a buddy is dropped",
    breaks: "egg_has_its_buddy",
    also: ["hatch_job_names_its_buddy"],
    plant: change("DELETE FROM eggs WHERE egg_id = $1::uuid", ofEgg)
  },
  {
    fault: "an egg that waits has a job",
    breaks: "hatching_egg_has_open_job",
    plant: change(
      insertJob("hatch", "SELECT egg_id FROM eggs WHERE customer_id = $1::uuid AND status = 'waiting'", "now()"),
      ofTenant
    )
  },
  {
    fault: "an egg hatches and nobody works on it",
    breaks: "hatching_egg_has_open_job",
    plant: change("UPDATE eggs SET status = 'hatching' WHERE customer_id = $1::uuid AND status = 'waiting'", ofTenant)
  },
  {
    fault: "a job was answered with another buddy",
    breaks: "hatch_job_names_its_buddy",
    plant: change(
      "UPDATE operations SET result = jsonb_set(result, '{buddy_id}', to_jsonb($2::text)) WHERE resource_id = $1",
      ({ archived_id, egg_id }) => [egg_id, archived_id]
    )
  },
  {
    fault: "a job is over and has no end",
    breaks: "job_has_outcome",
    plant: change("UPDATE operations SET finished_at = NULL WHERE resource_id = $1", ofEgg)
  },
  {
    fault: "a job is forgotten",
    breaks: "jobs_end",
    plant: change(insertJob("migrate", "SELECT 'any'", "now() - interval '10 minutes'"), ofTenant)
  },
  {
    fault: "an evolution is never started",
    breaks: "signals_are_handled",
    plant: change(
      `INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
       SELECT customer_id, gen_random_uuid(), buddy_id, '{"_tag": "AutoEvolve"}', now() - interval '10 minutes'
       FROM buddies WHERE customer_id = $1::uuid LIMIT 1`,
      ofTenant
    )
  }
]

const configPlants: ReadonlyArray<Plant> = [
  {
    fault: "an archived version is in force",
    breaks: "one_version_in_force",
    plant: change(
      "UPDATE customers SET active_config_version_id = $2::uuid WHERE customer_id = $1::uuid",
      ({ archived_version, customer_id }) => [customer_id, archived_version]
    )
  },
  {
    fault: "published content is edited",
    breaks: "published_content_is_frozen",
    plant: change(
      "UPDATE config_versions SET content = jsonb_set(content, '{gifts}', '1') WHERE config_version_id = $1::uuid",
      ({ archived_version }) => [archived_version]
    )
  },
  {
    fault: "an event was decided under a draft",
    breaks: "pinned_version_was_published",
    plant: change(
      "UPDATE events SET config_version_id = $2::uuid WHERE customer_id = $1::uuid AND buddy_id IS NULL",
      ({ customer_id, draft_version }) => [customer_id, draft_version]
    )
  }
]

const webhookPlants: ReadonlyArray<Plant> = [
  {
    fault: "a delivery is dropped with its attempts",
    breaks: "change_is_told",
    plant: change(`DELETE FROM webhook_deliveries WHERE delivery_id = ${coinDelivery}`, ofTenant)
  },
  {
    fault: "coins are told twice",
    breaks: "told_change_happened",
    also: ["change_is_told"],
    plant: change(
      `INSERT INTO webhook_deliveries
         (customer_id, delivery_id, webhook_config_id, event, body, next_attempt_at, created_at)
       SELECT customer_id, gen_random_uuid(), webhook_config_id, event, body, created_at + interval '1 hour', created_at
       FROM webhook_deliveries WHERE delivery_id = ${coinDelivery}`,
      ofTenant
    )
  },
  {
    fault: "coins are told that nobody earned",
    breaks: "told_change_happened",
    also: ["change_is_told"],
    plant: change(
      `UPDATE webhook_deliveries SET body = jsonb_set(body::jsonb, '{ledger_id}', '"none"')::text
       WHERE delivery_id = ${coinDelivery}`,
      ofTenant
    )
  },
  {
    fault: "an inbox took a delivery and does not list it",
    breaks: "inbox_lists_what_it_took",
    plant: change(
      `WITH early AS (
         UPDATE webhook_inboxes
         SET created_at = created_at - interval '1 day', emptied_at = created_at - interval '1 day'
         WHERE customer_id = $1::uuid RETURNING token)
       UPDATE webhook_configs SET url = 'http://localhost:4000/inbox/' || early.token FROM early
       WHERE customer_id = $1::uuid AND owner IS NULL`,
      ofTenant
    )
  },
  {
    fault: "an inbox keeps more than it has counted",
    breaks: "inbox_keeps_the_newest",
    plant: change("UPDATE webhook_inboxes SET taken = 0 WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a delivery that arrived is to be sent again",
    breaks: "delivery_state_is_whole",
    plant: change(
      `UPDATE webhook_deliveries SET next_attempt_at = created_at + interval '1 hour'
       WHERE delivery_id = ${coinDelivery}`,
      ofTenant
    )
  },
  {
    fault: "a delivery leaves the outbox without a row of its own",
    breaks: "outbox_is_whole",
    plant: change(
      `INSERT INTO webhook_outbox (customer_id, webhook_config_id, first_id, last_id, created_at, delivery_ids, events,
         bodies, trace_contexts, created_ats, done_ids)
       SELECT customer_id, webhook_config_id, id, id, created_at, ARRAY[id], ARRAY[event], ARRAY[body],
         ARRAY[NULL::text], ARRAY[created_at], ARRAY[id]
       FROM webhook_deliveries, gen_random_uuid() AS id WHERE delivery_id = ${coinDelivery}`,
      ofTenant
    )
  },
  {
    fault: "an attempt is dropped",
    breaks: "delivery_attempts_are_recorded",
    plant: change(`UPDATE webhook_deliveries SET response_excerpt = NULL WHERE delivery_id = ${coinDelivery}`, ofTenant)
  },
  {
    fault: "a delivery is dropped and an attempt of it stays",
    breaks: "delivery_attempts_are_recorded",
    also: ["change_is_told"],
    plant: change(
      `WITH gone AS (DELETE FROM webhook_deliveries WHERE delivery_id = ${coinDelivery} RETURNING *)
       INSERT INTO webhook_past_attempts (customer_id, delivery_id, attempt, attempted_at, response_ms)
       SELECT customer_id, delivery_id, attempts, finished_at, response_ms FROM gone`,
      ofTenant
    )
  },
  {
    fault: "an enabled endpoint says since when it is not",
    breaks: "endpoint_state_is_whole",
    plant: change("UPDATE webhook_configs SET disabled_at = created_at WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a delivery is not sent",
    breaks: "deliveries_go_out",
    plant: change(
      `UPDATE webhook_deliveries SET status = 'pending', finished_at = NULL, attempts = 0, response_status = NULL,
         next_attempt_at = created_at - interval '10 minutes' WHERE delivery_id = ${coinDelivery}`,
      ofTenant
    )
  }
]

const requestPlants: ReadonlyArray<Plant> = [
  {
    fault: "a failure is kept under an Idempotency-Key",
    breaks: "stored_answers_are_successes",
    plant: change("UPDATE idempotency_keys SET status = 500 WHERE customer_id = $1::uuid", ofTenant)
  },
  {
    fault: "a dead letter is open and settled",
    breaks: "dead_letter_is_settled_or_open",
    plant: change("UPDATE dead_letters SET settled_at = last_seen_at WHERE customer_id = $1::uuid", ofTenant)
  }
]

const tenantPlants: ReadonlyArray<Plant> = [
  {
    fault: "a row points at a neighbour's buddy",
    breaks: "tenants_are_apart",
    plant: change("UPDATE dead_letters SET buddy_id = $2::uuid WHERE customer_id = $1::uuid", (world) => [
      world.customer_id,
      world.neighbour.buddy_id
    ])
  },
  {
    fault: "a token is for an account that does not exist",
    breaks: "foreign_keys_hold",
    plant: change(
      `INSERT INTO one_time_tokens (token_hash, customer_id, account_id, purpose, expires_at, created_at)
       VALUES ('\\x00', $1::uuid, gen_random_uuid(), 'password_reset', now(), now())`,
      ofTenant
    )
  },
  {
    fault: "a row belongs to a tenant that does not exist",
    breaks: "rows_have_their_tenant",
    plant: () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [customer_id, signal_id, buddy_id] = [yield* freshId, yield* freshId, yield* freshId]
        yield* sql`INSERT INTO buddy_signals (customer_id, signal_id, buddy_id, body, created_at)
          VALUES (${customer_id}::uuid, ${signal_id}::uuid, ${buddy_id}::uuid, '{}', now())`
      })
  }
]

/** Holds a shard lock in a session of its own, shared: what only a broken lock would allow. */
const holdShard = (shard: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    const namespace = `(SELECT classid::bigint::bit(32)::int FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 GROUP BY classid ORDER BY count(*) DESC LIMIT 1)`
    const run = (name: string) => connection.executeUnprepared(`SELECT ${name}(${namespace}, ${shard})`, [], undefined)
    yield* Effect.acquireRelease(run("pg_advisory_lock_shared"), () =>
      Effect.orDie(connection.executeUnprepared("SELECT pg_advisory_unlock_all()", [], undefined))
    )
  })

const clusterPlants: ReadonlyArray<Plant> = [
  {
    fault: "two sessions hold one shard",
    breaks: "shard_has_one_owner",
    also: ["every_shard_has_an_owner"],
    plant: () => Effect.andThen(holdShard(5_000), holdShard(5_000))
  },
  {
    fault: "a shard has no owner",
    breaks: "every_shard_has_an_owner",
    plant: ({ runner }) => Effect.acquireRelease(runner.lose, () => runner.own)
  },
  {
    fault: "a message lies about",
    breaks: "messages_are_handled",
    plant: change(
      "UPDATE cluster_messages SET processed = false, id = id - (600000::bigint << 22) WHERE tag = $1",
      () => ["run"]
    )
  }
]

export const servicePlants: ReadonlyArray<Plant> = [
  ...eggPlants,
  ...configPlants,
  ...webhookPlants,
  ...requestPlants,
  ...memberPlants,
  ...tenantPlants,
  ...clusterPlants
]
