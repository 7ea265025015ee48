/** Sharing a buddy: handing out its link, and what became of all of them. */
import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig } from "../../../Config.ts"
import { Glances } from "../../../platform/analytics/Glances.ts"
import type { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import type { BuddyArchived } from "../../../wire/refusals/Buddies.ts"
import {
  BuddyPrivate,
  type ShareChannel,
  SharingDisabled,
  window_days_default
} from "../../../wire/surfaces/Sharing.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import { OgImages } from "../og-images/Service.ts"
import { PublicBuddies } from "../public-buddies/Service.ts"
import { dayOf, windowOf } from "../visits/Rules.ts"
import { Visits } from "../visits/Service.ts"
import { type VisitSpan, VisitStore } from "../visits/Store.ts"
import type { ShareLink, ShareStats } from "./Api.ts"
import { statsOf } from "./Rules.ts"
import { ShareStore } from "./Store.ts"

type Refusal = NotFound | BuddyArchived | SharingDisabled | BuddyPrivate

export type Funnel = Omit<ShareStats, "window_days" | "from" | "to">

export class Sharing extends Context.Service<
  Sharing,
  {
    share(
      customer_id: string,
      buddy_id: string
    ): Effect.Effect<{ readonly link: ShareLink; readonly isNew: boolean }, Refusal>
    /** what a dialog of the tenant saw, each time it is told */
    record(
      customer_id: string,
      buddy_id: string,
      told: { readonly event: "opened" | "shared"; readonly channel?: ShareChannel }
    ): Effect.Effect<void, NotFound | BuddyArchived | ServiceUnavailable>
    /** of days of UTC */
    funnel(customer_id: string, days: VisitSpan): Effect.Effect<Funnel>
    stats(customer_id: string, window_days?: number): Effect.Effect<ShareStats>
    /** whether the link of this buddy may be handed out */
    isOpen(customer_id: string, buddy_id: string): Effect.Effect<boolean>
  }
>()("hatchery/features/buddy-share/Sharing") {
  static readonly layer = Layer.effect(
    Sharing,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([
      ShareStore.layer,
      ProfileStore.layer,
      PublicBuddies.layer,
      OgImages.layer,
      Visits.layer,
      VisitStore.layer
    ])
  )
}

/** What both the page and the link say of the picture: composed for it, else the buddy's own. */
export const cardImage = Effect.gen(function* () {
  const store = yield* ShareStore
  const buddies = yield* PublicBuddies
  const images = yield* OgImages
  return Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
    const buddy = (yield* buddies.find(customer_id, [buddy_id])).get(buddy_id)
    if (buddy === undefined) return null
    const { theme } = yield* store.look(customer_id)
    const accent_color = buddy.accent_color ?? theme.accent_color
    const look = { customer_id, kind: "buddy", buddies: [buddy], accent_color, mode: theme.mode } as const
    return (yield* images.url(look)) ?? buddy.image_url
  })
})

const make = Effect.gen(function* () {
  const store = yield* ShareStore
  const profiles = yield* ProfileStore
  const visits = yield* Visits
  const counts = yield* VisitStore
  const { publicUrl } = yield* AppConfig
  const imageOf = yield* cardImage
  const glances = yield* Glances

  const funnel = Effect.fn("Sharing.funnel")(function* (customer_id: string, days: VisitSpan) {
    const [counted, made] = yield* Effect.all(
      [counts.counts(customer_id, "share", days), store.made(customer_id, days)],
      { concurrency: 2 }
    )
    return statsOf(days, counted, made)
  })
  return Sharing.of({
    funnel,
    share: Effect.fn("Sharing.share")(function* (customer_id, buddy_id) {
      const { is_private } = yield* profiles.read(customer_id, buddy_id)
      const { enabled } = yield* store.settings(customer_id)
      if (!enabled) return yield* new SharingDisabled()
      if (is_private) return yield* new BuddyPrivate()
      const { isNew, link } = yield* store.mint(customer_id, buddy_id)
      const { code, created_at } = link
      return {
        isNew,
        link: {
          buddy_id: buddy_id.toLowerCase(),
          code,
          url: `${publicUrl}/p/${code}`,
          public_url: `${publicUrl}/api/v1/public/b/${code}`,
          og_image_url: yield* imageOf(customer_id, buddy_id.toLowerCase()),
          created_at: created_at.toISOString()
        }
      }
    }),
    record: Effect.fn("Sharing.record")(function* (customer_id, buddy_id, { channel = "other", event }) {
      yield* store.check(customer_id, buddy_id)
      const day = dayOf(yield* Clock.currentTimeMillis)
      const visit = { customer_id, day, kind: "share", subject_id: buddy_id.toLowerCase(), visitor: null } as const
      const isCounted = yield* visits.record({ ...visit, event, channel })
      if (isCounted && event === "shared") yield* glances.used(customer_id, buddy_id, "share")
    }),
    stats: Effect.fn("Sharing.stats")(function* (customer_id, window_days = window_days_default) {
      const days = windowOf(yield* Clock.currentTimeMillis, window_days)
      return { window_days, ...days, ...(yield* funnel(customer_id, days)) }
    }),
    isOpen: Effect.fn("Sharing.isOpen")(function* (customer_id, buddy_id) {
      if (!(yield* store.settings(customer_id)).enabled) return false
      const profile = yield* Effect.option(profiles.read(customer_id, buddy_id))
      return profile._tag === "Some" && !profile.value.is_private
    })
  })
})
