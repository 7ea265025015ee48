/** Pictures of links: composed once for a look, kept while pages ask for them, and gone with whom they show. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import sharp from "sharp"
import { OgImages, type OgLook } from "../../../src/features/surfaces/og-images/Service.ts"
import { OgImageStore, ogStoreLimits } from "../../../src/features/surfaces/og-images/Store.ts"
import { PublicBuddies } from "../../../src/features/surfaces/public-buddies/Service.ts"
import { ImageProvider } from "../../../src/platform/images/ImageProvider.ts"
import { sweep } from "../../../src/platform/retention/Sweep.ts"
import { erased } from "../../kit/players/Erasing.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { of } from "../../kit/postgres/RetentionDatabase.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const own = Layer.fresh(OgImages.layer)
/** Where our artist draws, and where somebody else does. */
const drawn = Layer.provide(own, ImageProvider.layerBuiltin)

const urlOf = (look: OgLook) => Effect.flatMap(OgImages, ({ url }) => url(look))

const composed = Effect.fnUntraced(function* (look: OgLook) {
  yield* until(
    "a picture",
    Effect.map(urlOf(look), (url) => url !== null)
  )
  return (yield* urlOf(look))!
})

/** Pictures are named by the address the service gives itself; the test has another way to it. */
const fetched = (url: string) =>
  Effect.flatMap(TestApp, ({ baseUrl }) => Effect.promise(() => fetch(new URL(new URL(url).pathname, baseUrl))))

const pixelsOf = Effect.fnUntraced(function* (url: string) {
  const answer = yield* fetched(url)
  assert.strictEqual(answer.status, 200, url)
  const bytes = Buffer.from(yield* Effect.promise(() => answer.arrayBuffer()))
  const { format, height, width } = yield* Effect.promise(() => sharp(bytes).metadata())
  assert.deepStrictEqual([format, width, height], ["png", 1_200, 630])
  return bytes
})

const stage = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, studyContent)
  const { customer_id } = tenant
  const { buddy_id } = yield* hatch(tenant, "ada")
  const find = Effect.flatMap(PublicBuddies, (buddies) => buddies.find(customer_id, [buddy_id]))
  const buddies = [...(yield* Effect.provide(find, PublicBuddies.layer)).values()]
  const look: OgLook = { customer_id, kind: "buddy", buddies, accent_color: "#6C5CE7", mode: "auto" }
  return { tenant, customer_id, buddy_id, look }
})

const kept = (customer_id: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{ look: string; buddy_ids: ReadonlyArray<string>; sha256: string }>`
      SELECT look, buddy_ids, sha256 FROM og_images WHERE customer_id = ${customer_id}::uuid ORDER BY look`
  )

