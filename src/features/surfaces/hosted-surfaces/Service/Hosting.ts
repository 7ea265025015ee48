/** Publishing, taking back and archiving a page, and the players it is for. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { encodeQR } from "qr"
import { AppConfig } from "../../../../Config.ts"
import { Pictures } from "../../../../platform/images/Pictures.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { randomBase62 } from "../../../../platform/postgres/Ids.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { AlreadyExists, InvalidTransition, NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { CommandKey } from "../../../../wire/CommandKey.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { AssetQuotaExceeded } from "../../../../wire/Pictures.ts"
import { Hatchery } from "../../../players/eggs/Service.ts"
import { type CreateEggFailure, EggStore, lockEggsOf } from "../../../players/eggs/Store.ts"
import { type HostedSurface, type Readiness, SurfaceArchived, SurfaceNotReady } from "../Api.ts"
import type { AccessCode, CreatePlayer, HostedPlayer, NewPlayer, PatchPlayer, PlayerLimit } from "../Api/Players.ts"
import type { Move } from "../../published-pages/Rules.ts"
import { audienceFor, audienceOf, checksOf, isReady, writtenCode } from "../Rules.ts"
import { HostedSurfaceStore } from "../Store.ts"
import { HostedPlayerStore } from "../Store/Players.ts"
import type { Issued } from "../Store/Cards.ts"

const day_ms = 86_400_000
/** for which a code and a card can be shown again */
export const shown_days = 90
const made_id_length = 22
const look_interval = "150 millis"
const patience = "5 seconds"
const logo_side_max = 512

const unavailable: AccessCode = {
  available: false,
  access_code: null,
  qr_url: null,
  qr_svg: null,
  issued_at: null,
  available_until: null
}

const accessOf = ({ url }: HostedSurface, { card, code }: Issued) => {
  const qr_url = `${url}#q=${card}`
  return { access_code: writtenCode(code), qr_url, qr_svg: encodeQR(qr_url, "svg", { ecc: "medium", border: 4 }) }
}

const shownAccess = (surface: HostedSurface, issued: Issued): AccessCode => ({
  available: true,
  ...accessOf(surface, issued),
  issued_at: iso(issued.issued_at),
  available_until: iso(new Date(issued.issued_at.getTime() + shown_days * day_ms))
})

export class Hosting extends Context.Service<
  Hosting,
  {
    readiness(customer_id: string, reference: string): Effect.Effect<Readiness, NotFound>
    publish(
      customer_id: string,
      reference: string
    ): Effect.Effect<HostedSurface, NotFound | InvalidTransition | SurfaceNotReady>
    /** nobody who is in stays in */
    close(
      customer_id: string,
      reference: string,
      move: Exclude<Move, "publish">
    ): Effect.Effect<HostedSurface, NotFound | InvalidTransition>
    setLogo(
      customer_id: string,
      reference: string,
      image: string
    ): Effect.Effect<HostedSurface, NotFound | SurfaceArchived | ValidationFailed | AssetQuotaExceeded>
    addPlayer(
      customer_id: string,
      reference: string,
      player: CreatePlayer
    ): Effect.Effect<NewPlayer, NotFound | SurfaceArchived | AlreadyExists | PlayerLimit | CreateEggFailure>
    changePlayer(
      customer_id: string,
      reference: string,
      player_id: string,
      patch: PatchPlayer
    ): Effect.Effect<HostedPlayer, NotFound | SurfaceArchived>
    accessCode(customer_id: string, reference: string, player_id: string): Effect.Effect<AccessCode, NotFound>
    regenerate(
      customer_id: string,
      reference: string,
      player_id: string
    ): Effect.Effect<AccessCode, NotFound | SurfaceArchived>
    /** the player once its buddy is there, or as it is when that takes too long */
    awaitBuddy(customer_id: string, surface: HostedSurface, player_id: string): Effect.Effect<HostedPlayer, NotFound>
  }
>()("hatchery/features/hosted-surfaces/Hosting") {
  static readonly layer = Layer.effect(
    Hosting,
    Effect.suspend(() => make)
  ).pipe(
    Layer.provide([HostedSurfaceStore.layer, HostedPlayerStore.layer, Pictures.layer]),
    Layer.provide([EggStore.layer, Hatchery.layer])
  )
}

/** An egg of the audience that is on its way to hatch: one there is, or a new one. In the caller's transaction. */
const hatchingEgg = Effect.gen(function* () {
  const players = yield* HostedPlayerStore
  const eggs = yield* EggStore
  const hatchery = yield* Hatchery
  const sql = yield* SqlClient.SqlClient
  return Effect.fnUntraced(function* (
    customer_id: string,
    user_id: string,
    { audience, hosted_surface_id }: { readonly audience: string; readonly hosted_surface_id: string }
  ) {
    // Of two surfaces that take the same user at once the second finds the egg of the first.
    yield* Effect.orDie(lockEggsOf(sql, customer_id, user_id))
    const there = yield* players.openEgg(customer_id, user_id, audience)
    if (Option.isSome(there) && there.value.status === "hatching") return there.value.egg_id
    const metadata = { audience, hosted_surface_id }
    const egg = Option.isSome(there)
      ? there.value
      : (yield* eggs.create(customer_id, { user_id, metadata, ensure: false })).egg
    if (egg.status === "waiting") yield* Effect.orDie(eggs.setStatus(customer_id, egg.egg_id, "ready"))
    yield* Effect.orDie(hatchery.hatch(customer_id, egg.egg_id))
    return egg.egg_id
  })
})

type Playing = Pick<Hosting["Service"], "awaitBuddy" | "addPlayer">
type Changeable = (customer_id: string, reference: string) => Effect.Effect<HostedSurface, NotFound | SurfaceArchived>

