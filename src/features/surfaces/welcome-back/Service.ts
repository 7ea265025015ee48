/** Making links to come back by, and what they show. */
import { Context, Effect, Layer, Option } from "effect"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { AppConfig } from "../../../Config.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { remembered } from "../../../platform/cluster/Remembered.ts"
import { randomBase62 } from "../../../platform/postgres/Ids.ts"
import { defaultSettings, defaultWidgetTheme, type WidgetTheme } from "../../../wire/answers/Customer.ts"
import { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { isActive } from "../../../wire/Plans.ts"
import type { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { PublicBuddies } from "../public-buddies/Service.ts"
import { type MakeWelcome, type Welcome, welcomeLimits, type WelcomeLink } from "./Api.ts"
import { daysBetween, newBadges, streakOf } from "./Rules.ts"
import { WelcomeStore } from "./Store.ts"

const back_ms = welcomeLimits.back_days * 86_400_000
/** Whoever opens a link over and over again asks the database this often. */
const stays_ms = 2_000
const tokenPattern = new RegExp(`^[0-9A-Za-z]{${welcomeLimits.token_length}}$`)

interface Shown {
  readonly welcome: Welcome
  /** of its workspace */
  readonly look: WidgetTheme
}

export class WelcomeBacks extends Context.Service<
  WelcomeBacks,
  {
    make(
      customer_id: string,
      buddy_id: string,
      wanted: MakeWelcome
    ): Effect.Effect<WelcomeLink, NotFound | BuddyArchived>
    /** one and the same failure for whatever opens nothing, or not any more */
    show(token: string): Effect.Effect<Shown, NotFound | ServiceUnavailable>
  }
>()("hatchery/features/welcome-back/WelcomeBacks") {
  static readonly layer = Layer.effect(
    WelcomeBacks,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([WelcomeStore.layer, BuddyReads.layer, PublicBuddies.layer]))
}

const missing = () => new NotFound({ resource: "page" })

const make = Effect.gen(function* () {
  const store = yield* WelcomeStore
  const reads = yield* BuddyReads
  const buddies = yield* PublicBuddies
  const tenants = yield* Tenants
  const snapshots = yield* Snapshots
  const { publicUrl } = yield* AppConfig

  const badgesSince = Effect.fnUntraced(function* (customer_id: string, active: string, audience: string, since: Date) {
    const then = yield* store.versionAt(customer_id, since)
    if (then === active) return 0
    const snapshot = (id: string) => Effect.orDie(snapshots.get(customer_id, id))
    return newBadges(yield* snapshot(active), then === undefined ? undefined : yield* snapshot(then), audience)
  })

  /** Others of its tenant may be in the way, which whoever opens a link could not have known. */
  const isBack = (customer_id: string, user_id: string, since: Date) =>
    Effect.catchTag(store.isBack(customer_id, user_id, since), "RateLimited", ({ retry_after_seconds }) =>
      Effect.fail(new ServiceUnavailable({ reason: "This link is being made ready.", retry_after_seconds }))
    )

  const standing = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const face = (yield* buddies.find(customer_id, [buddy_id])).get(buddy_id)
    if (face === undefined || !isActive(tenant, "buddies")) return yield* missing()
    const { at, buddy, snapshot, state } = yield* reads.standing(customer_id, buddy_id)
    const { audience, user_id } = buddy
    const last = state.active_at ?? state.hatched_at
    const days_away = daysBetween(last, at.now)
    const { lapsed_after_days, theme } = yield* store.settings(customer_id)
    const isAway = days_away >= (lapsed_after_days ?? defaultSettings.lapsed_after_days)
    const since = new Date(last)
    const fresh = yield* store.newSince(customer_id, audience, { now: new Date(at.now), since })
    const { active_config_version_id: active } = tenant
    const badges = active === null ? 0 : yield* badgesSince(customer_id, active, audience, since)
    const { evolution_stage, image_url, name, stage_name } = face
    return {
      customer_id,
      look: theme ?? defaultWidgetTheme,
      eligible: isAway || (yield* isBack(customer_id, user_id, new Date(at.now - back_ms))),
      days_away,
      buddy: { name, image_url, evolution_stage, stage_name },
      champion: isActive(tenant, "leagues") ? yield* store.best(customer_id, buddy_id) : null,
      streak: streakOf({ snapshot, state, ...at }, audience),
      missed: { badges: badges + fresh.badges, items: isActive(tenant, "marketplace") ? fresh.items : 0 },
      tenant_name: tenant.name
    }
  })
  const standings = yield* remembered({
    capacity: 5_000,
    ttl_ms: stays_ms,
    load: (key) => {
      const [customer_id = "", buddy_id = ""] = key.split(" ")
      return Effect.catchTag(Effect.asSome(standing(customer_id, buddy_id)), "NotFound", () => Effect.succeedNone)
    }
  })

  const show = Effect.fn("WelcomeBacks.show")(function* (token: string) {
    const found = tokenPattern.test(token) ? yield* store.find(token) : Option.none()
    if (Option.isNone(found)) return yield* missing()
    const { buddy_id, cta_url, customer_id } = found.value
    const known = yield* standings(`${customer_id} ${buddy_id}`)
    if (Option.isNone(known)) return yield* missing()
    const { customer_id: _, look, ...welcome } = known.value
    return { welcome: { ...welcome, cta_url }, look }
  })

  return WelcomeBacks.of({
    make: Effect.fn("WelcomeBacks.make")(function* (customer_id, buddy_id, { cta_url = null }) {
      const token = yield* randomBase62(welcomeLimits.token_length)
      const expires_at = yield* store.keep(customer_id, buddy_id, token, cta_url)
      return { url: `${publicUrl}/welcome-back#t=${token}`, token, expires_at: iso(expires_at) }
    }),
    show
  })
})
