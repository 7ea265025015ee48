/** The ledger: immutable credits and debits; balances are their sum. Contract part 2 (Economy ledger). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ChangeKind, Origin } from "../../../wire/Change.ts"
import { badRequest, notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { Id, Key, PathId, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { TraceRow } from "../../../wire/answers/Effects.ts"
import { says } from "../../../wire/Words.ts"

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

const Unit = { unit: Schema.Literals(["coin", "token"]), token_key: Schema.NullOr(Schema.String) }

const LedgerProblem = Schema.Struct({
  seq: Schema.Int,
  ...Unit,
  kind: Schema.Literals(["changed", "missing", "cut", "rehashed", "balance"]).annotate({
    description:
      "changed: the row is not what was hashed; missing: rows before it are gone; cut: rows at the end are gone; " +
      "rehashed: the rows look whole and are not those that were signed; balance: the sum is not what the buddy holds"
  })
}).annotate({ identifier: "LedgerProblem" })

/** The chain recomputed, unit by unit, and compared with the buddy's balances and signed head. */
export const LedgerVerdict = Schema.Struct({
  buddy_id: Id,
  valid: Schema.Boolean,
  rows: Schema.Int,
  head: Schema.String.annotate({ description: "sha256 over where every chain ends" }),
  signed_head: Schema.NullOr(Schema.String).annotate({
    description:
      "The same of what this service has signed; null while nothing is, or when the signature is not genuine. " +
      "Until the next change it may be older than head where rows were booked by a release that did not sign."
  }),
  problems: Schema.Array(LedgerProblem).annotate({ description: "the first hundred; valid says there are none" }),
  units: Schema.Array(
    Schema.Struct({
      ...Unit,
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
      params: { buddyId: PathId },
      query: { ...cursorQuery, token_key: Schema.optionalKey(Key) },
      success: cursorPage(LedgerRow),
      error: [badRequest, notFound]
    }).annotateMerge(
      says(
        "List the ledger of a buddy",
        "The buddy's coin ledger, newest first; with token_key that token's. " +
          "Each row's hash covers the row and the one before."
      )
    ),
    HttpApiEndpoint.get("verify", "/economy/buddies/:buddyId/ledger/verify", {
      params: { buddyId: PathId },
      success: LedgerVerdict,
      error: [notFound, rateLimited, serviceUnavailable]
    }).annotateMerge(
      says(
        "Check the ledger of a buddy",
        "Recomputes every row's hash from its content and the hash before it, and every running balance, and " +
          "compares the end with what the buddy holds and with the head this service signed. Keep head outside of " +
          "this service to notice a history that somebody with its keys has written anew."
      )
    ),
    HttpApiEndpoint.get("explain", "/economy/buddies/:buddyId/ledger/:ledger_id/explain", {
      params: { buddyId: PathId, ledger_id: Schema.String },
      success: LedgerExplanation,
      error: notFound
    }).annotateMerge(
      says(
        "Explain a row of the ledger",
        "The event or the change a row was booked for, what decided it, what else was booked with it, and what " +
          "took it back."
      )
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Where every coin and token came from" }
) {}
