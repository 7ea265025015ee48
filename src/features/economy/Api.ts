/** The ledger: immutable credits and debits; balances are their sum. Contract part 2 (Economy ledger). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { badRequest, notFound } from "../../wire/Failure.ts"
import { tenantGroup } from "../../wire/Group.ts"
import { Id, Key, Timestamp } from "../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../wire/Page.ts"

export const LedgerRow = Schema.Struct({
  ledger_id: Id,
  seq: Schema.Int,
  buddy_id: Id,
  unit: Schema.Literals(["coin", "token"]),
  token_key: Schema.NullOr(Schema.String),
  direction: Schema.Literals(["credit", "debit"]),
  amount: Schema.Int,
  balance_after: Schema.Int,
  reason: Schema.String,
  reference_type: Schema.String,
  reference_id: Schema.NullOr(Schema.String),
  rule_id: Schema.NullOr(Id),
  config_version_id: Id,
  reverses_ledger_id: Schema.NullOr(Id),
  is_lucky: Schema.Boolean,
  created_at: Timestamp,
  prev_hash: Schema.String,
  hash: Schema.String
}).annotate({ identifier: "LedgerRow" })
export type LedgerRow = typeof LedgerRow.Type

/** The chain recomputed, unit by unit. */
export const LedgerVerdict = Schema.Struct({
  buddy_id: Id,
  valid: Schema.Boolean,
  rows: Schema.Int,
  units: Schema.Array(
    Schema.Struct({
      unit: Schema.Literals(["coin", "token"]),
      token_key: Schema.NullOr(Schema.String),
      rows: Schema.Int,
      balance: Schema.Int,
      head_hash: Schema.String,
      first_broken_seq: Schema.NullOr(Schema.Int)
    })
  )
}).annotate({ identifier: "LedgerVerdict" })

export class EconomyApi extends tenantGroup(
  HttpApiGroup.make("economy").add(
    HttpApiEndpoint.get("ledger", "/economy/buddies/:buddyId/ledger", {
      params: { buddyId: Schema.String },
      query: { ...cursorQuery, token_key: Schema.optionalKey(Key) },
      success: cursorPage(LedgerRow),
      error: [badRequest, notFound]
    }).annotateMerge(
      OpenApi.annotations({
        description:
          "The buddy's coin ledger, newest first; with token_key that token's. " +
          "Each row's hash covers the row and the one before."
      })
    ),
    HttpApiEndpoint.get("verify", "/economy/buddies/:buddyId/ledger/verify", {
      params: { buddyId: Schema.String },
      success: LedgerVerdict,
      error: notFound
    }).annotateMerge(
      OpenApi.annotations({
        description:
          "Recomputes every row's hash from its content and the hash before it, and every running balance. Keep " +
          "head_hash outside of this service to notice a rewritten history later."
      })
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Where every coin and token came from" }
) {}
