/** Answers that get lost: what was changed for them stays where it is committed elsewhere, and the key is free. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a workspace is answered under keys is not kept while this runs. */
export const losingAnswers = Effect.fnUntraced(function* <A, E, R>(customer_id: string, work: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const name = sql(`lose_${customer_id.replaceAll("-", "")}`)
  yield* sql`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost'; END $$`
  yield* sql`CREATE TRIGGER ${name} BEFORE UPDATE ON idempotency_keys FOR EACH ROW
    WHEN (NEW.customer_id = ${sql.literal(`'${customer_id}'`)}) EXECUTE FUNCTION ${name}()`
  const done = yield* work
  yield* sql`DROP FUNCTION ${name} CASCADE`
  return done
})