layer(TestApp.shared, { excludeTestServices: true })("pictures of links", (it) => {
  it.effect("are composed beside the answer, once for a look, and found by other nodes", () =>
    Effect.gen(function* () {
      const { buddy_id, customer_id, look } = yield* stage
      const url = yield* Effect.gen(function* () {
        assert.isNull(yield* urlOf(look))
        const first = yield* composed(look)
        yield* pixelsOf(first)
        assert.strictEqual(yield* urlOf({ ...look, accent_color: "#6c5ce7", mode: "light" }), first)
        const dark = yield* composed({ ...look, mode: "dark" })
        assert.notStrictEqual(dark, first)
        const proud = look.buddies.map((buddy) => ({ ...buddy, prestige_level: 1 }))
        assert.notStrictEqual(yield* composed({ ...look, buddies: proud }), first)
        assert.isNull(yield* urlOf({ ...look, buddies: [] }))
        return first
      }).pipe(Effect.provide(drawn))
      assert.strictEqual(yield* Effect.provide(urlOf(look), drawn), url)
      const rows = yield* kept(customer_id)
      assert.deepStrictEqual(
        rows.map(({ buddy_ids }) => buddy_ids),
        [[buddy_id], [buddy_id], [buddy_id]]
      )
    })
  )

  it.effect("are composed as well for a link that is made under an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { buddy_id, tenant } = yield* stage
      const share = (headers: Record<string, string>) =>
        tenant.call("POST", `/buddies/${buddy_id}/share`, undefined, { headers })
      const made = yield* share({ "idempotency-key": "once" })
      assert.strictEqual(made.status, 201, made.text)
      yield* until(
        "a picture of the link",
        Effect.map(share({}), ({ body }) => body.og_image_url !== made.body.og_image_url)
      )
    })
  )

  it.effect("show in a ring what somebody else has painted", () =>
    Effect.gen(function* () {
      const { look } = yield* stage
      const showroom = { ...look, kind: "showroom" } as const
      const ring = yield* Effect.provide(composed(showroom), own)
      const other = { ...(yield* stage).look, kind: "showroom" } as const
      const figure = yield* Effect.provide(composed(other), drawn)
      assert.isFalse((yield* pixelsOf(ring)).equals(yield* pixelsOf(figure)))
    })
  )

  it.effect("are as many as a tenant may have: one that nobody asks for any more makes room", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const max = ogStoreLimits.kept_of_tenant_max
      yield* sql`
        INSERT INTO og_images (customer_id, look, sha256, buddy_ids, kept_at, used_at)
        SELECT ${customer_id}::uuid, 'l' || n, 's' || n, '{}', now(), now() FROM generate_series(1, ${max}) AS n`
      const claim = Effect.flatMap(OgImageStore, (store) =>
        store.claim({ customer_id, look: "new", sha256: "new", buddy_ids: [] })
      ).pipe(Effect.provide(OgImageStore.layer))
      assert.isFalse(yield* claim)
      assert.strictEqual((yield* kept(customer_id)).length, max)
      yield* sql`UPDATE og_images SET used_at = now() - interval '2 days'
        WHERE customer_id = ${customer_id}::uuid AND look = 'l7'`
      assert.isTrue(yield* claim)
      const given =
        yield* sql`SELECT look FROM og_images WHERE customer_id = ${customer_id}::uuid AND used_at = 'epoch'`
      assert.deepStrictEqual(given, [{ look: "l7" }])
    })
  )

  it.effect("go, bytes and all, once a buddy on them is erased", () =>
    Effect.gen(function* () {
      const { buddy_id, customer_id, look, tenant } = yield* stage
      const url = yield* Effect.provide(composed(look), drawn)
      yield* erased(tenant.call, "ada")
      assert.deepStrictEqual((yield* kept(customer_id))[0]?.buddy_ids, [])
      // One that was being drawn meanwhile comes too late.
      const late = Effect.flatMap(OgImageStore, (store) =>
        store.claim({ customer_id, look: "late", sha256: "late", buddy_ids: [buddy_id] })
      )
      assert.isFalse(yield* Effect.provide(late, OgImageStore.layer))
      yield* sweep(of("og_images"))
      assert.deepStrictEqual(yield* kept(customer_id), [])
      assert.strictEqual((yield* fetched(url)).status, 404)
    })
  )

  it.effect("that are given up are not taken up again without whom they show", () =>
    Effect.gen(function* () {
      const { buddy_id, customer_id, tenant } = yield* stage
      const twin = yield* hatch(tenant, "bea")
      const store = yield* Effect.provide(OgImageStore, OgImageStore.layer)
      const image = { customer_id, look: "of twins", sha256: "twins" }
      yield* store.claim({ ...image, buddy_ids: [buddy_id] })
      yield* store.conclude({ ...image, buddy_ids: [buddy_id] })
      assert.isTrue(Option.isSome(yield* store.find(customer_id, image.look)))
      yield* erased(tenant.call, "ada")
      // Until it is swept away somebody else who looks the same would keep it.
      assert.isTrue(Option.isNone(yield* store.find(customer_id, image.look)))
      yield* store.claim({ ...image, buddy_ids: [twin.buddy_id] })
      yield* store.conclude({ ...image, buddy_ids: [twin.buddy_id] })
      assert.isTrue(Option.isSome(yield* store.find(customer_id, image.look)))
      assert.deepStrictEqual((yield* kept(customer_id))[0]?.buddy_ids, [twin.buddy_id])
    })
  )
})
