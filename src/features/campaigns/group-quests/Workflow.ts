/**
 * Pays who took part in a quest that succeeded, a batch of members at a time, tells their teams, and tells of its end.
 * Each reward has a receipt, each line of a feed its source and the end a mark, so whatever was lost in a crash is done
 * again and nothing twice.
 */
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Grants } from "../../../buddy/Grants.ts"
import { inWaves } from "../../../platform/cluster/Waves.ts"
import { allAlone, type Due, eachAlone, type Watcher } from "../../../platform/campaigns/Clock.ts"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../platform/webhooks/Outbox.ts"
import { iso } from "../../../wire/Ids.ts"
import { TeamStore } from "../../community/teams/Store.ts"
import { begun, inBatches, lastOf, patiently, payable, sum } from "../../players/operations/Service/Batches.ts"
import { type Counts, noCounts, rewardFor } from "./Rules.ts"
import { questKind, Quests, Resolve, ResolvePlan } from "./Service.ts"
import { type QuestKey, QuestStore, type StoredQuest } from "./Store.ts"
import { type Contribution, QuestMembers } from "./Store/Members.ts"

const batch_size = 500

const Batch = Schema.Struct({
  members: Schema.Int,
  rewarded: Schema.Int,
  void: Schema.Int,
  last: Schema.NullOr(Schema.String)
})

const pay = Effect.fnUntraced(function* (
  { customer_id, operation_id }: OperationKey,
  { quest_id, rewards }: StoredQuest,
  { buddy_id, contribution }: Contribution
) {
  const reward = rewardFor(rewards, contribution)
  if (reward === null) return "none" as const
  const grants = yield* Grants
  const grant = { source: "quest", campaign_id: quest_id, grant_key: "reward", reward } as const
  const origin = { type: "operation", id: operation_id } as const
  const granted = grants.grant(customer_id, buddy_id, { ...grant, origin })
  return yield* Effect.orDie(patiently(payable({ customer_id, buddy_id }, granted)))
})

/** Told once, with the last batch. */
const settle = Effect.fnUntraced(function* (key: QuestKey, quest: StoredQuest) {
  const sql = yield* SqlClient.SqlClient
  const quests = yield* QuestStore
  const outbox = yield* Outbox
  const { goal, participant_count, quest_id, quest_key, resolved_at, status, total } = quest
  if (resolved_at === null || status === "draft" || status === "active") return
  const facts = { quest_id, quest_key, outcome: status, total, target: goal.target, participants: participant_count }
  const body = { ...facts, occurred_at: iso(resolved_at) }
  yield* transactionOf(sql)(
    Effect.gen(function* () {
      if (!(yield* quests.settle(key))) return
      yield* outbox.enqueue(key.customer_id, [{ event: "group_quest.resolved", body }])
    })
  )
})

const batch = Effect.fnUntraced(function* (operation: OperationKey, quest_id: string, after: string | null) {
  const quests = yield* QuestStore
  const members = yield* QuestMembers
  const key = { customer_id: operation.customer_id, quest_id }
  const found = yield* steady(Effect.option(quests.ended(key)))
  if (Option.isNone(found)) return { ...noCounts, last: null }
  const quest = found.value
  const present = quest.status === "succeeded" ? yield* steady(members.present(key, after, batch_size)) : []
  const paid = yield* inWaves(present, (member) => pay(operation, quest, member))
  const count = (outcome: string) => paid.filter((one) => one === outcome).length
  const { goal, name, quest_key, total } = quest
  const data = { quest_id, quest_key, name, total, target: goal.target }
  const teams = yield* TeamStore
  const news = present.map(({ buddy_id }) => ({ buddy_id, key: quest_id, data }))
  yield* steady(teams.tellTeams(key.customer_id, "quest_succeeded", news))
  const last = lastOf(
    present.map(({ buddy_id }) => buddy_id),
    batch_size
  )
  if (last === null) yield* steady(settle(key, quest))
  return {
    members: present.length,
    rewarded: count("granted") + count("already_granted"),
    void: count("void"),
    last
  }
})

/** Needs WorkflowEngine, OperationStore, QuestStore, QuestMembers and TeamStore. */
export const ResolveLive = Resolve.toLayer(
  Effect.fn("ResolveQuest")(function* ({ customer_id, operation_id }) {
    const key = { customer_id, operation_id }
    yield* inBatches(key, {
      begin: begun(key, ResolvePlan),
      plan: ResolvePlan,
      name: "batch",
      batch: Batch,
      none: noCounts,
      plus: (left: Counts, right: Counts) => sum({ ...left }, { ...right }),
      run: ({ quest_id }, after) => batch(key, quest_id, after),
      progress: ({ members, rewarded, void: gone }: Counts) => ({ members, rewarded, void: gone }),
      result: ({ members, rewarded, void: gone }) => ({ members, rewarded, void: gone })
    })
  })
).pipe(Layer.provide(Grants.layer))

/** A target that is met ends a quest within a second or two. */
export const questWatcher = Effect.map(Quests, ({ conclude }): Watcher => ({
  kind: questKind,
  look: ({ customer_id, subject_id }) => conclude({ customer_id, quest_id: subject_id })
}))

/** Time that is up, teams that are gone, and ends whose operation has failed. */
export const questDue = Effect.gen(function* () {
  const { conclude, resume } = yield* Quests
  const { due, orphaned, stalled } = yield* QuestMembers
  const run = allAlone([
    Effect.flatMap(due(), (keys) => eachAlone(keys, conclude)),
    Effect.flatMap(orphaned(), (keys) => eachAlone(keys, conclude)),
    Effect.flatMap(stalled(), (keys) => eachAlone(keys, resume))
  ])
  return { name: "group quests", run } satisfies Due
})
