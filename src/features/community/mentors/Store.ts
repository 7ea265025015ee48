/** Mentors in Postgres: what may be seen of them, and whom they look after. Who is one says the team family. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../Config.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { mapPage, type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { assetUrl } from "../../../platform/storage/Assets.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import { isActive as hasCapability } from "../../../wire/Plans.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { type Mentor, MentorConfig, type MentorConfigPatch, type MentorSession, SessionStatus } from "./Api.ts"
import { configDefault, configured } from "./Rules.ts"

const MentorRow = Schema.Struct({
  buddy_id: Schema.String,
  name: Schema.String,
  thumb_sha: Schema.NullOr(Schema.String),
  team_ids: Schema.Array(Schema.String),
  evolution_stage: Schema.Int,
  badges: Schema.Int,
  league: Schema.NullOr(Schema.Struct({ tier_key: Schema.String, name: Schema.String })),
  mentees: Schema.Int
})
const SessionRow = Schema.Struct({
  mentor_session_id: Schema.String,
  mentor_buddy_id: Schema.String,
  mentee_buddy_id: Schema.String,
  team_id: Schema.NullOr(Schema.String),
  status: SessionStatus,
  starts_at: Schema.Date,
  ends_at: Schema.Date
})

export interface Narrowing {
  readonly mentor_buddy_id?: string
  readonly mentee_buddy_id?: string
  readonly mentor_session_id?: string
}

/** Who looks for a mentor. */
export interface Mentee {
  readonly buddy_id: string
  readonly audience: string
}

const MentorshipRow = Schema.Struct({
  mentor_session_id: Schema.String,
  mentor_buddy_id: Schema.String,
  name: Schema.String,
  thumb_sha: Schema.NullOr(Schema.String),
  team_id: Schema.NullOr(Schema.String),
  starts_at: Schema.Date,
  ends_at: Schema.Date
})
/** A running session, as its mentee sees it. */
export interface Mentorship extends Pick<MentorSession, "mentor_session_id" | "mentor_buddy_id" | "team_id"> {
  readonly name: string
  readonly thumb_url: string | null
  readonly starts_at: string
  readonly ends_at: string
}

export class MentorStore extends Context.Service<
  MentorStore,
  {
    config(customer_id: string): Effect.Effect<MentorConfig>
    configure(customer_id: string, patch: MentorConfigPatch): Effect.Effect<MentorConfig>
    /** nobody while it is switched off; `seen_by`: only whom that buddy may have */
    directory(
      customer_id: string,
      query: OffsetQuery & { readonly team_id?: string; readonly available?: boolean; readonly seen_by?: Mentee }
    ): Effect.Effect<OffsetPage<Mentor>>
    /** who looks after a buddy at a moment, epoch ms */
    mentorOf(customer_id: string, buddy_id: string, at: number): Effect.Effect<Option.Option<Mentorship>>
    sessions(
      customer_id: string,
      query: OffsetQuery & { readonly status?: MentorSession["status"] }
    ): Effect.Effect<OffsetPage<MentorSession>>
    end(customer_id: string, narrowing: Narrowing): Effect.Effect<void>
  }
>()("hatchery/features/mentors/MentorStore") {
  static readonly layer = Layer.effect(
    MentorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { publicUrl } = yield* AppConfig
      const tenants = yield* Tenants
      const hasLeagues = (customer_id: string) =>
        Effect.map(Effect.orDie(tenants.get(customer_id)), (tenant) => hasCapability(tenant, "leagues"))
      const configs = configuring(sql)
      return MentorStore.of({
        ...configs,
        ...listing(sql, publicUrl, configs.config, hasLeagues),
        ...seeing(sql, publicUrl),
        ...ending(sql)
      })
    })
  )
}

type Service = MentorStore["Service"]

/** The moment somebody lives at, and that of everybody who is on no test clock. */
export interface Moments {
  readonly now: Date
  readonly present: Date
}

/** When the mentee of the session `s` lives: on its test clock if it is on one, else at a moment. */
const livedAt = (sql: SqlClient.SqlClient, now: Date) =>
  sql`coalesce((
    SELECT c.virtual_now FROM buddies AS b
    JOIN test_clock_users AS u ON u.customer_id = b.customer_id AND u.user_id = b.user_id
    JOIN test_clocks AS c ON c.customer_id = u.customer_id AND c.test_clock_id = u.test_clock_id
    WHERE b.customer_id = s.customer_id AND b.buddy_id = s.mentee_buddy_id), ${now})`

/** What began on a test clock that is gone was begun ahead of the present; nodes need not agree on the second. */
const ahead = "interval '1 minute'"

/**
 * Begun, neither ended nor over, at a moment, and of a mentee that is not archived; `s` is the session. `present`: the
 * moment of everybody, where the other one is that of a test clock.
 */
