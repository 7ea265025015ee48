/** Changes of group quests: drafts, publication, and the end, which is decided behind the fence and paid by a job. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { Subjects } from "../../../platform/campaigns/Subjects.ts"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { Jobs, jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { nowDate, transactionOf } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, InvalidTransition, type NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { QuestActive } from "../../../wire/refusals/Quests.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { TeamStore } from "../../community/teams/Store.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { questLimits } from "./Api.ts"
import type { GroupQuest, Outcome, QuestInput, QuestPatch } from "./Api/Records.ts"
import { dated, isWindowOf, present } from "./Rules.ts"
import { type QuestFields, type QuestKey, QuestStore, type StoredQuest, toWire } from "./Store.ts"
import { settled_after_ms } from "./Store/Members.ts"

/** Pays who took part, a batch after the other, and tells; see Workflow. */
export const Resolve = jobWorkflow("ResolveQuest")

/** Of campaign_subjects. */
export const questKind = "group_quest"

/** What an operation is started with: running ones find it in this form, which may only grow. */
export const ResolvePlan = Schema.Struct({ quest_id: Schema.String })

/** What an automatic end found: the target is not met, and there is time. */
class NotYet extends Schema.TaggedError<NotYet>()("NotYet", {}) {}

export class Quests extends Context.Service<
  Quests,
  {
    create(
      customer_id: string,
      input: QuestInput
    ): Effect.Effect<GroupQuest, ValidationFailed | AlreadyExists | CampaignLimit>
    update(
      customer_id: string,
      reference: string,
      patch: QuestPatch
    ): Effect.Effect<GroupQuest, ValidationFailed | NotFound | QuestActive | InvalidTransition>
    publish(
      customer_id: string,
      reference: string
    ): Effect.Effect<GroupQuest, ValidationFailed | NotFound | InvalidTransition | CampaignLimit>
    remove(customer_id: string, reference: string): Effect.Effect<void, NotFound | QuestActive | InvalidTransition>
    /** at once, by hand */
    force(
      customer_id: string,
      reference: string,
      end: { readonly outcome: Outcome; readonly reason: string }
    ): Effect.Effect<GroupQuest, NotFound | InvalidTransition>
    /** if its team is gone, its target is met or its time is up; whoever comes second finds it done */
    conclude(key: QuestKey): Effect.Effect<void>
    /** goes on with an end whose operation has failed */
    resume(key: QuestKey): Effect.Effect<void>
  }
>()("hatchery/features/group-quests/Quests") {
  static readonly layer = Layer.effect(
    Quests,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([QuestStore.layer, OperationStore.layer, TeamStore.layer, Subjects.layer]))
}

const keyTail_length = 6

