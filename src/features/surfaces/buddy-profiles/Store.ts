/** Profiles in Postgres, of buddies that have one; who has none shows what is default. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { type Profile, ProfileFields, type ProfilePatch } from "../../../wire/content/Profile.ts"
import { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { keptOf, shownOf, stepsOf } from "./Rules.ts"
import { type Applying, applying } from "./Store/Applying.ts"
import { findProfiles, ProfileRow } from "./Store/Find.ts"

const TemplateRow = Schema.Struct({ profile_template_id: Schema.String, profile: ProfileFields })

export class ProfileStore extends Context.Service<
  ProfileStore,
  Applying & {
    read(customer_id: string, buddy_id: string): Effect.Effect<Profile, NotFound>
    update(
      customer_id: string,
      buddy_id: string,
      change: ProfilePatch
    ): Effect.Effect<Profile, NotFound | BuddyArchived>
    /** in the transaction of a birth: the default template of the buddy's audience, else that of every audience */
    begin(customer_id: string, buddy_id: string, audience: string): Effect.Effect<void>
  }
>()("hatchery/features/buddy-profiles/ProfileStore") {
  static readonly layer = Layer.effect(
    ProfileStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      return ProfileStore.of({
        ...applying(sql, changes),
        read: yield* findProfiles,
        ...changing(sql, changes)
      })
    })
  )
}

/** Waits for whoever else changes it, so that what it answers is what is written over. */
const isPrivateIn = (sql: SqlClient.SqlClient) => (customer_id: string, buddy_id: string) =>
  Effect.map(
    execute(sql`
      SELECT 1 FROM buddy_profiles AS p WHERE p.customer_id = ${customer_id}::uuid AND p.buddy_id = ${buddy_id}::uuid
        AND p.profile @> '{"is_private": true}' FOR UPDATE`),
    (found) => found > 0
  )

const changing = (
  sql: SqlClient.SqlClient,
  changes: CacheInvalidation["Service"]
): Pick<ProfileStore["Service"], "update" | "begin"> => ({
  update: Effect.fn("ProfileStore.update")(function* (customer_id, buddy_id, change) {
    if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
    const { reset, set } = stepsOf(change)
    const now = yield* nowDate
    const wasPrivate = yield* isPrivateIn(sql)(customer_id, buddy_id)
    const buddy = sql`b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`
    const saved = yield* row(ProfileRow)(sql`
      INSERT INTO buddy_profiles AS kept (customer_id, buddy_id, profile, updated_at)
      SELECT b.customer_id, b.buddy_id, ${JSON.stringify(set)}::jsonb, ${now} FROM buddy_identities AS b
      WHERE ${buddy} AND b.status = 'active'
      ON CONFLICT (customer_id, buddy_id) DO UPDATE
      SET profile = (kept.profile || excluded.profile) - ${reset}::text[], updated_at = excluded.updated_at
      RETURNING profile, profile_template_id, updated_at`)
    if (Option.isSome(saved)) {
      const { profile, profile_template_id, updated_at } = saved.value
      // Pages that show it are kept in memory: whoever hides is gone from them at once.
      if ((profile?.is_private === true) !== wasPrivate) yield* changes.publish({ _tag: "Tenant", customer_id })
      return shownOf(profile ?? {}, { profile_template_id, updated_at: isoOrNull(updated_at) })
    }
    const known = yield* execute(sql`SELECT 1 FROM buddy_identities AS b WHERE ${buddy}`)
    return yield* known === 0 ? new NotFound({ resource: "buddy" }) : new BuddyArchived()
  }, transactionOf(sql)),
  begin: Effect.fn("ProfileStore.begin")(function* (customer_id, buddy_id, audience) {
    const template = yield* row(TemplateRow)(sql`
      SELECT profile_template_id, profile FROM profile_templates
      WHERE customer_id = ${customer_id}::uuid AND is_default AND (audience = ${audience} OR audience IS NULL)
      ORDER BY audience NULLS LAST LIMIT 1`)
    if (Option.isNone(template)) return
    const { profile, profile_template_id } = template.value
    const now = yield* nowDate
    yield* execute(sql`
      INSERT INTO buddy_profiles (customer_id, buddy_id, profile, profile_template_id, applied_at, updated_at)
      VALUES (${customer_id}::uuid, ${buddy_id}::uuid, ${JSON.stringify(keptOf(profile))}::jsonb,
              ${profile_template_id}::uuid, ${now}, ${now}) RETURNING 1`)
  })
})
