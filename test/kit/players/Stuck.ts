/** Buddies with which something cannot be done, whoever tries and however often. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** From now on the database does not do this to rows of these buddies, until it is mended. `code`: what it answers. */
export const allStuck = Effect.fnUntraced(function* (
  buddy_ids: ReadonlyArray<string>,
  table: string,
  acts = "INSERT",
  code = "P0001"
) {
  const sql = yield* SqlClient.SqlClient
  const name = `stuck_${buddy_ids[0]!.replaceAll("-", "_")}`
  yield* sql.unsafe(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF coalesce(NEW.buddy_id, OLD.buddy_id) = ANY ('{${buddy_ids.join()}}') THEN
      RAISE EXCEPTION 'nobody does this to it' USING ERRCODE = '${code}';
    END IF;
    RETURN coalesce(NEW, OLD); END $$`).unprepared
  yield* sql.unsafe(`CREATE TRIGGER ${name} BEFORE ${acts} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
    .unprepared
  return { mend: sql.unsafe(`DROP TRIGGER ${name} ON ${table}`).unprepared }
})

/** The same of one buddy. */
export const stuck = (buddy_id: string, table: string, acts?: string, code?: string) =>
  allStuck([buddy_id], table, acts, code)