export const isActive = (sql: SqlClient.SqlClient, now: Date, present = now) =>
  sql`s.ended_at IS NULL AND EXISTS (
    SELECT FROM buddies AS mentee CROSS JOIN LATERAL (SELECT ${livedAt(sql, now)} AS moment OFFSET 0) AS lived
    WHERE mentee.customer_id = s.customer_id AND mentee.buddy_id = s.mentee_buddy_id AND mentee.status = 'active'
      AND s.ends_at > lived.moment AND s.starts_at < greatest(lived.moment, ${present}) + ${sql.literal(ahead)})`

/** Ends what keeps a mentee from another session and is none any more. */
export const closeOver = (sql: SqlClient.SqlClient, mentee: { customer_id: string; buddy_id: string }, at: Moments) =>
  execute(sql`
    UPDATE mentor_sessions SET ended_at = CASE WHEN ends_at <= ${at.now} THEN ends_at ELSE starts_at END
    WHERE customer_id = ${mentee.customer_id}::uuid AND mentee_buddy_id = ${mentee.buddy_id}::uuid
      AND ended_at IS NULL AND (ends_at <= ${at.now}
        OR starts_at >= greatest(${at.now}::timestamptz, ${at.present}::timestamptz) + ${sql.literal(ahead)})`)

const configuring = (sql: SqlClient.SqlClient): Pick<Service, "config" | "configure"> => {
  const config = (customer_id: string) =>
    Effect.map(
      row(MentorConfig)(sql`
        SELECT enabled, reach, self_service, max_mentees_per_mentor, session_days, show FROM mentor_visibility
        WHERE customer_id = ${customer_id}::uuid`),
      Option.getOrElse(() => configDefault)
    )
  return {
    config,
    configure: Effect.fn("MentorStore.configure")((customer_id, patch) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mentors:${customer_id}`}, 0))`)
          const next = configured(yield* config(customer_id), patch)
          const values = sql`${next.enabled}, ${next.reach}, ${next.self_service}, ${next.max_mentees_per_mentor},
            ${next.session_days}, ${JSON.stringify(next.show)}::jsonb, ${yield* nowDate}`
          yield* execute(sql`
            INSERT INTO mentor_visibility (customer_id, enabled, reach, self_service, max_mentees_per_mentor,
              session_days, show, updated_at)
            VALUES (${customer_id}::uuid, ${values})
            ON CONFLICT (customer_id) DO UPDATE SET (enabled, reach, self_service, max_mentees_per_mentor,
              session_days, show, updated_at) = (excluded.enabled, excluded.reach, excluded.self_service,
              excluded.max_mentees_per_mentor, excluded.session_days, excluded.show, excluded.updated_at)`)
          return next
        })
      )
    )
  }
}

/** Of the mentor `b` with its `roles`: whether a buddy may have it. */
const withinReach = (sql: SqlClient.SqlClient, reach: MentorConfig["reach"], { audience, buddy_id }: Mentee) =>
  reach === "audience"
    ? sql`b.buddy_id <> ${buddy_id}::uuid AND b.audience = ${audience}`
    : sql`b.buddy_id <> ${buddy_id}::uuid AND EXISTS (
        SELECT FROM team_members AS mine WHERE mine.customer_id = b.customer_id AND mine.buddy_id = ${buddy_id}::uuid
          AND mine.team_id = ANY(roles.team_ids))`

const seeing = (sql: SqlClient.SqlClient, publicUrl: string): Pick<Service, "mentorOf"> => ({
  mentorOf: Effect.fn("MentorStore.mentorOf")(function* (customer_id, buddy_id, at) {
    const found = yield* row(MentorshipRow)(sql`
      SELECT s.mentor_session_id, s.mentor_buddy_id, b.name, b.thumb_sha, s.team_id, s.starts_at, s.ends_at
      FROM mentor_sessions AS s
      JOIN buddy_identities AS b ON b.customer_id = s.customer_id AND b.buddy_id = s.mentor_buddy_id
      WHERE s.customer_id = ${customer_id}::uuid AND s.mentee_buddy_id = ${buddy_id}::uuid
        AND ${isActive(sql, new Date(at))}`)
    return Option.map(found, ({ ends_at, starts_at, thumb_sha, ...session }) => ({
      ...session,
      thumb_url: assetUrl(publicUrl, thumb_sha),
      starts_at: iso(starts_at),
      ends_at: iso(ends_at)
    }))
  })
})

/** Of the buddy `b`, by the name the tier has now. */
const tierOf = `(
  SELECT json_build_object('tier_key', d.tier_key, 'name', coalesce((
    SELECT tier ->> 'name' FROM leagues AS l, jsonb_array_elements(l.tiers) AS tier
    WHERE l.customer_id = d.customer_id AND tier ->> 'tier_key' = d.tier_key), d.tier_key))
  FROM league_standings AS d WHERE d.customer_id = b.customer_id AND d.buddy_id = b.buddy_id)`

