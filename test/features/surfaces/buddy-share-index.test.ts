/** The index of shared buddies: who is in it, since when, and how many of a workspace. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ShareStore } from "../../../src/features/surfaces/buddy-share/Store.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { ForwardClock, forward } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { page, sharing } from "../../kit/surfaces/Shares.ts"

layer(TestApp.layer().pipe(Layer.provideMerge(ForwardClock.layer)), { excludeTestServices: true })(
  "the index of shared buddies",
  (it) => {
    it.effect("has those whose workspace lets them be in it, and no others", () =>
      Effect.gen(function* () {
        const { call, code, share } = yield* sharing
        const { share: unlisted } = yield* sharing
        const look = page("/api/v1/public/share-index?limit=100")
        assert.notInclude((yield* look).text, share.url)
        yield* succeeded(call("PATCH", "/buddy-share/settings", { listed: true }))
        assert.isNull((yield* page(`/p/${code}`)).headers.get("x-robots-tag"))
        yield* forward("20 seconds")
        const index = yield* look
        assert.include(index.text, share.url)
        assert.notInclude(index.text, unlisted.url)
        const { data, meta } = JSON.parse(index.text)
        assert.strictEqual(data.length, meta.total)
        const one = data.find(({ url }: { readonly url: string }) => url === share.url)
        assert.deepStrictEqual(Object.keys(one).sort(), ["name", "shared_at", "tenant_name", "thumb_url", "url"])
      })
    )

    it.effect("has five hundred of a workspace at most", () =>
      Effect.gen(function* () {
        const { buddy_id, call, code, customer_id } = yield* sharing
        yield* succeeded(call("PATCH", "/buddy-share/settings", { listed: true }))
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(
          Effect.gen(function* () {
            // Others that differ from it in nothing but their ids.
            yield* sql`
            CREATE TEMPORARY TABLE twins ON COMMIT DROP AS
            SELECT b.*, gen_random_uuid() AS twin FROM buddy_identities AS b, generate_series(1, 505)
            WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`
            yield* sql`UPDATE twins SET buddy_id = twin, egg_id = twin, user_id = twin::text`
            yield* sql`ALTER TABLE twins DROP COLUMN twin`
            yield* sql`INSERT INTO buddy_identities SELECT * FROM twins`
            yield* sql`
            INSERT INTO share_links (customer_id, code, buddy_id, created_at)
            SELECT customer_id, substr(md5(${code} || buddy_id::text), 1, 16), buddy_id, 'epoch' FROM twins`
          })
        )
        const listed = yield* Effect.provide(
          Effect.flatMap(ShareStore, (store) => store.listed),
          ShareStore.layer
        )
        const own = listed.filter((link) => link.customer_id === customer_id)
        assert.strictEqual(own.length, 500)
        assert.strictEqual(own[0]?.code, code)
      })
    )
  }
)
