import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { askingOf } from "../../players/buddies/Service/Commands.ts"
import { TeamsApi } from "./Api.ts"
import { Teams } from "./Service.ts"
import { TeamImports } from "./Service/Import.ts"
import { TeamStore } from "./Store.ts"

export const TeamsHttp = HttpApiBuilder.group(
  feature(TeamsApi),
  "teams",
  Effect.fn(function* (handlers) {
    const store = yield* TeamStore
    const teams = yield* Teams
    const imports = yield* TeamImports
    const asking = Effect.map(Principal, askingOf)
    const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { status: _status, ...query } }) {
        return yield* store.list(yield* customer, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* teams.create(yield* customer, payload)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* store.get(yield* customer, params.teamId)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* teams.update(yield* customer, params.teamId, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* teams.remove(yield* customer, params.teamId)
      }),
      members: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        const { team_id } = yield* store.terms(customer_id, params.teamId)
        return yield* store.listMembers(customer_id, team_id, query)
      }),
      join: Effect.fnUntraced(function* ({ params, payload: { buddy_id, role } }) {
        const { member, outcome } = yield* teams.join(yield* asking, params.teamId, buddy_id, role)
        return HttpServerResponse.jsonUnsafe(member, { status: outcome === "unchanged" ? 200 : 201 })
      }),
      setRole: Effect.fnUntraced(function* ({ params, payload }) {
        return (yield* teams.setRole(yield* asking, params.teamId, params.buddyId, payload.role)).member
      }),
      leave: Effect.fnUntraced(function* ({ params }) {
        yield* teams.leave(yield* asking, params.teamId, params.buddyId)
      }),
      import: Effect.fnUntraced(function* ({ payload, query: { dry_run = false } }) {
        const customer_id = yield* customer
        if (dry_run) return yield* imports.plan(customer_id, payload)
        const operation_id = yield* imports.start(customer_id, payload)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      feed: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        const { team_id } = yield* store.terms(customer_id, params.teamId)
        const { data, pagination } = yield* store.feed(customer_id, team_id, query)
        return { events: data, next_cursor: pagination.nextCursor }
      }),
      ofBuddy: Effect.fnUntraced(function* ({ params }) {
        return { data: yield* store.teamsOf(yield* customer, params.id) }
      })
    })
  })
).pipe(Layer.provide([TeamStore.layer, Teams.layer, TeamImports.layer]))
