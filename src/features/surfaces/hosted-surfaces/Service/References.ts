/** What recipes give is there when they are saved; what goes away later is found out by whoever runs one. */
import { Effect } from "effect"
import { type NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { refersTo } from "../../../../wire/Ids.ts"
import { PathStore } from "../../../authoring/path-definitions/Store.ts"
import { BuddyItems } from "../../../players/buddies/Service/Items.ts"
import type { RecipeAction } from "../Api/Recipes.ts"
import { HostedRecipeStore } from "../Store/Recipes.ts"

const unknown = (field: string, what: string) => ValidationFailed.at(["action", field], `names no ${what} of yours`)

/** To be yielded while a layer is built: fails at the field that names something the workspace does not have. */
export const references = Effect.gen(function* () {
  const recipes = yield* HostedRecipeStore
  const items = yield* BuddyItems
  const paths = yield* PathStore
  const named = <A>(look: Effect.Effect<A, NotFound>, field: string, what: string) =>
    Effect.mapError(look, () => unknown(field, what))
  const configured = (customer_id: string, kind: "token" | "badge", key: string) =>
    Effect.filterOrFail(
      recipes.isConfigured(customer_id, kind, key),
      (isThere) => isThere,
      () => unknown(`${kind}_key`, kind)
    )
  return Effect.fnUntraced(function* (
    customer_id: string,
    action: RecipeAction
  ): Effect.fn.Return<void, ValidationFailed> {
    switch (action.type) {
      case "token":
        return yield* Effect.asVoid(configured(customer_id, "token", action.token_key))
      case "badge":
        return yield* Effect.asVoid(configured(customer_id, "badge", action.badge_key))
      case "item":
        return yield* Effect.asVoid(named(items.terms(customer_id, action.item_id), "item_id", "item"))
      case "sub_step": {
        const { path_key, sub_step_key: wanted } = action
        const { steps } = yield* named(paths.read(customer_id, path_key), "path_key", "path")
        const isThere = steps.some(({ sub_steps }) =>
          sub_steps.some(({ sub_step_id, sub_step_key }) => refersTo(wanted, sub_step_id, sub_step_key))
        )
        return isThere ? undefined : yield* unknown("sub_step_key", "sub-step of this path")
      }
      case "coins":
      case "event":
        return
    }
  })
})
