/** The ledger: immutable credits and debits; balances are their sum. Contract part 2 (Economy ledger). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ChangeKind, Origin } from "../../wire/Change.ts"
import { badRequest, notFound } from "../../wire/Failure.ts"
import { tenantGroup } from "../../wire/Group.ts"
import { Id, Key, Timestamp } from "../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../wire/Page.ts"
import { TraceRow } from "../events/Api.ts"

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

const eventCause = Schema.Struct({
  type: Schema.Literal("event"),
  event_id: Schema.String,
  event_type: Schema.String,
  occurred_at: Timestamp
})
const changeCause = Schema.Struct({
  type: Schema.Literal("change"),
  change_id: Id,
  kind: ChangeKind,
  origin: Schema.NullOr(Origin),
  occurred_at: Timestamp
})

/** Why a row stands in the ledger. */
export const LedgerExplanation = Schema.Struct({
  entry: LedgerRow,
  cause: Schema.NullOr(Schema.Union([eventCause, changeCause])),
  unexplained: Schema.NullOr(Schema.Literals(["before_recording"])).annotate({
    description: "why there is no cause: the change was made before changes were recorded"
  }),
  trace: Schema.Array(TraceRow).annotate({ description: "the rows of the cause's trace that booked it" }),
  siblings: Schema.Array(LedgerRow).annotate({ description: "what else the same cause booked" }),
  reverses: Schema.NullOr(LedgerRow).annotate({ description: "the row this one takes back" }),
  reversed_by: Schema.Array(LedgerRow).annotate({ description: "rows that take this one back" })
}).annotate({ identifier: "LedgerExplanation" })

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
    ),
    HttpApiEndpoint.get("explain", "/economy/buddies/:buddyId/ledger/:ledger_id/explain", {
      params: { buddyId: Schema.String, ledger_id: Schema.String },
      success: LedgerExplanation,
      error: notFound
    }).annotateMerge(
      OpenApi.annotations({
        description:
          "The event or the change a row was booked for, what decided it, what else was booked with it, and what " +
          "took it back."
      })
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Where every coin and token came from" }
) {}
