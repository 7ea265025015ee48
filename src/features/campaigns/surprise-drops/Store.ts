/** Surprise drops in Postgres; they count from here, see platform/campaigns/sources. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { type Documents, documents, type Kept } from "../../../resource/Store/Documents.ts"
import { type DropContent, dropLimits } from "../../../wire/campaigns/SurpriseDrops.ts"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import type { SurpriseDrop } from "./Api.ts"

export const shownDrop = ({ content, created_at, id, key, updated_at }: Kept<DropContent>): SurpriseDrop => ({
  surprise_drop_id: id,
  drop_key: key,
  ...content,
  created_at,
  updated_at
})

const drawn = ["probability", "beginner", "reward_pool"]

export class SurpriseDropStore extends Context.Service<SurpriseDropStore, Documents<DropContent, ValidationFailed>>()(
  "hatchery/features/surprise-drops/SurpriseDropStore"
) {
  static readonly layer = Layer.effect(
    SurpriseDropStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      const { within } = itemReferences(sql)
      return yield* documents<DropContent, ValidationFailed>(
        {
          table: "surprise_drops",
          id: "surprise_drop_id",
          key: "drop_key",
          resource: "surprise drop",
          live: "(d.content ->> 'enabled')::boolean",
          live_max: dropLimits.live_max,
          all_max: dropLimits.drops_max,
          differs: drawn
            .map((field) => `d.content -> '${field}' IS DISTINCT FROM next.content -> '${field}'`)
            .join(" OR "),
          counted: ""
        },
        {
          judge: Effect.fnUntraced(function* (customer_id, content, before) {
            const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
            const refused = unknownAudience(audiences, content.audience, before?.content.audience)
            if (refused !== null) return yield* refused
            return yield* within(customer_id, content)
          })
        }
      )
    })
  )
}
