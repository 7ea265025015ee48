/** A pairing that meets another one of its mentee in the moment that one ends. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { active, pair, school } from "../../kit/players/Mentors.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** The first session is not written, as if one were in the way that is over by the time it is looked for. */
const inTheWayOnce = Effect.fnUntraced(function* (customer_id: string) {
  const sql = yield* SqlClient.SqlClient
  const take = sql`DROP FUNCTION mentor_session_in_the_way CASCADE`
  yield* sql`CREATE SEQUENCE mentor_sessions_tried`
  yield* Effect.addFinalizer(() => Effect.orDie(Effect.andThen(take, sql`DROP SEQUENCE mentor_sessions_tried`)))
  yield* sql.unsafe(`CREATE FUNCTION mentor_session_in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('mentor_sessions_tried') = 1 THEN RETURN NULL; END IF;
      RETURN NEW;
    END $$`)
  yield* sql.unsafe(`CREATE TRIGGER mentor_session_in_the_way BEFORE INSERT ON mentor_sessions FOR EACH ROW
    WHEN (NEW.customer_id = '${customer_id}'::uuid) EXECUTE FUNCTION mentor_session_in_the_way()`)
})

layer(TestApp.shared, { excludeTestServices: true })("a pairing beside another of its mentee", (it) => {
  it.effect("finds room where what was in the way has ended", () =>
    Effect.gen(function* () {
      const { call, customer_id, members, mentor } = yield* school(1)
      yield* inTheWayOnce(customer_id)
      const paired = yield* pair(call, mentor, members[0])
      assert.strictEqual(paired.status, 201, paired.text)
      assert.strictEqual((yield* active(call)).length, 1)
    })
  )
})
