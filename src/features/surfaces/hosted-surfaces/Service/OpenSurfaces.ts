/** Pages that are open to anybody at the moment. */
import { Context, Effect, Layer, Option } from "effect"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { remembered } from "../../../../platform/cluster/Remembered.ts"
import { isActive } from "../../../../wire/Plans.ts"
import { isSlug } from "../../../../wire/surfaces/Common.ts"
import { shownModules } from "../Rules.ts"
import { HostedSurfaceStore } from "../Store.ts"
import type { SurfaceRow } from "../Store/Rows.ts"

export interface OpenSurface extends SurfaceRow {
  readonly tenant_name: string
  readonly website_url: string | null
  readonly support_email: string | null
  /** of the page, and else of the workspace */
  readonly language: string
}

export class OpenSurfaces extends Context.Service<
  OpenSurfaces,
  { find(slug: string): Effect.Effect<Option.Option<OpenSurface>> }
>()("hatchery/features/hosted-surfaces/OpenSurfaces") {
  static readonly layer = Layer.effect(
    OpenSurfaces,
    Effect.gen(function* () {
      const store = yield* HostedSurfaceStore
      const tenants = yield* Tenants
      const load = Effect.fnUntraced(function* (slug: string) {
        const found = yield* store.published(slug)
        if (Option.isNone(found)) return Option.none<OpenSurface>()
        const tenant = yield* Effect.orDie(tenants.get(found.value.customer_id))
        if (!isActive(tenant, "hosted_surfaces")) return Option.none<OpenSurface>()
        const { locale, ...settings } = yield* store.tenantOf(found.value.customer_id)
        const content = { ...found.value.content, modules: shownModules(found.value.content.modules, tenant) }
        const language = content.locale ?? locale
        return Option.some({ ...found.value, ...settings, content, tenant_name: tenant.name, language })
      })
      const look = yield* remembered({ capacity: 5_000, ttl_ms: 30_000, load })
      return OpenSurfaces.of({ find: (slug) => (isSlug(slug) ? look(slug) : Effect.succeedNone) })
    })
  ).pipe(Layer.provide(HostedSurfaceStore.layer))
}
