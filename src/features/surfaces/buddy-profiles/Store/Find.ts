/** Profiles by buddy; whoever asks in the same turn of the event loop shares a statement, as with the buddies. */
import { Effect, Exit, Request, RequestResolver, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { Profile } from "../../../../wire/content/Profile.ts"
import { KeptProfile, shownOf } from "../Rules.ts"

/** null: the buddy has none */
export const ProfileRow = Schema.Struct({
  profile: Schema.NullOr(KeptProfile),
  profile_template_id: Schema.NullOr(Schema.String),
  updated_at: Schema.NullOr(Schema.Date)
})
const FoundRow = Schema.Struct({ customer_id: Schema.String, buddy_id: Schema.String, ...ProfileRow.fields })

const batch_size = 100

class Wanted extends Request.Class<{ readonly customer_id: string; readonly buddy_id: string }, Profile, NotFound> {}

const keyOf = ({ buddy_id, customer_id }: { readonly customer_id: string; readonly buddy_id: string }) =>
  `${customer_id}/${buddy_id}`

const unknown = () => new NotFound({ resource: "buddy" })

/** To be yielded while the store is built. */
export const findProfiles = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const resolver = RequestResolver.make<Wanted>(
    Effect.fnUntraced(function* (entries) {
      const wanted = entries.map(({ request }) => request)
      const found = yield* rows(FoundRow)(sql`
        SELECT b.customer_id, b.buddy_id, p.profile, p.profile_template_id, p.updated_at
        FROM unnest(${wanted.map(({ customer_id }) => customer_id)}::uuid[],
                    ${wanted.map(({ buddy_id }) => buddy_id)}::uuid[]) AS wanted (customer_id, buddy_id)
        JOIN buddy_identities AS b USING (customer_id, buddy_id)
        LEFT JOIN buddy_profiles AS p USING (customer_id, buddy_id)`)
      const byKey = new Map(found.map((one) => [keyOf(one), one]))
      for (const entry of entries) {
        const one = byKey.get(keyOf(entry.request))
        entry.completeUnsafe(
          one === undefined
            ? Exit.fail(unknown())
            : Exit.succeed(shownOf(one.profile ?? {}, { ...one, updated_at: isoOrNull(one.updated_at) }))
        )
      }
    })
  ).pipe(RequestResolver.batchN(batch_size))
  return (customer_id: string, buddy_id: string): Effect.Effect<Profile, NotFound> =>
    isUuid(buddy_id)
      ? Effect.request(new Wanted({ customer_id, buddy_id: buddy_id.toLowerCase() }), resolver)
      : Effect.fail(unknown())
})
