/**
 * Proposals and votes in Postgres. A decision, its text and its webhook are one transaction, under the proposal's lock.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { tellBeside } from "../../../platform/notifications/Tell.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type OffsetPage, offsetList } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../platform/webhooks/Outbox.ts"
import { type Proposal, ProposalStatus } from "../../../wire/answers/Proposal.ts"
import type { Origin } from "../../../wire/Change.ts"
import { Slot } from "../../../wire/content/Narrative.ts"
import { InvalidTransition, NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { ProposalLimit } from "../../../wire/refusals/Council.ts"
import { NarrativeStore } from "../narrative/Store.ts"
import type { Vote } from "./Api.ts"
import { defaultSettings, outcomeOf, Settings } from "./Rules.ts"

const ProposalRow = Schema.Struct({
  proposal_id: Schema.String,
  target_slot: Slot,
  text: Schema.String,
  current_text: Schema.NullOr(Schema.String),
  buddy_id: Schema.NullOr(Schema.String),
  status: ProposalStatus,
  approve: Schema.Int,
  reject: Schema.Int,
  quorum: Schema.Int,
  created_at: Schema.Date,
  decided_at: Schema.NullOr(Schema.Date)
})

const wireOf = ({ approve, quorum, reject, ...found }: typeof ProposalRow.Type): Proposal => ({
  ...found,
  votes: { approve, reject, quorum },
  created_at: iso(found.created_at),
  decided_at: isoOrNull(found.decided_at)
})

const unknownProposal = () => new NotFound({ resource: "proposal" })

interface Filter extends OffsetQuery {
  readonly status?: Proposal["status"]
  readonly slot?: Slot
}

export interface Wanted {
  readonly slot: Slot
  readonly text: string
  /** null: the workspace itself */
  readonly buddy_id: string | null
}

export class CouncilStore extends Context.Service<
  CouncilStore,
  {
    settings(customer_id: string): Effect.Effect<Settings>
    /** what is absent stays; open proposals are decided by the new quorum, with the next vote */
    configure(customer_id: string, change: Partial<Settings>): Effect.Effect<Settings>
    list(customer_id: string, filter: Filter): Effect.Effect<OffsetPage<Proposal>>
    propose(customer_id: string, wanted: Wanted): Effect.Effect<Proposal, ProposalLimit>
    vote(
      customer_id: string,
      proposal_id: string,
      vote: Vote,
      by: { readonly voter: string; readonly actor: Origin }
    ): Effect.Effect<Proposal, NotFound | InvalidTransition>
  }
>()("hatchery/features/council/CouncilStore") {
  static readonly layer = Layer.effect(
    CouncilStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const settings = settling(sql)
      const reads = reading(sql)
      return CouncilStore.of({
        settings: (customer_id) => settings.read(customer_id),
        configure: settings.configure,
        list: reads.list,
        propose: proposing(sql, settings, reads),
        vote: yield* voting(settings, reads)
      })
    })
  ).pipe(Layer.provide(NarrativeStore.layer))
}

type Service = CouncilStore["Service"]

