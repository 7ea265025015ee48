/** Forgetting a user for good, and handing over what is stored of one. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Origin } from "../../../wire/Change.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { ClientId, Id, Timestamp } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

export const ErasedBuddy = Schema.Struct({
  buddy_id: Id,
  units: Schema.Array(
    Schema.Struct({
      unit: Schema.String.annotate({ description: "coin, or token:<token_key>" }),
      rows: Schema.Int,
      balance: Schema.Int,
      head_hash_before: Hash.annotate({ description: "how the unit's ledger ended when the erasure was asked for" }),
      head_hash_after: Schema.NullOr(Hash).annotate({ description: "how it ends since; null while it runs" })
    })
  )
})
export type ErasedBuddy = typeof ErasedBuddy.Type

export const Scan = Schema.Struct({
  tables: Schema.Int,
  found: Schema.Int.annotate({ description: "rows that still named the user; 0 when it is completed" })
})
export type Scan = typeof Scan.Type

export const Erasure = Schema.Struct({
  erasure_id: Id,
  status: Schema.Literals(["running", "completed", "failed"]),
  requested_at: Timestamp,
  requested_by: Origin,
  completed_at: Schema.NullOr(Timestamp),
  rows: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "rows that were deleted or changed, by table"
  }),
  buddies: Schema.Array(ErasedBuddy),
  scan: Schema.NullOr(Scan),
  prev_hash: Schema.NullOr(Hash).annotate({ description: "of the erasure the workspace completed before this one" }),
  hash: Schema.NullOr(Hash)
}).annotate({ identifier: "Erasure" })
export type Erasure = typeof Erasure.Type

const Begun = Schema.Struct({
  accepted: Schema.Literal(true),
  operation_id: Id,
  status: Schema.Literal("pending")
}).annotate({ identifier: "ErasureBegun" })

/** What no user can be called is refused; of a name nobody has there is nothing to erase, and an empty export. */
const user = { params: { user_id: ClientId } }
const byId = { params: { id: Schema.String } }

export class ErasuresApi extends tenantGroup(
  HttpApiGroup.make("erasures").add(
    HttpApiEndpoint.delete("erase", "/customers/me/users/:user_id/data", {
      ...user,
      success: [Begun.pipe(HttpApiSchema.status(202)), HttpApiSchema.NoContent],
      error: notFound
    }).annotateMerge(
      says(
        "Erase a user",
        "Forgets a user for good. From the answer on its buddies and eggs are gone; the operation then takes it out " +
          "of everything else. Balances and ledgers keep their amounts, without words of yours. What the user sends " +
          "from now on is that of somebody new, and an erased event sent again pays nothing. 204 when nothing " +
          "is stored of the user. Repeating is safe, cancelling is not possible."
      )
    ),
    HttpApiEndpoint.get("list", "/customers/me/erasures", {
      query: offsetQuery,
      success: offsetPage(Erasure)
    }).annotateMerge(says("List erasures", "Newest first. They are kept for good and name nobody.")),
    HttpApiEndpoint.get("read", "/customers/me/erasures/:id", {
      ...byId,
      success: Erasure,
      error: notFound
    }).annotateMerge(
      says("Show an erasure", "What was erased, and the hashes that prove it: each one names that of the one before.")
    ),
    HttpApiEndpoint.post("export", "/customers/me/users/:user_id/export", {
      ...user,
      success: Begun.pipe(HttpApiSchema.status(202)),
      error: notFound
    }).annotateMerge(
      says(
        "Export a user",
        "Writes down every row an erasure of the user would touch. The operation's result has the `export_id` to " +
          `fetch it with, for 24 hours. 429 while ${limits.open_exports_max} exports of the workspace are under way.`
      )
    ),
    HttpApiEndpoint.get("exported", "/customers/me/exports/:id", {
      ...byId,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "application/x-ndjson" })),
      error: notFound
    }).annotateMerge(says("Fetch an export", "One line of JSON for each row: `{table, row}`."))
  ),
  { access: "account", capability: "none", description: "Erasing and exporting what is stored of a user" }
) {}
