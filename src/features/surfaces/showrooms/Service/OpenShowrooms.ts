/** Showrooms that are open to anybody at the moment, with whom they show: looked up once a minute, whoever comes. */
import { Cache, Context, Effect, Exit, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { remembered } from "../../../../platform/cluster/Remembered.ts"
import { Shelf } from "../../../../platform/requests/Shelf.ts"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { ServiceUnavailable } from "../../../../wire/Failure.ts"
import { isActive } from "../../../../wire/Plans.ts"
import { isSlug } from "../../../../wire/surfaces/Common.ts"
import { HostedSurfaceStore } from "../../hosted-surfaces/Store.ts"
import { type PublicBuddy, PublicBuddies } from "../../public-buddies/Service.ts"
import { ShowroomStore } from "../Store.ts"
import type { ShowroomRow } from "../Store/Rows.ts"
import { present, ranked, type Ranking } from "../Store/Selecting.ts"

export interface OpenShowroom extends ShowroomRow {
  readonly tenant_name: string
  /** of the workspace */
  readonly language: string
  /** in their order; masked by their profiles, and not yet by the showroom */
  readonly buddies: ReadonlyArray<PublicBuddy>
}

/**
 * Answers to one question about all buddies: as old as a page may be, and a refusal as long as a visitor waits. Each
 * workspace has places of its own, as many as it hardly has questions; who has been quiet the longest makes room.
 */
const rankings_of_tenant = 20
const asking_max = 250
const ranked_for = "60 seconds"
const newest_for = "1 second"
const refused_for = "5 seconds"
const refused_seconds = 5

const rankings = Effect.gen(function* () {
  const reports = yield* Reports
  const away = (retry_after_seconds: number) =>
    Effect.fail(new ServiceUnavailable({ reason: "This showroom is being made ready.", retry_after_seconds }))
  const lookup = (key: string) => {
    const ranking = JSON.parse(key) as Ranking
    return reports
      .read(ranking.customer_id, (sql) => ranked(sql, ranking))
      .pipe(
        // Others of its tenant are in the way, which no visitor could have known.
        Effect.catchTag("RateLimited", ({ retry_after_seconds }) => away(retry_after_seconds)),
        Effect.catchDefect((defect) =>
          SqlError.isSqlError(defect)
            ? Effect.andThen(
                Effect.logWarning("the buddies of a showroom were not found", defect),
                away(refused_seconds)
              )
            : Effect.die(defect)
        )
      )
  }
  // Whoever may be seen is judged with each look: only the order is as old as this.
  const empty = Cache.makeWith(lookup, {
    capacity: rankings_of_tenant,
    timeToLive: (exit, key) =>
      Exit.isFailure(exit) ? refused_for : (JSON.parse(key) as Ranking).mode === "newest" ? newest_for : ranked_for
  })
  const ofTenants = new Shelf<Effect.Success<typeof empty>>(asking_max)
  return Effect.fnUntraced(function* ({ audience, customer_id, mode }: Ranking) {
    const own = ofTenants.get(customer_id) ?? (yield* empty)
    ofTenants.set(customer_id, own)
    return yield* Cache.get(own, JSON.stringify({ audience, customer_id, mode } satisfies Ranking))
  })
})

/** Of a few kB each; a full one of sixty buddies has 60. */
const remembered_max = 500
const remembered_ms = 60_000

export class OpenShowrooms extends Context.Service<
  OpenShowrooms,
  {
    /** fails where whoever else is shown has to be looked up first */
    find(slug: string): Effect.Effect<Option.Option<OpenShowroom>, ServiceUnavailable>
  }
>()("hatchery/features/showrooms/OpenShowrooms") {
  static readonly layer = Layer.effect(
    OpenShowrooms,
    Effect.gen(function* () {
      const store = yield* ShowroomStore
      const { tenantOf } = yield* HostedSurfaceStore
      const tenants = yield* Tenants
      const sql = yield* SqlClient.SqlClient
      const rankingFor = yield* rankings
      const publicBuddies = yield* PublicBuddies
      const load = Effect.fnUntraced(function* (slug: string) {
        const found = yield* store.published(slug)
        if (Option.isNone(found)) return Option.none<OpenShowroom>()
        const { content, customer_id } = found.value
        const tenant = yield* Effect.orDie(tenants.get(customer_id))
        if (!isActive(tenant, "showrooms")) return Option.none<OpenShowroom>()
        const { audience, selection } = content
        const { limit, mode } = selection
        const all = mode === "manual" ? found.value.buddy_ids : yield* rankingFor({ customer_id, audience, mode })
        const visible = yield* present(sql, found.value, all)
        const ids = mode === "manual" ? visible : visible.slice(0, limit)
        const seen = yield* publicBuddies.find(customer_id, ids)
        const buddies = ids.flatMap((id) => seen.get(id) ?? []).slice(0, limit)
        const { locale: language } = yield* tenantOf(customer_id)
        return Option.some<OpenShowroom>({ ...found.value, tenant_name: tenant.name, language, buddies })
      })
      const look = yield* remembered({ capacity: remembered_max, ttl_ms: remembered_ms, load })
      return OpenShowrooms.of({ find: (slug) => (isSlug(slug) ? look(slug) : Effect.succeedNone) })
    })
  ).pipe(Layer.provide([ShowroomStore.layer, HostedSurfaceStore.layer, PublicBuddies.layer]))
}
