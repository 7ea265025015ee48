/** Links to come back by in Postgres, and what there is to tell whoever opens one. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { Reports } from "../../../platform/postgres/Reports.ts"
import { heldBuddy } from "../../../platform/postgres/HeldBuddySql.ts"
import { WidgetTheme } from "../../../wire/answers/Customer.ts"
import { NotFound, type ServiceUnavailable } from "../../../wire/Failure.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { isUuid } from "../../../wire/Ids.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { type Welcome, welcomeLimits } from "./Api.ts"

const day_ms = 86_400_000
/** of a user, the newest first; somebody with more of them in a week has long been welcomed */
const events_looked_at = 1_000

const TokenRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  cta_url: Schema.NullOr(Schema.String)
})
export type TokenRow = typeof TokenRow.Type

const ChampionRow = Schema.Struct({ season_name: Schema.String, tier_name: Schema.String, rank: Schema.Int })
const NewRow = Schema.Struct({ badges: Schema.Int, items: Schema.Int })
/** null: as it is by default */
const SettingsRow = Schema.Struct({
  lapsed_after_days: Schema.NullOr(Schema.Int),
  theme: Schema.NullOr(WidgetTheme)
})
const VersionRow = Schema.Struct({ config_version_id: Schema.String })

const hashOf = (token: string): Uint8Array => new Uint8Array(createHash("sha256").update(token).digest())

export class WelcomeStore extends Context.Service<
  WelcomeStore,
  {
    /** in place of the one there was; answers when it ends */
    keep(
      customer_id: string,
      buddy_id: string,
      token: string,
      cta_url: string | null
    ): Effect.Effect<Date, NotFound | BuddyArchived>
    /** while it works and its buddy is active */
    find(token: string): Effect.Effect<Option.Option<TokenRow>>
    settings(customer_id: string): Effect.Effect<typeof SettingsRow.Type>
    /** whether an event of the user that occurred later than that ended an absence */
    isBack(customer_id: string, user_id: string, since: Date): Effect.Effect<boolean, RateLimited | ServiceUnavailable>
    best(customer_id: string, buddy_id: string): Effect.Effect<Welcome["champion"]>
    /**
     * badges of what happens once, and items of shops, that the audience can find at the moment `now`, or could before,
     * and that are newer than `since`
     */
    newSince(
      customer_id: string,
      audience: string,
      { now, since }: { readonly now: Date; readonly since: Date }
    ): Effect.Effect<typeof NewRow.Type>
    /** the config version that was the newest then; undefined: there was none */
    versionAt(customer_id: string, at: Date): Effect.Effect<string | undefined>
  }
>()("hatchery/features/welcome-back/WelcomeStore") {
  static readonly layer = Layer.effect(
    WelcomeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return WelcomeStore.of({ ...tokens(sql), ...facts(sql, yield* Reports) })
    })
  )
}

type Service = WelcomeStore["Service"]

const tokens = (sql: SqlClient.SqlClient): Pick<Service, "keep" | "find"> => ({
  keep: Effect.fn("WelcomeStore.keep")(function* (customer_id, buddy_id, token, cta_url) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const now = yield* nowDate
    const until = new Date(now.getTime() + welcomeLimits.days * day_ms)
    const which = sql`b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`
    const kept = yield* execute(sql`
      INSERT INTO welcome_tokens (customer_id, buddy_id, token_hash, cta_url, created_at, expires_at)
      SELECT b.customer_id, b.buddy_id, ${hashOf(token)}, ${cta_url}::text, ${now}::timestamptz, ${until}::timestamptz
      FROM ${heldBuddy(sql, customer_id, buddy_id)}
      ON CONFLICT (customer_id, buddy_id) DO UPDATE SET token_hash = excluded.token_hash, cta_url = excluded.cta_url,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      RETURNING 1`)
    if (kept > 0) return until
    const known = yield* execute(sql`SELECT 1 FROM buddy_identities AS b WHERE ${which}`)
    return yield* known === 0 ? new NotFound({ resource: "buddy" }) : new BuddyArchived()
  }),
  find: Effect.fn("WelcomeStore.find")(function* (token) {
    return yield* row(TokenRow)(sql`
      SELECT t.customer_id, t.buddy_id, t.cta_url FROM welcome_tokens AS t
      JOIN buddy_identities AS b ON b.customer_id = t.customer_id AND b.buddy_id = t.buddy_id AND b.status = 'active'
      WHERE t.token_hash = ${hashOf(token)} AND t.expires_at > ${yield* nowDate}`)
  })
})

