/** The handlers of a live collection; a family's Http hands them on as they are, beside what it writes out itself. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { ValidationFailed } from "../wire/Failure.ts"
import { isKey } from "../wire/Ids.ts"
import type { OffsetQuery } from "../wire/Page.ts"
import { Principal } from "../wire/Principal.ts"
import type { AnyLive, InputOf, Keyed, LiveMethod, Patch } from "./Api.ts"
import type { LiveStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

const allHandlers = <L extends AnyLive>(live: L, store: LiveStore<L>) => {
  interface One {
    readonly params: { readonly [P in L["param"]]: string }
  }
  interface Body {
    readonly payload: InputOf<L>
  }
  const reference = ({ params }: One): string => (params as Readonly<Record<string, string>>)[live.param]!
  const badKey = `${live.key} must match ^[a-z0-9][a-z0-9_.-]{0,63}$ and be no reserved name`
  return {
    list: Effect.fnUntraced(function* ({ query }: { readonly query: OffsetQuery }) {
      return yield* store.list(yield* customer, query)
    }),
    get: Effect.fnUntraced(function* (request: One) {
      return yield* store.get(yield* customer, reference(request))
    }),
    create: Effect.fnUntraced(function* ({ payload }: Body) {
      return yield* store.create(yield* customer, payload)
    }),
    replace: Effect.fnUntraced(function* (request: One & Body) {
      return yield* store.replace(yield* customer, reference(request), request.payload)
    }),
    update: Effect.fnUntraced(function* (request: One & { readonly payload: Patch<InputOf<L>> }) {
      return yield* store.update(yield* customer, reference(request), request.payload)
    }),
    put: Effect.fnUntraced(function* (request: One & Body) {
      const key = reference(request)
      // Here the path names something to be made, so a malformed key is a bad value and not an unknown thing.
      if (!isKey(key)) return yield* ValidationFailed.at([live.key], badKey)
      const { created, record } = yield* store.put(yield* customer, { ...request.payload, [live.key]: key } as Keyed<L>)
      return HttpServerResponse.jsonUnsafe(record, { status: created ? 201 : 200 })
    }),
    remove: Effect.fnUntraced(function* (request: One) {
      yield* store.remove(yield* customer, reference(request))
    })
  }
}

type Handlers<L extends AnyLive> = ReturnType<typeof allHandlers<L>>

export const liveHandlers = <L extends AnyLive>(live: L, store: LiveStore<L>) => {
  const all = allHandlers(live, store)
  const entries = live.methods.map((method: LiveMethod) => [method, all[method]])
  return Object.fromEntries(entries) as unknown as { readonly [M in L["methods"][number]]: Handlers<L>[M] }
}
