/** Coming in: from a code, a card or a refresh token to a widget session, while guessing stays hopeless. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimits } from "../../../../platform/requests/RateLimits.ts"
import { randomBase62 } from "../../../../platform/postgres/Ids.ts"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { RateLimited } from "../../../../wire/Group.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import { WidgetTokenStore } from "../../widget-sessions/Store.ts"
import { hostedLimits } from "../Api.ts"
import { type ComeIn, type HostedSession, InvalidAccessCode } from "../Api/Public.ts"
import { PlayerNotReady } from "../Api/Recipes.ts"
import { secret_length } from "../Rules.ts"
import { HostedSurfaceStore } from "../Store.ts"
import { type Credential, HostedAddressStore } from "../Store/Addresses.ts"
import { type Entrant, HostedEntryStore } from "../Store/Entries.ts"
import { HostedPlayerStore } from "../Store/Players.ts"
import { Hosting } from "./Hosting.ts"
import { OpenSurfaces, type OpenSurface } from "./OpenSurfaces.ts"

const token_seconds = 900
const entries = { limit: 30, seconds: 60 } as const

const kindOf = ({ access_code, qr_token }: ComeIn): Credential =>
  access_code !== undefined ? "code" : qr_token !== undefined ? "card" : "refresh"

type Refusal = NotFound | InvalidAccessCode | PlayerNotReady | BuddyArchived | RateLimited

export class HostedEntry extends Context.Service<
  HostedEntry,
  { comeIn(slug: string, credential: ComeIn, address: string): Effect.Effect<HostedSession, Refusal> }
>()("hatchery/features/hosted-surfaces/HostedEntry") {
  static readonly layer = Layer.effect(
    HostedEntry,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([
      HostedEntryStore.layer,
      HostedAddressStore.layer,
      HostedSurfaceStore.layer,
      HostedPlayerStore.layer
    ]),
    Layer.provide([Hosting.layer, OpenSurfaces.layer, WidgetTokenStore.layer])
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const open = yield* OpenSurfaces
  const hosting = yield* Hosting
  const surfaces = yield* HostedSurfaceStore
  const store = yield* HostedEntryStore
  const players = yield* HostedPlayerStore
  const addresses = yield* HostedAddressStore
  const tokens = yield* WidgetTokenStore
  const rates = yield* RateLimits
  const transaction = transactionOf(sql)

  const found = (who: Option.Option<Entrant>) =>
    Option.isSome(who) ? Effect.succeed(who.value) : Effect.fail(new InvalidAccessCode())

  /** One transaction: what lets the player in is held while the token is written, so that it ends with it. */
  const letIn = (surface: OpenSurface, credential: ComeIn, buddy_id: string) =>
    transaction(
      Effect.gen(function* () {
        const { customer_id, content, hosted_surface_id } = surface
        const place = { customer_id, hosted_surface_id }
        const player = yield* Effect.flatMap(store.hold(place, credential), found)
        const now = yield* nowDate
        const until = player.expires_at ?? new Date(now.getTime() + content.session_minutes * 60_000)
        const left = Math.floor((until.getTime() - now.getTime()) / 1000)
        const { session_id, ...minted } = yield* tokens
          .mint(customer_id, {
            kind: "session",
            buddy_id,
            user_id: player.user_id,
            scopes: content.player_scopes,
            widget: null,
            ttl_seconds: Math.max(1, Math.min(token_seconds, left)),
            event_types: content.event_types,
            allowed_origins: null,
            player_id: player.player_id
          })
          .pipe(Effect.mapError(() => new PlayerNotReady()))
        const refresh_token = player.expires_at === null ? yield* randomBase62(secret_length) : null
        if (refresh_token !== null) yield* store.keep(place, player.player_id, refresh_token, until)
        yield* tokens.keepNewest(customer_id, player.player_id, hostedLimits.sessions_max)
        return {
          ...minted,
          session_id,
          refresh_token,
          refresh_expires_at: iso(until),
          buddy_id,
          player: { display_name: player.display_name }
        }
      })
    )

  const comeIn = Effect.fn("HostedEntry.comeIn")(function* (slug: string, credential: ComeIn, address: string) {
    const surface = yield* Effect.flatMap(open.find(slug), (one) =>
      Option.isSome(one) ? Effect.succeed(one.value) : Effect.fail(new NotFound({ resource: "page" }))
    )
    const { customer_id, hosted_surface_id } = surface
    const door = { customer_id, hosted_surface_id, address }
    const player = yield* Effect.flatMap(
      addresses.attempt(door, kindOf(credential), store.who(door, credential)),
      found
    )
    const taken = yield* rates.ask(`hosted:${hosted_surface_id}:${address}`, entries)
    if (!taken.allowed) return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
    const { buddy_id } = yield* Effect.catchTag(
      hosting.awaitBuddy(customer_id, surfaces.wire(surface), player.player_id),
      "NotFound",
      () => Effect.fail(new InvalidAccessCode())
    )
    if (buddy_id === null) return yield* players.notReady(customer_id, surfaces.wire(surface), player.player_id)
    return yield* letIn(surface, credential, buddy_id)
  })
  return HostedEntry.of({ comeIn })
})
