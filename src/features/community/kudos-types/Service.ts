/** Changes of kudo types: one at a time, so that keys, places and their number hold. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { type AlreadyExists, NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { CampaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { slugOf } from "../../../wire/Slug.ts"
import { resolveAudience } from "../../players/events/Rules.ts"
import {
  type KudoTemplateApplied,
  type KudoType,
  type KudoTypeInput,
  kudoTypePatch,
  type KudoTypePatch,
  kudoTypes_max,
  wordsBeside
} from "./Api.ts"
import { reordered, templateOf, themeOf } from "./Rules.ts"
import { KudoTypeStore } from "./Store.ts"

interface Service {
  create(
    customer_id: string,
    input: KudoTypeInput
  ): Effect.Effect<KudoType, AlreadyExists | ValidationFailed | CampaignLimit>
  update(
    customer_id: string,
    reference: string,
    patch: KudoTypePatch
  ): Effect.Effect<KudoType, NotFound | ValidationFailed | CampaignLimit>
  archive(customer_id: string, reference: string): Effect.Effect<void, NotFound>
  reorder(customer_id: string, ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<KudoType>, ValidationFailed>
  applyTemplate(customer_id: string, key: string): Effect.Effect<KudoTemplateApplied, NotFound | CampaignLimit>
  applyTheme(customer_id: string, key: string): Effect.Effect<KudoTemplateApplied, NotFound | CampaignLimit>
}

export class KudoTypes extends Context.Service<KudoTypes, Service>()("hatchery/features/kudos-types/KudoTypes") {
  static readonly layer = Layer.effect(
    KudoTypes,
    Effect.gen(function* () {
      return KudoTypes.of({ ...(yield* applying), ...(yield* changing) })
    })
  ).pipe(Layer.provide(KudoTypeStore.layer))
}

const tail_length = 6

const stateOf = ({ kudo_key: _key, order, status, ...content }: KudoTypeInput) => ({ content, order, status })

/** What a change has to keep. */
const judging = Effect.gen(function* () {
  const tenants = yield* Tenants
  const store = yield* KudoTypeStore
  return {
    audience: Effect.fnUntraced(function* (customer_id: string, audience: string | null) {
      if (audience === null) return
      const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
      if (resolveAudience(audiences, audience) instanceof UnknownAudience) {
        return yield* ValidationFailed.at(["audience"], `there is no audience ${audience}`)
      }
    }),
    room: Effect.fnUntraced(function* (customer_id: string, more: number) {
      const active = yield* store.active(customer_id)
      if (active.length + more > kudoTypes_max) {
        return yield* new CampaignLimit({ of: "kudo_types", max: kudoTypes_max })
      }
    }),
    key: Effect.fnUntraced(function* (customer_id: string, { kudo_key, label }: KudoTypeInput) {
      if (kudo_key !== null) return kudo_key
      const wanted = slugOf(label, "kudos")
      const isFree = !wordsBeside.includes(wanted) && (yield* store.taken(customer_id, [wanted])).length === 0
      return isFree ? wanted : `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
    })
  }
})

/** One change of a tenant at a time. */
const changes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* KudoTypeStore
  const judged = yield* judging
  const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
    transactionOf(sql)(Effect.andThen(store.alone(customer_id), change))
  return { store, judged, alone }
})

const applying = Effect.gen(function* () {
  const { alone, judged, store } = yield* changes
  const addAll = (customer_id: string, templates: ReturnType<typeof themeOf>) =>
    alone(
      customer_id,
      Effect.gen(function* () {
        if (templates === undefined) return yield* new NotFound({ resource: "template" })
        const skipped = yield* store.taken(
          customer_id,
          templates.map(({ kudo_key }) => kudo_key)
        )
        const wanted = templates.filter(({ kudo_key }) => !skipped.includes(kudo_key))
        yield* judged.room(customer_id, wanted.length)
        const created = yield* Effect.forEach(wanted, ({ kudo_key, ...content }) =>
          Effect.orDie(store.insert(customer_id, kudo_key, { content, order: null, status: "active" }))
        )
        return { created, skipped }
      })
    )

  return {
    applyTemplate: Effect.fn("KudoTypes.applyTemplate")((customer_id: string, key: string) =>
      addAll(customer_id, templateOf(key))
    ),
    applyTheme: Effect.fn("KudoTypes.applyTheme")((customer_id: string, key: string) =>
      addAll(customer_id, themeOf(key))
    )
  }
})

const changing = Effect.gen(function* () {
  const { alone, judged, store } = yield* changes
  const own: Pick<Service, "create" | "update" | "archive" | "reorder"> = {
    create: Effect.fn("KudoTypes.create")((customer_id, input) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          yield* judged.audience(customer_id, input.audience)
          const key = yield* judged.key(customer_id, input)
          const made = yield* store.insert(customer_id, key, stateOf(input))
          yield* judged.room(customer_id, 0)
          return made
        })
      )
    ),
    update: Effect.fn("KudoTypes.update")((customer_id, reference, patch) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const { created_at: _c, kudo_type_id, updated_at: _u, ...before } = yield* store.read(customer_id, reference)
          const next: KudoTypeInput = { kudo_key: null, ...kudoTypePatch.patched(before, patch) }
          if (next.audience !== before.audience) yield* judged.audience(customer_id, next.audience)
          if (next.status === "active" && before.status !== "active") yield* judged.room(customer_id, 1)
          return yield* store.update(customer_id, kudo_type_id, stateOf(next))
        })
      )
    ),
    archive: Effect.fn("KudoTypes.archive")((customer_id, reference) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const { created_at: _c, kudo_type_id, updated_at: _u, ...before } = yield* store.read(customer_id, reference)
          if (before.status === "archived") return yield* new NotFound({ resource: "kudo type" })
          yield* store.update(customer_id, kudo_type_id, stateOf({ ...before, status: "archived" }))
        })
      )
    ),
    reorder: Effect.fn("KudoTypes.reorder")((customer_id, ids) =>
      alone(
        customer_id,
        Effect.gen(function* () {
          const next = reordered(yield* store.active(customer_id), ids)
          if ("issue" in next) return yield* ValidationFailed.at(["ids", next.at], next.issue)
          yield* store.place(customer_id, next)
          return yield* store.active(customer_id)
        })
      )
    )
  }
  return own
})
