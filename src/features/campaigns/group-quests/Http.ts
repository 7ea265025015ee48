import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { GroupQuestsApi, WidgetQuestsApi } from "./Api.ts"
import { Quests } from "./Service.ts"
import { questParts } from "./Service/Parts.ts"
import { QuestStore, toWire } from "./Store.ts"
import { QuestMembers } from "./Store/Members.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

const Tenant = HttpApiBuilder.group(
  feature(GroupQuestsApi),
  "group-quests",
  Effect.fn(function* (handlers) {
    const quests = yield* Quests
    const store = yield* QuestStore
    const members = yield* QuestMembers
    const { join, leave } = yield* questParts
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(customer, (customer_id) => store.list(customer_id, query)),
      create: ({ payload }) => Effect.flatMap(customer, (customer_id) => quests.create(customer_id, payload)),
      get: ({ params }) =>
        Effect.flatMap(customer, (customer_id) => Effect.map(store.read(customer_id, params.questId), toWire)),
      update: ({ params, payload }) =>
        Effect.flatMap(customer, (customer_id) => quests.update(customer_id, params.questId, payload)),
      remove: ({ params }) => Effect.flatMap(customer, (customer_id) => quests.remove(customer_id, params.questId)),
      publish: ({ params }) => Effect.flatMap(customer, (customer_id) => quests.publish(customer_id, params.questId)),
      forceResolve: ({ params, payload }) =>
        Effect.flatMap(customer, (customer_id) => quests.force(customer_id, params.questId, payload)),
      members: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        const { quest_id } = yield* store.read(customer_id, params.questId)
        return yield* members.list({ customer_id, quest_id }, query)
      }),
      join: ({ params }) => Effect.flatMap(Principal, (caller) => join(caller, params.buddy_id, params.questId)),
      leave: ({ params }) => Effect.flatMap(Principal, (caller) => leave(caller, params.buddy_id, params.questId))
    })
  })
)

/** The gate lets nobody else through to this group. */
const widgetCaller = Effect.flatMap(Principal, (caller) =>
  "buddy_id" in caller ? Effect.succeed(caller) : Effect.die(new Error("a widget route without a widget token"))
)

const Widget = HttpApiBuilder.group(
  feature(WidgetQuestsApi),
  "widget-group-quests",
  Effect.fn(function* (handlers) {
    const { join, leave } = yield* questParts
    return handlers.handleAll({
      join: ({ params }) => Effect.flatMap(widgetCaller, (caller) => join(caller, caller.buddy_id, params.questId)),
      leave: ({ params }) => Effect.flatMap(widgetCaller, (caller) => leave(caller, caller.buddy_id, params.questId))
    })
  })
)

export const GroupQuestsHttp = Layer.merge(Tenant, Widget).pipe(
  Layer.provide([Quests.layer, QuestStore.layer, QuestMembers.layer])
)