const facts = (sql: SqlClient.SqlClient, reports: Reports["Service"]): Omit<Service, "keep" | "find"> => ({
  settings: Effect.fn("WelcomeStore.settings")((customer_id) =>
    Effect.map(
      row(SettingsRow)(sql`
        SELECT (settings ->> 'lapsed_after_days')::int AS lapsed_after_days, settings -> 'widget_theme' AS theme
        FROM customers WHERE customer_id = ${customer_id}::uuid`),
      Option.getOrThrow
    )
  ),
  isBack: Effect.fn("WelcomeStore.isBack")((customer_id, user_id, since) =>
    Effect.map(
      reports.read(customer_id, (slow) =>
        execute(slow`
        SELECT 1 FROM (
          SELECT occurred_at, trace FROM events WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
          ORDER BY sequence DESC LIMIT ${events_looked_at}) AS newest
        WHERE occurred_at > ${since} AND trace::text LIKE '%"reengagement"%' AND EXISTS (
          SELECT FROM json_array_elements(trace) AS step
          WHERE step ->> 0 = 'reengagement' AND step ->> 2 = 'fired')
        LIMIT 1`)
      ),
      (found) => found > 0
    )
  ),
  best: Effect.fn("WelcomeStore.best")((customer_id, buddy_id) =>
    Effect.map(
      row(ChampionRow)(sql`
        SELECT s.name AS season_name, t.name AS tier_name, h.rank FROM league_champions AS h
        JOIN league_seasons AS s ON s.customer_id = h.customer_id AND s.season_id = h.season_id AND s.state = 'closed'
        CROSS JOIN LATERAL jsonb_to_recordset(s.rules -> 'tiers') AS t (tier_key text, name text, "order" int)
        WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = ${buddy_id}::uuid AND t.tier_key = h.tier_key
          AND h.rank <= ${welcomeLimits.best_rank}
        ORDER BY h.rank, t."order" DESC, s.closed_at DESC LIMIT 1`),
      Option.getOrNull
    )
  ),
  newSince: Effect.fn("WelcomeStore.newSince")((customer_id, audience, { now, since }) =>
    Effect.map(
      rows(NewRow)(sql`
        SELECT (SELECT count(*)::int FROM event_badges AS e WHERE e.customer_id = ${customer_id}::uuid
            AND e.deleted_at IS NULL AND e.created_at > ${since} AND e.content ->> 'status' = 'active'
            AND coalesce(e.content ->> 'audience', ${audience}) = ${audience}
            AND coalesce((e.content ->> 'starts_at')::timestamptz <= ${now}, true)) AS badges,
          (SELECT count(*)::int FROM marketplace_items AS i
            JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
            WHERE i.customer_id = ${customer_id}::uuid AND i.status = 'active' AND i.created_at > ${since}
              AND m.is_active AND (m.audience IS NULL OR m.audience = ${audience})
              AND coalesce((i.content ->> 'available_from')::timestamptz <= ${now}, true)) AS items`),
      ([found]) => found!
    )
  ),
  versionAt: Effect.fn("WelcomeStore.versionAt")((customer_id, at) =>
    Effect.map(
      row(VersionRow)(sql`
        SELECT config_version_id FROM config_versions
        WHERE customer_id = ${customer_id}::uuid AND published_at <= ${at} ORDER BY published_at DESC LIMIT 1`),
      (found) => Option.getOrUndefined(found)?.config_version_id
    )
  )
})