const settling = (sql: SqlClient.SqlClient) => {
  const read = (customer_id: string, lock = sql``) =>
    Effect.map(
      row(Settings)(sql`SELECT quorum, proposers FROM councils WHERE customer_id = ${customer_id}::uuid ${lock}`),
      Option.getOrElse(() => defaultSettings)
    )
  /** The row, made where there is none, and ours until the transaction ends. */
  const hold = Effect.fnUntraced(function* (customer_id: string) {
    const { proposers, quorum } = defaultSettings
    yield* execute(sql`
      INSERT INTO councils (customer_id, quorum, proposers) VALUES (${customer_id}::uuid, ${quorum}, ${proposers})
      ON CONFLICT (customer_id) DO NOTHING RETURNING 1`)
    return yield* read(customer_id, sql`FOR UPDATE`)
  })
  const configure: Service["configure"] = Effect.fn("CouncilStore.configure")(function* (customer_id, change) {
    const settings = { ...(yield* hold(customer_id)), ...change }
    yield* execute(sql`
      UPDATE councils SET quorum = ${settings.quorum}, proposers = ${settings.proposers}
      WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
    return settings
  }, transactionOf(sql))
  return { read, hold, configure }
}

const reading = (sql: SqlClient.SqlClient) => {
  const votes = (decision: Vote["decision"]) => sql`
    (SELECT count(*)::int FROM council_votes AS v WHERE v.customer_id = p.customer_id
      AND v.proposal_id = p.proposal_id AND v.decision = ${decision})`
  const shown = sql`
    SELECT p.proposal_id, p.target_slot, p.text, p.buddy_id, p.status, p.created_at, p.decided_at,
      CASE WHEN p.status = 'open' THEN n.texts -> p.target_slot ->> 'text' ELSE p.previous_text END AS current_text,
      ${votes("approve")} AS approve, ${votes("reject")} AS reject,
      coalesce(p.quorum, c.quorum, ${defaultSettings.quorum}) AS quorum
    FROM council_proposals AS p
    LEFT JOIN councils AS c ON c.customer_id = p.customer_id
    LEFT JOIN narratives AS n ON n.customer_id = p.customer_id`
  const list: Service["list"] = Effect.fn("CouncilStore.list")(function* (customer_id, { slot, status, ...query }) {
    const where = sql.and([
      sql`p.customer_id = ${customer_id}::uuid`,
      ...(status === undefined ? [] : [sql`p.status = ${status}`]),
      ...(slot === undefined ? [] : [sql`p.target_slot = ${slot}`])
    ])
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM council_proposals AS p WHERE ${where}`,
      read: (limit, offset) =>
        rows(ProposalRow)(sql`
          ${shown} WHERE ${where} ORDER BY p.created_at DESC, p.proposal_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    return { ...page, data: page.data.map(wireOf) }
  })
  const one = (customer_id: string, proposal_id: string) =>
    Effect.map(
      row(ProposalRow)(sql`
        ${shown} WHERE p.customer_id = ${customer_id}::uuid AND p.proposal_id = ${proposal_id}::uuid`),
      (found) => wireOf(Option.getOrThrow(found))
    )
  return { list, one }
}

type Settling = ReturnType<typeof settling>
type Reading = ReturnType<typeof reading>

const OpenRow = Schema.Struct({ all: Schema.Int, of_buddy: Schema.Int })

const proposing = (sql: SqlClient.SqlClient, { hold }: Settling, { one }: Reading): Service["propose"] =>
  Effect.fn("CouncilStore.propose")(function* (customer_id, { buddy_id, slot, text }) {
    yield* hold(customer_id)
    const counted = yield* row(OpenRow)(sql`
      SELECT count(*)::int AS all, (count(*) FILTER (WHERE buddy_id = ${buddy_id}::uuid))::int AS of_buddy
      FROM council_proposals WHERE customer_id = ${customer_id}::uuid AND status = 'open'`)
    const open = Option.getOrThrow(counted)
    const { open_proposals_max, open_proposals_of_buddy_max } = limits
    if (open.of_buddy >= open_proposals_of_buddy_max)
      return yield* new ProposalLimit({ max: open_proposals_of_buddy_max })
    if (open.all >= open_proposals_max) return yield* new ProposalLimit({ max: open_proposals_max })
    const proposal_id = yield* uuid
    yield* execute(sql`
      INSERT INTO council_proposals (customer_id, proposal_id, target_slot, text, buddy_id, status, created_at)
      VALUES (${customer_id}::uuid, ${proposal_id}::uuid, ${slot}, ${text}, ${buddy_id}::uuid, 'open',
        ${yield* nowDate}) RETURNING 1`)
    if (open.all === 0) {
      const message = "A proposal for a text waits for a decision."
      const details = { proposal_id, slot }
      yield* tellBeside(sql, customer_id, { kind: "proposal_waiting", subject: "council", message, details })
    }
    return yield* one(customer_id, proposal_id)
  }, transactionOf(sql))

const StatusRow = Schema.Struct({ status: ProposalStatus })

const voting = Effect.fnUntraced(function* (settings: Settling, { one }: Reading) {
  const sql = yield* SqlClient.SqlClient
  const narratives = yield* NarrativeStore
  const outbox = yield* Outbox

  const decide = Effect.fnUntraced(function* (
    customer_id: string,
    { current_text, proposal_id, target_slot, text, votes }: Proposal,
    decision: Vote["decision"],
    actor: Origin
  ) {
    const now = yield* nowDate
    yield* execute(sql`
      UPDATE council_proposals SET status = ${outcomeOf[decision]}, decided_at = ${now}, quorum = ${votes.quorum},
        previous_text = ${current_text}
      WHERE customer_id = ${customer_id}::uuid AND proposal_id = ${proposal_id}::uuid RETURNING 1`)
    if (decision === "reject") return
    const by = { actor, source: "council", proposal_id } as const
    yield* narratives.change(customer_id, [{ slot: target_slot, next: text }], by)
    const body = { customer_id, proposal_id, target_slot, occurred_at: iso(now) }
    yield* outbox.enqueue(customer_id, [{ event: "council.proposal_approved", body }])
  })

  const vote: Service["vote"] = Effect.fn("CouncilStore.vote")(function* (customer_id, id, given, { actor, voter }) {
    if (!isUuid(id)) return yield* unknownProposal()
    const { comment, decision } = given
    const of = sql`customer_id = ${customer_id}::uuid AND proposal_id = ${id}::uuid`
    const held = yield* row(StatusRow)(sql`SELECT status FROM council_proposals WHERE ${of} FOR UPDATE`)
    if (Option.isNone(held)) return yield* unknownProposal()
    const { status } = held.value
    if (status !== "open") return yield* new InvalidTransition({ from: status, to: outcomeOf[decision] })
    yield* execute(sql`
      INSERT INTO council_votes (customer_id, proposal_id, voter, decision, comment, voted_at)
      VALUES (${customer_id}::uuid, ${id}::uuid, ${voter}, ${decision}, ${comment}, ${yield* nowDate})
      ON CONFLICT (customer_id, proposal_id, voter) DO UPDATE
      SET decision = excluded.decision, comment = excluded.comment, voted_at = excluded.voted_at RETURNING 1`)
    const proposal = yield* one(customer_id, id)
    if (proposal.votes[decision] < proposal.votes.quorum) return proposal
    yield* decide(customer_id, proposal, decision, actor)
    return yield* one(customer_id, id)
  }, transactionOf(sql))
  return vote
})
