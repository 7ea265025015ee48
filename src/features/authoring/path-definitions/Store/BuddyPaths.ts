/** Where a buddy stands on a path, and its completion by hand. Used by the widgets as well. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { standings } from "../../../../buddy/Standings.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import type { SubStepAutomatic, SubStepLocked } from "../../../players/buddies/Api/Refusals.ts"
import { buddyCommands } from "../../../players/buddies/Store/Commands.ts"
import type { BuddyPath, PathDefinition } from "../Api.ts"
import { buddyPathOf } from "../Rules.ts"
import { PathStore } from "../Store.ts"

const KeyRow = Schema.Struct({ path_key: Schema.String })

/**
 * Which sub-step a key or an id names. Steps may share keys of sub-steps: then it is the one whose turn it is, else the
 * one that was completed last.
 */
const subStepMeant = (path: BuddyPath, name: string) => {
  const named = path.steps.flatMap(({ step_key, sub_steps }) =>
    sub_steps
      .filter(({ sub_step_id, sub_step_key }) => sub_step_key === name || sub_step_id === name.toLowerCase())
      .map(({ state, sub_step_key }) => ({ step_key, sub_step_key, state }))
  )
  const meant =
    named.find(({ state }) => state === "available") ?? named.findLast(({ state }) => state === "completed") ?? named[0]
  return { step_key: meant?.step_key ?? null, sub_step_key: meant?.sub_step_key ?? name }
}

/** To be yielded while a layer is built. */
export const buddyPaths = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const paths = yield* PathStore
  const change = yield* buddyCommands

  const { of: held } = standings(sql)

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

  return {
    read,
    /** the active path of the buddy's audience; null when there is none */
    active: Effect.fn("BuddyPaths.active")(function* (customer_id: string, buddy_id: string) {
      const { audience, state } = yield* held(customer_id, buddy_id)
      const found = yield* row(KeyRow)(sql`
        SELECT path_key FROM path_definitions
        WHERE customer_id = ${customer_id}::uuid AND audience = ${audience} AND is_active`)
      if (Option.isNone(found)) return null
      return shown(buddy_id, yield* paths.read(customer_id, found.value.path_key), state)
    }),
    complete: Effect.fn("BuddyPaths.complete")(function* (
      customer_id: string,
      buddy_id: string,
      path_key: string,
      sub_step_key: string
    ) {
      const { audience, state } = yield* held(customer_id, buddy_id)
      const path = yield* pathFor(customer_id, path_key, audience)
      const meant = subStepMeant(shown(buddy_id, path, state), sub_step_key)
      const { already_completed, completed_at } = yield* change<"SubStep", SubStepLocked | SubStepAutomatic>(
        buddy_id,
        { _tag: "CompleteSubStep", path, ...meant },
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
