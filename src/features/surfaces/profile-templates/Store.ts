/** Profile templates in Postgres. Removing one takes nothing from the buddies that bear it. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { nowDate } from "../../../platform/postgres/Sql.ts"
import { liveTable, type LiveStore } from "../../../resource/Store.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { profileTemplates } from "./Api.ts"

/** Fails where the tenant has no such audience. */
export const configuredAudience = Effect.fnUntraced(function* (
  tenants: Tenants["Service"],
  customer_id: string,
  audience: string
) {
  const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
  const found = resolveAudience(audiences, audience)
  if (found instanceof UnknownAudience) return yield* found
})

/** Its times as answers have them, which JSON of Postgres has otherwise. */
const applied = `(
  SELECT jsonb_build_object('buddies', count(*), 'last_applied_at',
    to_char(max(applied_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM buddy_profiles AS p
  WHERE p.customer_id = record.customer_id AND p.profile_template_id = record.profile_template_id)`

export class ProfileTemplateStore extends Context.Service<ProfileTemplateStore, LiveStore<typeof profileTemplates>>()(
  "hatchery/features/profile-templates/ProfileTemplateStore"
) {
  static readonly layer = Layer.effect(
    ProfileTemplateStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      return yield* liveTable(profileTemplates, {
        table: "profile_templates",
        columns: {
          profile_template_key: "text",
          name: "text",
          description: "text",
          audience: "text",
          profile: "jsonb",
          is_default: "boolean",
          applied: { computed: applied }
        },
        keyFrom: ({ name }) => name,
        judge: Effect.fnUntraced(function* (customer_id, { audience, is_default, profile_template_key }, before) {
          // A template of an audience that is gone can be edited all the same.
          if (audience !== null && audience !== before?.audience)
            yield* configuredAudience(tenants, customer_id, audience)
          if (!is_default) return
          yield* Effect.orDie(sql`
            UPDATE profile_templates SET is_default = false, updated_at = ${yield* nowDate}
            WHERE customer_id = ${customer_id}::uuid AND is_default AND audience IS NOT DISTINCT FROM ${audience}
              AND profile_template_key <> ${before?.profile_template_key ?? profile_template_key}`)
        })
      })
    })
  )
}