const playing = Effect.fnUntraced(function* (changeable: Changeable) {
  const tenants = yield* Tenants
  const players = yield* HostedPlayerStore
  const hatch = yield* hatchingEgg
  const transaction = transactionOf(yield* SqlClient.SqlClient)

  const awaitBuddy: Hosting["Service"]["awaitBuddy"] = Effect.fnUntraced(function* (customer_id, surface, player_id) {
    const look = players.get(customer_id, surface, player_id)
    const first = yield* look
    if (first.buddy_id !== null) return first
    // Nothing hatches: what there was is archived, or it has hatched since.
    if (!(yield* players.isAwaited(customer_id, player_id))) return yield* look
    const hatched = Effect.repeat(Effect.delay(look, look_interval), { until: ({ buddy_id }) => buddy_id !== null })
    // Wall time, whatever clock the service was given: somebody waits for the answer.
    return yield* Effect.timeoutOrElse(hatched, { duration: patience, orElse: () => look }).pipe(
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())
    )
  })

  const addPlayer: Hosting["Service"]["addPlayer"] = Effect.fn("Hosting.addPlayer")(function* (
    customer_id,
    reference,
    { display_name, user_id: given }
  ) {
    const surface = yield* changeable(customer_id, reference)
    const user_id = given ?? `hs_${yield* randomBase62(made_id_length)}`
    const audience = audienceFor(yield* Effect.orDie(tenants.get(customer_id)), surface.audience)
    if (typeof audience !== "string") return yield* audience
    const { hosted_surface_id } = surface
    const { player_id, ...issued } = yield* transaction(
      Effect.gen(function* () {
        const added = yield* players.add(customer_id, surface, { user_id, display_name })
        const { buddy_id } = yield* Effect.orDie(players.get(customer_id, surface, added.player_id))
        if (buddy_id === null)
          yield* players.setEgg(
            customer_id,
            added.player_id,
            yield* hatch(customer_id, user_id, { audience, hosted_surface_id })
          )
        return added
      })
    )
    // What is done under a key is committed with its answer: nothing can hatch before that.
    const isKept = (yield* CommandKey) !== undefined
    const player = isKept
      ? yield* Effect.orDie(players.get(customer_id, surface, player_id))
      : yield* awaitBuddy(customer_id, surface, player_id)
    return { ...player, ...accessOf(surface, issued) }
  })
  return { awaitBuddy, addPlayer } satisfies Playing
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicUrl } = yield* AppConfig
  const tenants = yield* Tenants
  const surfaces = yield* HostedSurfaceStore
  const players = yield* HostedPlayerStore
  const pictures = yield* Pictures
  const transaction = transactionOf(sql)

  const checks = Effect.fnUntraced(function* (customer_id: string, surface: HostedSurface) {
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const stock = yield* surfaces.stock(customer_id, surface.hosted_surface_id, audienceOf(tenant, surface.audience))
    return checksOf(`${publicUrl}/api/v1`, surface, tenant, stock)
  })
  const changeable = Effect.fnUntraced(function* (customer_id: string, reference: string) {
    const surface = yield* surfaces.get(customer_id, reference)
    return surface.status === "archived" ? yield* new SurfaceArchived() : surface
  })

  return Hosting.of({
    ...(yield* playing(changeable)),
    readiness: Effect.fn("Hosting.readiness")(function* (customer_id, reference) {
      const found = yield* checks(customer_id, yield* surfaces.get(customer_id, reference))
      return { ready: isReady(found), checks: found }
    }),
    publish: Effect.fn("Hosting.publish")((customer_id, reference) =>
      surfaces.move(customer_id, reference, "publish", (surface) =>
        Effect.flatMap(checks(customer_id, surface), (found) =>
          isReady(found) ? Effect.void : Effect.fail(new SurfaceNotReady({ checks: found }))
        )
      )
    ),
    close: Effect.fn("Hosting.close")((customer_id, reference, move) =>
      transaction(
        Effect.tap(
          surfaces.move(customer_id, reference, move, () => Effect.void),
          ({ hosted_surface_id }) => players.endSessions(customer_id, { surface: hosted_surface_id })
        )
      )
    ),
    setLogo: Effect.fn("Hosting.setLogo")(function* (customer_id, reference, image) {
      const { hosted_surface_id } = yield* changeable(customer_id, reference)
      return yield* surfaces.setLogo(
        customer_id,
        hosted_surface_id,
        yield* pictures.upload(customer_id, image, logo_side_max)
      )
    }),
    changePlayer: Effect.fn("Hosting.changePlayer")(function* (customer_id, reference, player_id, patch) {
      return yield* players.update(customer_id, yield* changeable(customer_id, reference), player_id, patch)
    }),
    accessCode: Effect.fn("Hosting.accessCode")(function* (customer_id, reference, id) {
      const surface = yield* surfaces.get(customer_id, reference)
      const { player_id } = yield* players.get(customer_id, surface, id)
      const issued = yield* players.issued(customer_id, player_id)
      // Its copy may lie there for a while until it is swept away.
      const since = (yield* Clock.currentTimeMillis) - shown_days * day_ms
      const shown = Option.filter(issued, ({ issued_at }) => issued_at.getTime() > since)
      return Option.match(shown, { onNone: () => unavailable, onSome: (one) => shownAccess(surface, one) })
    }),
    regenerate: Effect.fn("Hosting.regenerate")(function* (customer_id, reference, player_id) {
      const surface = yield* changeable(customer_id, reference)
      return shownAccess(surface, yield* players.reissue(customer_id, surface, player_id))
    })
  })
})
