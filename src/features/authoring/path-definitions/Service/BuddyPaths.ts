/** Where a buddy stands on a path, and its completion by hand. Used by the widgets as well. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { SubStepAutomatic, SubStepLocked } from "../../../../wire/refusals/Buddies.ts"
import { pathReads } from "../Store/BuddyPaths.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import { buddyCommands } from "../../../players/buddies/Service/Commands.ts"
import type { PathDefinition } from "../Api.ts"
import type { BuddyPath } from "../../../../wire/answers/BuddyPath.ts"
import { refersTo } from "../../../../wire/Ids.ts"
import { buddyPathOf } from "../Rules.ts"
import { PathStore } from "../Store.ts"

/**
 * Which sub-step a key or an id names. Steps may share keys of sub-steps: then it is the one whose turn it is, else the
 * one that was completed last.
 */
const subStepMeant = (path: BuddyPath, name: string) => {
  const named = path.steps.flatMap(({ step_key, sub_steps }) =>
    sub_steps
      .filter(({ sub_step_id, sub_step_key }) => refersTo(name, sub_step_id, sub_step_key))
      .map(({ completed_at, state, sub_step_key }) => ({ step_key, sub_step_key, state, completed_at }))
  )
  // Of those completed at one moment the one further down.
  const [last] = named
    .filter(({ state }) => state === "completed")
    .toReversed()
    .toSorted((left, right) => Date.parse(right.completed_at ?? "") - Date.parse(left.completed_at ?? ""))
  const meant = named.find(({ state }) => state === "available") ?? last ?? named[0]
  return { step_key: meant?.step_key ?? null, sub_step_key: meant?.sub_step_key ?? name }
}

/** To be yielded while a layer is built. */
export const buddyPaths = Effect.gen(function* () {
  const { activeKey, held } = pathReads(yield* SqlClient.SqlClient)
  const paths = yield* PathStore
  const change = yield* buddyCommands

  /** A path of another audience does not exist for this buddy. */
  const pathFor = Effect.fnUntraced(function* (customer_id: string, path_key: string, audience: string) {
    const path = yield* paths.read(customer_id, path_key)
    return path.audience === audience ? path : yield* new NotFound({ resource: "path" })
  })

  const shown = (buddy_id: string, path: PathDefinition, state: BuddyState) =>
    buddyPathOf(buddy_id, path, state.paths?.[path.path_key])

  const read = Effect.fn("BuddyPaths.read")(function* (customer_id: string, buddy_id: string, path_key: string) {
    const { audience, state } = yield* held(customer_id, buddy_id)
    return shown(buddy_id, yield* pathFor(customer_id, path_key, audience), state)
  })

  /** The path and the sub-step of it that a key or an id names for this buddy at the moment. */
  const meantFor = Effect.fnUntraced(function* (
    customer_id: string,
    buddy_id: string,
    path_key: string,
    sub_step_key: string
  ) {
    const { audience, state } = yield* held(customer_id, buddy_id)
    const path = yield* pathFor(customer_id, path_key, audience)
    return { path, ...subStepMeant(shown(buddy_id, path, state), sub_step_key) }
  })

  return {
    read,
    meantFor,
    /** the active path of the buddy's audience; null when there is none */
    active: Effect.fn("BuddyPaths.active")(function* (customer_id: string, buddy_id: string) {
      const { audience, state } = yield* held(customer_id, buddy_id)
      const found = yield* activeKey(customer_id, audience)
      if (Option.isNone(found)) return null
      return shown(buddy_id, yield* paths.read(customer_id, found.value.path_key), state)
    }),
    complete: Effect.fn("BuddyPaths.complete")(function* (
      caller: Caller,
      buddy_id: string,
      path_key: string,
      sub_step_key: string
    ) {
      const { customer_id } = caller
      const meant = yield* meantFor(customer_id, buddy_id, path_key, sub_step_key)
      const { already_completed, completed_at } = yield* change<"SubStep", SubStepLocked | SubStepAutomatic>(
        caller,
        buddy_id,
        { _tag: "CompleteSubStep", ...meant },
        "SubStep"
      )
      const at = new Date(completed_at).toISOString()
      return {
        completed: true,
        already_completed,
        completed_at: at,
        path: yield* read(customer_id, buddy_id, path_key)
      } as const
    })
  }
})
