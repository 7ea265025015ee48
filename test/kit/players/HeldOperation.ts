/** An operation of which something cannot be written, as if somebody held its row. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** From now on what works for this resource is told to come again, where its operation would become this. */
export const held = Effect.fnUntraced(function* (resource_id: string, becoming: "processing" | "completed") {
  const sql = yield* SqlClient.SqlClient
  const name = `held_${resource_id.replaceAll("-", "_")}`
  yield* sql.unsafe(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.resource_id = '${resource_id}' AND NEW.status = '${becoming}' THEN
      RAISE EXCEPTION 'somebody holds it' USING ERRCODE = '55P03';
    END IF;
    RETURN NEW; END $$`).unprepared
  yield* sql.unsafe(`CREATE TRIGGER ${name} BEFORE UPDATE ON operations FOR EACH ROW EXECUTE FUNCTION ${name}()`)
    .unprepared
  return { letGo: sql.unsafe(`DROP TRIGGER ${name} ON operations`).unprepared }
})
