/**
 * The handlers of every versioned list: reads show the open draft (else the active version, or the one asked for),
 * writes edit the draft. A family's Http takes them as they are. Publishable keys, which live in browsers, see what
 * is in force and nothing else.
 */
import { Effect } from "effect"
import { offsetArray } from "../../../../platform/postgres/Paging.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import {
  addEntry,
  type Entry,
  findEntry,
  type Input,
  removeEntry,
  replaceEntry,
  type Section
} from "../Rules/Sections.ts"
import { ConfigVersionStore } from "../Store.ts"

interface WhichVersion {
  readonly version?: string
}
interface One {
  readonly params: { readonly id: string }
}

/** `caller`: who asks, by the request; `isPublic`: what a publishable key may see of the entries in force. */
export const collectionHandlers = <S extends Section, R>(
  section: S,
  caller: Effect.Effect<Caller, never, R>,
  isPublic: (entry: Entry<S>) => boolean = () => true
) =>
  Effect.map(ConfigVersionStore, (store) => {
    const publicContent = Effect.fnUntraced(function* (customer_id: string, version: string | undefined) {
      const { config_version_id, content } = yield* store.active(customer_id)
      if (version !== undefined && version !== config_version_id)
        return yield* new NotFound({ resource: "config version" })
      const entries = content[section] as ReadonlyArray<Entry<Section>> as ReadonlyArray<Entry<S>>
      return { ...content, [section]: entries.filter(isPublic) } as ConfigContent
    })
    const visible = ({ customer_id, kind }: Caller, version: string | undefined) =>
      kind === "publishable" ? publicContent(customer_id, version) : store.read(customer_id, version)
    return {
      list: Effect.fnUntraced(function* ({ query }: { readonly query: OffsetQuery & WhichVersion }) {
        const content = yield* visible(yield* caller, query.version)
        return offsetArray(query, content[section] as ReadonlyArray<Entry<Section>> as ReadonlyArray<Entry<S>>)
      }),
      get: Effect.fnUntraced(function* ({ params, query }: One & { readonly query: WhichVersion }) {
        const content = yield* visible(yield* caller, query.version)
        return yield* Effect.fromResult(findEntry(content, section, params.id))
      }),
      create: Effect.fnUntraced(function* ({ payload }: { readonly payload: Input<S> }) {
        const { customer_id } = yield* caller
        return yield* store.edit(customer_id, (content, nextId) => addEntry(content, section, payload, nextId()))
      }),
      replace: Effect.fnUntraced(function* ({ params, payload }: One & { readonly payload: Input<S> }) {
        const { customer_id } = yield* caller
        return yield* store.edit(customer_id, (content) => replaceEntry(content, section, params.id, payload))
      }),
      remove: Effect.fnUntraced(function* ({ params }: One) {
        const { customer_id } = yield* caller
        yield* store.edit(customer_id, (content) => removeEntry(content, section, params.id))
      })
    }
  })