const parts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* QuestStore
  const subjects = yield* Subjects
  const operations = yield* OperationStore
  const jobs = yield* Jobs
  const changes = yield* CacheInvalidation
  const tenants = yield* Tenants
  const teams = yield* TeamStore
  const items = itemReferences(sql)

  const keyFor = Effect.fnUntraced(function* (customer_id: string, { name, quest_key }: QuestInput) {
    const wanted = quest_key ?? slugOf(name, "quest")
    if (!(yield* store.isTaken(customer_id, wanted))) return wanted
    if (quest_key !== null) return yield* new AlreadyExists({ resource: "group quest", key: wanted })
    return `${wanted}-${(yield* randomBase62(keyTail_length)).toLowerCase()}`
  })

  /** Bound to none, or to one that is there. */
  const hasTeam = (customer_id: string, team_id: string | null) =>
    team_id === null
      ? Effect.succeed(true)
      : Effect.map(Effect.option(teams.terms(customer_id, team_id)), Option.isSome)

  /** What a body names has to be there; the rest depends on the version a buddy lives under. */
  const judged = Effect.fnUntraced(function* <A extends Partial<QuestFields>>(
    customer_id: string,
    given: A,
    before: string | null = null
  ) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    const refused = unknownAudience(audiences, given.audience ?? null, before)
    if (refused !== null) return yield* refused
    const { team_id } = given
    if (team_id != null && !(yield* hasTeam(customer_id, team_id))) {
      return yield* ValidationFailed.at(["team_id"], `team_id: ${team_id} is no team of this workspace`)
    }
    if (given.rewards === undefined) return given
    return { ...given, ...(yield* items.within(customer_id, { rewards: given.rewards })) }
  })

  const start = Effect.fnUntraced(function* ({ customer_id, quest_id }: QuestKey) {
    const operation_id = yield* operations.create(customer_id, {
      type: "quest_resolve",
      resource_type: "group_quest",
      resource_id: quest_id,
      payload: { quest_id }
    })
    yield* sql.afterCommit(jobs.start(Resolve, { customer_id, operation_id }))
    return operation_id
  })

  /** Behind the fence: what is counted now is what it came to. `decide` says how it ends, or that it does not. */
  const end = Effect.fnUntraced(function* <E>(
    quest: StoredQuest,
    key: QuestKey,
    decide: (total: number) => Effect.Effect<{ readonly outcome: Outcome; readonly reason: string | null }, E>
  ) {
    const { customer_id, quest_id } = key
    const subject = { customer_id, subject_id: quest_id }
    yield* subjects.close(subject)
    const { participant_count: participants, total } = yield* Effect.orDie(store.read(customer_id, quest_id))
    const decided = yield* decide(total)
    yield* store.end(key, { ...decided, total, participants, operation_id: yield* start(key) })
  })

  const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
    transactionOf(sql)(
      Effect.andThen(
        store.alone(customer_id),
        Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
      )
    )

  return { alone, end, hasTeam, judged, keyFor, sql, start, store, subjects }
})
type Parts = Effect.Success<typeof parts>

const shownNow = ({ store }: Parts, { customer_id, quest_id }: QuestKey) =>
  Effect.map(Effect.orDie(store.read(customer_id, quest_id)), toWire)

const drafting = (all: Parts): Pick<Quests["Service"], "create" | "remove"> => {
  const { alone, judged, keyFor, store } = all
  return {
    create: Effect.fn("Quests.create")(function* (customer_id, input) {
      const { ends_at, starts_at } = input
      const fields = yield* judged(customer_id, { ...input, starts_at: dated(starts_at), ends_at: dated(ends_at) })
      const change = Effect.gen(function* () {
        const quest_key = yield* keyFor(customer_id, input)
        if ((yield* store.count(customer_id)).all >= questLimits.quests_max) {
          return yield* new CampaignLimit({ of: "group_quests_with_ended_ones", max: questLimits.quests_max })
        }
        const quest_id = yield* store.add(customer_id, quest_key, fields)
        return yield* shownNow(all, { customer_id, quest_id })
      })
      return yield* alone(customer_id, change)
    }),
    remove: Effect.fn("Quests.remove")((customer_id, reference) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const { quest_id, status } = yield* store.hold(customer_id, reference)
          if (status === "active") return yield* new QuestActive({ act: "delete" })
          if (status !== "draft" && status !== "cancelled") {
            return yield* new InvalidTransition({ from: status, to: "deleted" })
          }
          yield* store.remove({ customer_id, quest_id })
        })
      )
    )
  }
}

const lively: ReadonlySet<string> = new Set(["name", "description", "ends_at"])

