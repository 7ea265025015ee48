/**
 * What a buddy is and has, for who is not its actor: the one door to the table the journal writes
 * (buddy_states: version, coins, stage, prestige, state, next look at streaks) and to the form they are stored in. What
 * is read here is the last commit. Changes go through the actor; the few that no rule decides and that are made here
 * fence like a commit of it.
 *
 * Who a buddy is and what it looks like stands in buddy_identities; the view buddies is both. Readers take the view, or
 * the one table that says all they ask for; nobody writes the view but nodes of the release before.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { BuddyState } from "../engine/core/State.ts"
import { row, rows } from "../platform/postgres/Sql.ts"
import { NotFound } from "../wire/Failure.ts"
import { isUuid } from "../wire/Ids.ts"

/** The column `state`: what this service wrote itself, taken as it stands. */
export const StateColumn = Schema.Unknown as unknown as Schema.Codec<BuddyState>

const Standing = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  config_version_id: Schema.String,
  state: StateColumn
})
export type Standing = typeof Standing.Type

const columns = Object.keys(Standing.fields).join(", ")

export interface Looked {
  readonly customer_id: string
  readonly buddy_id: string
  /** it was looked at as of this version */
  readonly version: number
  /** epoch ms or Infinity */
  readonly look_again_at: number
}

/** A buddy at its birth, with its first picture if there is one. */
export interface Newborn {
  readonly customer_id: string
  readonly buddy_id: string
  readonly egg_id: string
  readonly user_id: string
  readonly audience: string
  readonly name: string
  readonly state: BuddyState
  readonly config_version_id: string
  readonly visual_variant: number
  readonly theme: string
  readonly metadata: unknown
  readonly image_sha: string | null
  readonly thumb_sha: string | null
  readonly appearance_status: string
  readonly appearance_error: string | null
  readonly appearance_retry_at: Date | null
  readonly born_at: Date
}

const lookText = ({ look_again_at, ...looked }: Looked) => ({
  ...looked,
  look_at: look_again_at === Infinity ? "infinity" : new Date(look_again_at).toISOString()
})

const reading = (sql: SqlClient.SqlClient) => {
  const shown = sql.literal(columns)
  return {
    of: Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
      if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
      const found = yield* row(Standing)(sql`
        SELECT ${shown} FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
      return Option.isNone(found) ? yield* new NotFound({ resource: "buddy" }) : found.value
    }),
    /** of those that are there, in no order */
    named: (customer_id: string, buddy_ids: ReadonlyArray<string>) =>
      rows(Standing)(sql`
        SELECT ${shown} FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])`),
    /** all buddies behind one, in the order of their ids */
    after: (customer_id: string, after: string | null, count: number) =>
      rows(Standing)(sql`
        SELECT ${shown} FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
        ORDER BY buddy_id LIMIT ${count}`),
    /** active buddies behind one, in the order of their ids */
    activeAfter: (customer_id: string, after: string | null, count: number) =>
      rows(Standing)(sql`
        SELECT ${shown} FROM buddies
        WHERE customer_id = ${customer_id}::uuid AND status = 'active'
          AND (${after}::uuid IS NULL OR buddy_id > ${after}::uuid)
        ORDER BY buddy_id LIMIT ${count}`)
  }
}

const writing = (sql: SqlClient.SqlClient) => ({
  bear: ({ born_at, state, ...born }: Newborn) =>
    Effect.orDie(sql`
      WITH known AS (
        INSERT INTO buddy_identities (
          customer_id, buddy_id, egg_id, user_id, audience, name, status, config_version_id, visual_variant, theme,
          metadata, image_sha, thumb_sha, base_image_sha, appearance_status, appearance_error, appearance_retry_at,
          created_at)
        VALUES (${born.customer_id}::uuid, ${born.buddy_id}::uuid, ${born.egg_id}::uuid, ${born.user_id},
          ${born.audience}, ${born.name}, 'active', ${born.config_version_id}::uuid, ${born.visual_variant},
          ${born.theme}, ${JSON.stringify(born.metadata)}::jsonb, ${born.image_sha}, ${born.thumb_sha},
          ${born.image_sha}, ${born.appearance_status}, ${born.appearance_error}, ${born.appearance_retry_at},
          ${born_at})
        RETURNING customer_id, buddy_id, created_at)
      INSERT INTO buddy_states (customer_id, buddy_id, version, updated_at, coins, evolution_stage, state)
      SELECT customer_id, buddy_id, 1, created_at, ${state.coins.balance}, ${state.evolution_stage},
        ${JSON.stringify(state)}::json
      FROM known`),
  /** When a sweep looks at streaks again. Nothing that is locked is waited for: whoever changes it says so itself. */
  lookAgain: (looked: ReadonlyArray<Looked>) =>
    Effect.orDie(sql`
      WITH given AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(looked.map(lookText))}::jsonb)
          AS g (customer_id uuid, buddy_id uuid, version bigint, look_at timestamptz)),
      free AS (
        SELECT b.customer_id, b.buddy_id, g.look_at FROM given AS g
        JOIN buddy_states AS b ON b.customer_id = g.customer_id AND b.buddy_id = g.buddy_id AND b.version = g.version
        FOR NO KEY UPDATE OF b SKIP LOCKED)
      UPDATE buddy_states AS b SET streaks_look_at = f.look_at FROM free AS f
      WHERE b.customer_id = f.customer_id AND b.buddy_id = f.buddy_id AND b.streaks_look_at <> f.look_at`),
  /** All buddies of an audience; answers whose they are. Locks rows in the order in which the journal does. */
  moveAudience: (customer_id: string, from: string, to: string, now: Date) =>
    Effect.map(
      rows(Schema.Struct({ user_id: Schema.String }))(sql`
        WITH held AS MATERIALIZED (
          SELECT customer_id, buddy_id FROM buddies
          WHERE customer_id = ${customer_id}::uuid AND audience = ${from} ORDER BY buddy_id FOR NO KEY UPDATE),
        moved AS (
          UPDATE buddy_identities AS i SET audience = ${to} FROM held
          WHERE i.customer_id = held.customer_id AND i.buddy_id = held.buddy_id
          RETURNING i.customer_id, i.buddy_id, i.user_id)
        UPDATE buddy_states AS s SET version = s.version + 1, updated_at = ${now} FROM moved
        WHERE s.customer_id = moved.customer_id AND s.buddy_id = moved.buddy_id RETURNING moved.user_id`),
      (moved) => moved.map(({ user_id }) => user_id)
    )
})

/** In the caller's transaction when there is one. */
export const standings = (sql: SqlClient.SqlClient) => ({ ...reading(sql), ...writing(sql) })

export type Standings = ReturnType<typeof standings>
