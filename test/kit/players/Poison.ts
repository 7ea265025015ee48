/** Things that can never be carried out, and what became of them. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { decide } from "../../../src/engine/core/decide.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import type { Engine } from "../../../src/buddy/actor/Engine.ts"

/** Rules with a bug: they break on events of type `broken` while `isBroken`, and count how often. */
export const buggyRules = () => {
  const bug = { isBroken: true, runs: 0 }
  const engine: Engine = {
    compile,
    decide: (snapshot, state, command, context) => {
      if (command._tag !== "Event" || command.type !== "broken") return decide(snapshot, state, command, context)
      bug.runs++
      if (bug.isBroken) throw new TypeError("a rule read what is not there")
      return decide(snapshot, state, command, context)
    }
  }
  return { bug, engine }
}

/**
 * From now on Postgres stores no event of type `refused` and no gift of 13 coins; it counts how often it was asked to,
 * which no rollback undoes. `mend` takes it back.
 */
export const refuseInDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (text: string) => sql.unsafe(text).unprepared
  yield* run("CREATE SEQUENCE refusals")
  yield* run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (TG_TABLE_NAME LIKE 'events%' AND to_jsonb(NEW) ->> 'type' = 'refused')
      OR (TG_TABLE_NAME = 'commands' AND to_jsonb(NEW) #>> '{reply,reply,amount}' = '13') THEN
      PERFORM nextval('refusals');
      RAISE EXCEPTION 'this row is refused' USING ERRCODE = 'P0001';
    END IF;
    RETURN NEW; END $$`)
  for (const table of ["events", "commands"])
    yield* run(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`)
  return {
    asked: Effect.map(
      sql<{ asked: number }>`
      SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS asked FROM refusals`,
      ([row]) => row!.asked
    ),
    mend: Effect.forEach(["events", "commands"], (table) => run(`DROP TRIGGER refuse ON ${table}`), { discard: true })
  }
})

export interface LetterState {
  readonly dead_letter_id: string
  readonly kind: string
  readonly identity: string
  readonly buddy_id: string | null
  readonly user_id: string | null
  readonly sqlstate: string | null
  readonly error: string
  readonly attempts: number
  readonly state: string
  readonly outcome: string | null
  readonly payload: unknown
}

const Payload = Schema.fromJsonString(Schema.Json)

/** The dead letters of a customer, by identity. */
export const lettersOf = (customer_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<LetterState & { readonly payload: Uint8Array }>`
      SELECT dead_letter_id, kind, identity, buddy_id, user_id, sqlstate, error, attempts, state, outcome, payload
      FROM dead_letters WHERE customer_id = ${customer_id}::uuid ORDER BY identity`
    return found.map((row): LetterState => ({
      ...row,
      payload: Schema.decodeUnknownSync(Payload)(Buffer.from(row.payload).toString("utf8"))
    }))
  })
