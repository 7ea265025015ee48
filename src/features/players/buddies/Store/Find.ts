/**
 * Buddies by their ids. Everybody who asks in the same turn of the event loop is served by one statement: under load,
 * when many widgets look at once, a round trip to Postgres is what a read costs most.
 */
import { Effect, Exit, Request, RequestResolver, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StateColumn } from "../../../../buddy/Standings.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"

/** Rows of one statement; a state is a few kilobytes. */
const batch_size = 100

export const BuddyRow = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  egg_id: Schema.String,
  user_id: Schema.String,
  name: Schema.String,
  audience: Schema.String,
  status: Schema.Literals(["active", "archived"]),
  state: StateColumn,
  image_sha: Schema.NullOr(Schema.String),
  thumb_sha: Schema.NullOr(Schema.String),
  base_image_sha: Schema.NullOr(Schema.String),
  appearance_status: Schema.String,
  appearance_error: Schema.NullOr(Schema.String),
  appearance_retry_at: Schema.NullOr(Schema.Date),
  is_mentor: Schema.Boolean,
  config_version_id: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.Json),
  created_at: Schema.Date,
  archived_at: Schema.NullOr(Schema.Date)
})
export type BuddyRow = typeof BuddyRow.Type

/** A role counts as long as its team is there, also where its members have not been taken out yet. */
const isMentor = `EXISTS (
  SELECT FROM team_members AS m JOIN teams AS t ON t.customer_id = m.customer_id AND t.team_id = m.team_id
  WHERE m.customer_id = buddies.customer_id AND m.buddy_id = buddies.buddy_id AND m.role = 'mentor'
    AND t.deleted_at IS NULL) AS is_mentor`

/** What a BuddyRow is read from, of `buddies`. */
export const buddyColumns = Object.keys(BuddyRow.fields)
  .map((name) => (name === "is_mentor" ? isMentor : name))
  .join(", ")

export type FindBuddy = (customer_id: string, buddy_id: string) => Effect.Effect<BuddyRow, NotFound>

class Wanted extends Request.Class<{ readonly customer_id: string; readonly buddy_id: string }, BuddyRow, NotFound> {}

const keyOf = ({ buddy_id, customer_id }: { readonly customer_id: string; readonly buddy_id: string }) =>
  `${customer_id}/${buddy_id}`

const unknown = () => new NotFound({ resource: "buddy" })

/** To be yielded while the store is built. */
export const findBuddies: Effect.Effect<FindBuddy, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(buddyColumns)
  const resolver = RequestResolver.make<Wanted>(
    Effect.fnUntraced(function* (entries) {
      const wanted = entries.map(({ request }) => request)
      const found = yield* rows(BuddyRow)(sql`
        SELECT ${columns}
        FROM unnest(${wanted.map(({ customer_id }) => customer_id)}::uuid[],
                    ${wanted.map(({ buddy_id }) => buddy_id)}::uuid[]) AS wanted (customer_id, buddy_id)
        JOIN buddies USING (customer_id, buddy_id)`)
      const byKey = new Map(found.map((buddy) => [keyOf(buddy), buddy]))
      for (const entry of entries) {
        const buddy = byKey.get(keyOf(entry.request))
        entry.completeUnsafe(buddy === undefined ? Exit.fail(unknown()) : Exit.succeed(buddy))
      }
    })
  ).pipe(RequestResolver.batchN(batch_size))
  return (customer_id, buddy_id) =>
    isUuid(buddy_id)
      ? Effect.request(new Wanted({ customer_id, buddy_id: buddy_id.toLowerCase() }), resolver)
      : Effect.fail(unknown())
})