const changing = (all: Parts): Pick<Quests["Service"], "update" | "publish"> => {
  const { alone, hasTeam, judged, store, subjects } = all
  /** A moment that is named has to be one in which it could still end. */
  const inTime = Effect.fnUntraced(function* ({ ends_at, starts_at }: QuestFields, isLive: boolean) {
    if (!isWindowOf(starts_at, ends_at)) {
      return yield* ValidationFailed.at(["ends_at"], "ends_at: must lie after starts_at")
    }
    if (isLive && ends_at !== null && ends_at <= (yield* nowDate)) {
      return yield* ValidationFailed.at(["ends_at"], "ends_at: must not be past")
    }
  })
  return {
    update: Effect.fn("Quests.update")(function* (
      customer_id,
      reference,
      { description, ends_at, starts_at, ...patch }
    ) {
      const said = present({
        ...patch,
        description: description === undefined ? undefined : (description ?? ""),
        starts_at: starts_at === undefined ? undefined : dated(starts_at),
        ends_at: ends_at === undefined ? undefined : dated(ends_at)
      }) as Partial<QuestFields>
      const known = Effect.map(store.read(customer_id, reference), ({ audience }) => audience)
      const given = yield* judged(customer_id, said, yield* Effect.orElseSucceed(known, () => null))
      const change = Effect.gen(function* () {
        const before = yield* store.hold(customer_id, reference)
        const { quest_id, status } = before
        if (status !== "draft" && status !== "active")
          return yield* new InvalidTransition({ from: status, to: "changed" })
        if (status === "active" && Object.keys(given).some((field) => !lively.has(field)))
          return yield* new QuestActive({ act: "change" })
        const next: QuestFields = { ...before, ...given }
        yield* inTime(next, status === "active" && "ends_at" in given)
        yield* store.write({ customer_id, quest_id }, next)
        return yield* shownNow(all, { customer_id, quest_id })
      })
      return yield* alone(customer_id, change)
    }),
    publish: Effect.fn("Quests.publish")((customer_id, reference) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const quest = yield* store.hold(customer_id, reference)
          const key = { customer_id, quest_id: quest.quest_id }
          if (quest.status !== "draft") return yield* new InvalidTransition({ from: quest.status, to: "active" })
          yield* inTime(quest, true)
          if (!(yield* hasTeam(customer_id, quest.team_id))) {
            return yield* ValidationFailed.at(["team_id"], "team_id: the team was deleted")
          }
          if ((yield* store.count(customer_id)).active >= questLimits.active_max) {
            return yield* new CampaignLimit({ of: "group_quests", max: questLimits.active_max })
          }
          yield* subjects.open({ customer_id, subject_id: quest.quest_id }, questKind)
          yield* store.publish(key)
          return yield* shownNow(all, key)
        })
      )
    )
  }
}

const concluding = (all: Parts): Pick<Quests["Service"], "force" | "conclude" | "resume"> => {
  const { alone, end, hasTeam, sql, start, store } = all
  return {
    force: Effect.fn("Quests.force")((customer_id, reference, forced) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const quest = yield* store.hold(customer_id, reference)
          const key = { customer_id, quest_id: quest.quest_id }
          if (quest.status !== "active") return yield* new InvalidTransition({ from: quest.status, to: forced.outcome })
          yield* end(quest, key, () => Effect.succeed(forced))
          return yield* shownNow(all, key)
        })
      )
    ),
    // Asked whenever a total moves: its row is lock enough, and only an end is told (by `Subjects.close`).
    conclude: Effect.fn("Quests.conclude")((key) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const quest = yield* store.hold(key.customer_id, key.quest_id)
          if (quest.status !== "active") return
          const now = (yield* nowDate).getTime()
          if (!(yield* hasTeam(key.customer_id, quest.team_id))) {
            const gone = { outcome: "cancelled", reason: "The team was deleted." } as const
            return yield* end(quest, key, () => Effect.succeed(gone))
          }
          const isOver = quest.ends_at !== null && now >= quest.ends_at.getTime() + settled_after_ms
          if (!isOver && quest.total < quest.goal.target) return
          // A reversal may have taken back what met the target: then all of this has not been.
          yield* end(quest, key, (total) =>
            total >= quest.goal.target
              ? Effect.succeed({ outcome: "succeeded", reason: null })
              : isOver
                ? Effect.succeed({ outcome: "failed", reason: null })
                : Effect.fail(new NotYet())
          )
        })
      ).pipe(Effect.catchTag(["NotYet", "NotFound"], () => Effect.void))
    ),
    resume: Effect.fn("Quests.resume")((key) =>
      transactionOf(sql)(
        Effect.gen(function* () {
          const { settled_at } = yield* store.ended(key)
          if (settled_at === null) yield* store.assign(key, yield* start(key))
        })
      ).pipe(Effect.catchTag("NotFound", () => Effect.void))
    )
  }
}

const make = Effect.map(parts, (all) => Quests.of({ ...drafting(all), ...changing(all), ...concluding(all) }))