const listing = (
  sql: SqlClient.SqlClient,
  publicUrl: string,
  config: Service["config"],
  hasLeagues: (customer_id: string) => Effect.Effect<boolean>
): Pick<Service, "directory" | "sessions"> => ({
  directory: Effect.fn("MentorStore.directory")(function* (customer_id, { available, seen_by, team_id, ...query }) {
    const { enabled, max_mentees_per_mentor: capacity, reach, show } = yield* config(customer_id)
    const isRanked = show.league && (yield* hasLeagues(customer_id))
    const isWithinReach = seen_by === undefined ? sql`true` : withinReach(sql, reach, seen_by)
    const isPossible = enabled && (team_id === undefined || isUuid(team_id))
    const mentors = sql`
      SELECT b.buddy_id, b.name, b.thumb_sha, b.evolution_stage, roles.team_ids, (
        SELECT count(*)::int FROM mentor_sessions AS s WHERE s.customer_id = b.customer_id
          AND s.mentor_buddy_id = b.buddy_id AND ${isActive(sql, yield* nowDate)}) AS mentees, (
        SELECT count(DISTINCT a.badge_key)::int FROM held_badges AS a
        WHERE a.customer_id = b.customer_id AND a.buddy_id = b.buddy_id) AS badges,
        ${sql.literal(isRanked ? tierOf : "NULL::json")} AS league
      FROM (
        SELECT m.customer_id, m.buddy_id, array_agg(m.team_id ORDER BY m.joined_at, m.team_id) AS team_ids
        FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
        WHERE m.customer_id = ${customer_id}::uuid AND m.role = 'mentor' AND t.deleted_at IS NULL AND ${isPossible}
        GROUP BY m.customer_id, m.buddy_id) AS roles
      JOIN buddies AS b ON b.customer_id = roles.customer_id AND b.buddy_id = roles.buddy_id
      WHERE b.status = 'active' AND ${isWithinReach} AND (${isPossible ? (team_id ?? null) : null}::uuid IS NULL
        OR ${isPossible ? (team_id ?? null) : null}::uuid = ANY(roles.team_ids))`
    const found = sql`(${mentors}) AS mentor
      WHERE ${available ?? null}::boolean IS NULL OR (mentor.mentees < ${capacity}) = ${available ?? null}::boolean`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM ${found}`,
      read: (limit, offset) =>
        rows(MentorRow)(sql`
          SELECT * FROM ${found} ORDER BY mentor.mentees, mentor.name, mentor.buddy_id LIMIT ${limit} OFFSET ${offset}`)
    })
    return mapPage(page, ({ badges, evolution_stage, league, thumb_sha, ...mentor }) => ({
      ...mentor,
      thumb_url: assetUrl(publicUrl, thumb_sha),
      evolution_stage: show.stage ? evolution_stage : null,
      badges: show.badges ? badges : null,
      ...(isRanked ? { league } : {}),
      capacity,
      available: mentor.mentees < capacity
    }))
  }),
  sessions: Effect.fn("MentorStore.sessions")(function* (customer_id, { status = null, ...query }) {
    const now = yield* nowDate
    const found = sql`(
      SELECT s.mentor_session_id, s.mentor_buddy_id, s.mentee_buddy_id, s.team_id, s.starts_at, s.ends_at,
        CASE WHEN ${isActive(sql, now)} THEN 'active'
          WHEN coalesce(s.ended_at, b.archived_at, s.ends_at) < s.ends_at THEN 'ended'
          WHEN s.ends_at > ${livedAt(sql, now)} THEN 'ended' ELSE 'expired' END AS status
      FROM mentor_sessions AS s
      LEFT JOIN buddies AS b ON b.customer_id = s.customer_id AND b.buddy_id = s.mentee_buddy_id
      WHERE s.customer_id = ${customer_id}::uuid) AS session
      WHERE ${status}::text IS NULL OR session.status = ${status}`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM ${found}`,
      read: (limit, offset) =>
        rows(SessionRow)(sql`
          SELECT * FROM ${found} ORDER BY session.mentor_session_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return mapPage(page, ({ ends_at, starts_at, ...session }) => ({
      ...session,
      starts_at: iso(starts_at),
      ends_at: iso(ends_at)
    }))
  })
})

const ending = (sql: SqlClient.SqlClient): Pick<Service, "end"> => ({
  end: Effect.fn("MentorStore.end")(function* (customer_id, narrowing) {
    const given = Object.entries(narrowing)
    if (given.some(([, id]) => !isUuid(id))) return
    const now = yield* nowDate
    // In the order everybody ends them in, or two at once would wait for each other.
    yield* execute(sql`
      WITH found AS MATERIALIZED (
        SELECT s.mentor_session_id, ${livedAt(sql, now)} AS moment FROM mentor_sessions AS s WHERE ${sql.and([
          sql`s.customer_id = ${customer_id}::uuid AND ${isActive(sql, now)}`,
          ...given.map(([column, id]) => sql`${sql(`s.${column}`)} = ${id}::uuid`)
        ])} ORDER BY s.mentor_session_id FOR UPDATE OF s)
      UPDATE mentor_sessions AS s SET ended_at = found.moment FROM found
      WHERE s.customer_id = ${customer_id}::uuid AND s.mentor_session_id = found.mentor_session_id`)
  })
})
