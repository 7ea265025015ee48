/** A link that is made in the moment in which the one there was is voided. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../kit/service/TestApp.ts"
import { page, sharing } from "../../kit/surfaces/Shares.ts"

layer(TestApp.shared, { excludeTestServices: true })("a link that is taken back while it is asked for", (it) => {
  it.effect("leaves room for another one", () =>
    Effect.gen(function* () {
      const { buddy_id, call, code, customer_id } = yield* sharing
      const sql = yield* SqlClient.SqlClient
      // Once, after a link was found in the way of another one.
      yield* sql.unsafe(`
        CREATE FUNCTION voids_shared_links() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          UPDATE share_links SET voided_at = now() WHERE customer_id = '${customer_id}' AND code = '${code}';
          RETURN NULL;
        END $$`)
      yield* sql`CREATE TRIGGER voids_shared_links AFTER INSERT ON share_links EXECUTE FUNCTION voids_shared_links()`
      const again = yield* Effect.ensuring(
        call("POST", `/buddies/${buddy_id}/share`),
        Effect.orDie(sql`DROP FUNCTION voids_shared_links CASCADE`)
      )
      assert.strictEqual(again.status, 201, again.text)
      assert.notStrictEqual(again.body.code, code)
      assert.strictEqual((yield* page(`/api/v1/public/b/${code}`)).status, 404)
      assert.strictEqual((yield* page(`/api/v1/public/b/${again.body.code}`)).status, 200)
    })
  )
})
