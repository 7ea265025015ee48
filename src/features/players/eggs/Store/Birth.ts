/** The one transaction in which a buddy is born. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { countBeside } from "../../../../platform/analytics/Deltas.ts"
import { AppConfig } from "../../../../Config.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { standings } from "../../../../buddy/Standings.ts"
import { assetUrl } from "../../../../platform/storage/Assets.ts"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { nowDate, row } from "../../../../platform/postgres/Sql.ts"
import { barePictures } from "../../buddies/Store/Look.ts"
import { ProfileStore } from "../../../surfaces/buddy-profiles/Store.ts"
import { OperationStore } from "../../operations/Store.ts"

const Metadata = Schema.Record(Schema.String, Schema.Json)

/** What a hatch needs to know of its egg. */
export const Hatchling = Schema.Struct({
  /** epoch ms at which the work began */
  began_at: Schema.Number,
  egg_id: Schema.String,
  user_id: Schema.String,
  visual_variant: Schema.Int,
  config_version_id: Schema.String,
  metadata: Metadata,
  theme: Schema.String
})
export type Hatchling = typeof Hatchling.Type

/** A picture in the AssetStore, or why there is none yet; then the buddy is born without it and drawn later. */
export const Picture = Schema.Union([
  Schema.TaggedStruct("Drawn", { image_sha: Schema.String, thumb_sha: Schema.String }),
  Schema.TaggedStruct("Missing", { appearance_status: Schema.Literals(["failed", "awaiting_credits"]) })
])
export type Picture = typeof Picture.Type

export interface Birth {
  readonly hatchling: Hatchling
  readonly name: string
  readonly state: BuddyState
  readonly picture: Picture
}

const LeftEgg = Schema.Struct({ audience: Schema.String })

/** Decisions on pictures: the first retry of a buddy that was born without one. */
const first_retry_ms = 60_000

const shasOf = (picture: Picture) => (picture._tag === "Drawn" ? picture : { image_sha: null, thumb_sha: null })
const appearanceOf = (picture: Picture) => (picture._tag === "Drawn" ? "ready" : picture.appearance_status)

/** The hatchling's look has been drawn: changing its clothes later must not draw and pay it a second time. */
const rememberLook = (sql: SqlClient.SqlClient) => {
  const keep = barePictures(sql)
  return (customer_id: string, { hatchling, picture, state }: Birth) => {
    if (picture._tag === "Missing") return Effect.void
    const { theme, visual_variant: variant } = hatchling
    const { evolution_stage: stage, prestige_level: prestige } = state
    return keep(customer_id, { theme, variant, stage, prestige }, picture)
  }
}

/** Without whose it is, and of which audience. */
const newbornOf = ({ hatchling, name, picture, state }: Birth) => {
  const { began_at: _began, ...egg } = hatchling
  const appearance_status = appearanceOf(picture)
  return {
    ...egg,
    ...shasOf(picture),
    name,
    state,
    appearance_status,
    appearance_error: appearance_status === "failed" ? "needs_rerender" : null,
    appearance_retry_at: appearance_status === "ready" ? null : new Date(state.hatched_at + first_retry_ms)
  }
}

/**
 * To be yielded while the store is built. Ending the operation comes first: of a birth and a cancel that race, one
 * finds it open.
 */
export const birthInto = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const operations = yield* OperationStore
  const profiles = yield* ProfileStore
  const outbox = yield* Outbox
  const changes = yield* CacheInvalidation
  const remember = rememberLook(sql)

  const { bear } = standings(sql)

  /** The audience as it is now: the tenant may have renamed it while the picture was drawn. */
  const leaveEgg = (customer_id: string, egg_id: string, buddy_id: string, now: Date) =>
    row(LeftEgg)(sql`
      UPDATE eggs SET status = 'hatched', buddy_id = ${buddy_id}::uuid, updated_at = ${now}
      WHERE customer_id = ${customer_id}::uuid AND egg_id = ${egg_id}::uuid AND status = 'hatching'
      RETURNING audience`)

  return Effect.fn("EggStore.birth")(function* (key: OperationKey, birth: Birth) {
    const { customer_id } = key
    const {
      hatchling: { egg_id, user_id },
      name,
      picture,
      state
    } = birth
    const { image_sha, thumb_sha } = shasOf(picture)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const now = yield* nowDate
        const buddy_id = yield* uuid
        const facts = {
          buddy_id,
          egg_id,
          user_id,
          name,
          image_url: assetUrl(publicUrl, image_sha),
          thumb_url: assetUrl(publicUrl, thumb_sha),
          evolution_stage: state.evolution_stage
        }
        if (!(yield* operations.complete(key, { ...facts, appearance_status: appearanceOf(picture) }))) return false
        const egg = yield* leaveEgg(customer_id, egg_id, buddy_id, now)
        if (Option.isNone(egg)) {
          return yield* Effect.die(new Error(`egg ${egg_id} left its hatch while the operation was open`))
        }
        yield* bear({ ...newbornOf(birth), customer_id, buddy_id, audience: egg.value.audience, born_at: now })
        yield* profiles.begin(customer_id, buddy_id, egg.value.audience)
        yield* remember(customer_id, birth)
        yield* countBeside(sql, { customer_id, user_id }, [
          { metric: "eggs_hatched", audience: egg.value.audience, key: "", count: 1 }
        ])
        yield* outbox.enqueue(customer_id, [{ event: "buddy.hatched", body: facts }])
        yield* changes.publish({ _tag: "Route", customer_id, user_id })
        return true
      })
    )
  }, Effect.orDie)
})
