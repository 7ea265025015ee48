/** Lotteries: tickets, draws that anybody can check, prizes. Live, addressed by id or key. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access, Lengthy } from "../../../wire/Access.ts"
import { Accepted } from "../../../wire/answers/AcceptedOperation.ts"
import { lotteryFields, lotteryStatuses } from "../../../wire/campaigns/Lottery.ts"
import { absentAs, NewKey, orNull } from "../../../wire/content/Shared.ts"
import {
  alreadyExists,
  badRequest,
  invalidTransition,
  notFound,
  serviceUnavailable,
  validationFailed
} from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, text, Timestamp } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery, offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { lotteryNotOpen } from "../../../wire/refusals/Lotteries.ts"
import { says } from "../../../wire/Words.ts"
import { DrawProof } from "../../../wire/answers/DrawProof.ts"
import { Draw, DrawPreview, Simulate, Simulation } from "./Api/Draws.ts"

const statuses = Schema.Literals(["draft", "active", "paused"])
const status = absentAs(statuses, "draft").annotate({ description: "an active one has an open draw" })
const fairness = absentAs(Schema.Literal("commit_reveal"), "commit_reveal")

/** Of what is sent: somebody has to see its name. */
const sentFields = { ...lotteryFields, name: displayName({ max: 200 }) }

export const LotteryInput = Schema.Struct({
  lottery_key: orNull(NewKey).annotate({ description: "absent: made of the name; stays for ever" }),
  ...sentFields,
  status,
  fairness
}).annotate({ identifier: "LotteryInput" })
export type LotteryInput = typeof LotteryInput.Type

export const lotteryPatch = patchable(Schema.Struct({ ...sentFields, status, fairness }))
export type LotteryPatch = typeof lotteryPatch.patch.Type

export const Lottery = Schema.Struct({
  lottery_id: Id,
  lottery_key: Schema.String,
  ...lotteryFields,
  status: Schema.Literals(lotteryStatuses),
  fairness: Schema.Literal("commit_reveal"),
  open_draw: Schema.NullOr(Schema.Struct({ draw_id: Id, draw_at: Timestamp, commit_hash: Schema.String })).annotate({
    description: "the draw tickets are for, with the hash its seed is bound to"
  }),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Lottery" })
export type Lottery = typeof Lottery.Type

const params = { id: Schema.String }
const drawParams = { id: Schema.String, draw_id: Schema.String }
const path = "/customers/me/lotteries"
const one = `${path}/:id` as const

export class LotteriesApi extends tenantGroup(
  HttpApiGroup.make("lotteries").add(
    HttpApiEndpoint.get("list", path, {
      query: { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(lotteryStatuses)) },
      success: offsetPage(Lottery)
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List lotteries", "Newest first. Narrow it down by status.")),
    HttpApiEndpoint.post("create", path, {
      payload: LotteryInput,
      success: Lottery.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, alreadyExists, campaignLimit]
    }).annotateMerge(
      says("Create a lottery", "Active, it opens its first draw at once and publishes the hash of that draw's seed.")
    ),
    HttpApiEndpoint.get("get", one, { params, success: Lottery, error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a lottery", "By its id or its key.")),
    HttpApiEndpoint.patch("update", one, {
      params,
      payload: lotteryPatch.patch,
      success: Lottery,
      error: [validationFailed, notFound, invalidTransition, campaignLimit]
    }).annotateMerge(
      says(
        "Change a lottery",
        "Name, status and schedule count at once. Entry, eligibility, audience and prizes of an open draw stay as " +
          "they were when it opened; changes are for the next one. Paused, nobody enters and nothing is drawn."
      )
    ),
    HttpApiEndpoint.delete("remove", one, {
      params,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(
      says(
        "Delete a lottery",
        "Cancels its open draw: every paid ticket is refunded. What was drawn stays, with its proof."
      )
    ),
    HttpApiEndpoint.get("draws", `${one}/draws`, {
      params,
      query: cursorQuery,
      success: cursorPage(Draw),
      error: [notFound, badRequest]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List draws of a lottery", "Those that were drawn or cancelled, newest first.")),
    HttpApiEndpoint.get("draw", `${one}/draws/:draw_id`, { params: drawParams, success: Draw, error: notFound })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show a draw", "Of any status; who has won, and whether it was paid.")),
    HttpApiEndpoint.get("verify", `${one}/draws/:draw_id/verify`, {
      params: drawParams,
      success: DrawProof,
      error: [notFound, invalidTransition, rateLimited, serviceUnavailable]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Verify a draw", "Computes it again from its seed and its list, and looks for the receipt of every place.")
      ),
    HttpApiEndpoint.get("preview", `${one}/preview-next-draw`, {
      params,
      success: DrawPreview,
      error: [notFound, lotteryNotOpen, rateLimited, serviceUnavailable]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Preview the next draw", "When it is, and how many tickets of those who can win there are so far.")
      ),
    HttpApiEndpoint.post("simulate", `${one}/simulate-draw`, {
      params,
      payload: [Simulate, Schema.Null],
      success: Simulation,
      error: [validationFailed, notFound, lotteryNotOpen, rateLimited, serviceUnavailable]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Simulate the next draw",
          "Draws today's tickets many times with seeds of its own and tells who won how often. The same seed gives " +
            "the same answer. Writes nothing."
        )
      ),
    HttpApiEndpoint.post("drawNow", `${one}/draws`, {
      params,
      payload: Schema.Struct({ reason: text({ min: 1, max: 200 }) }),
      success: Accepted.pipe(HttpApiSchema.status(202)),
      error: [notFound, lotteryNotOpen]
    }).annotateMerge(
      says(
        "Draw now",
        "Draws the open draw before its time, as an operation of the type lottery_draw; the next one opens."
      )
    )
  ),
  { access: "config", capability: "lotteries", description: "Tickets, draws that anybody can check, prizes" }
) {}
