/** One request that can never be stored. */
import type { Finding } from "../harness/Judge.ts"
import type { Scenario } from "../harness/Scenario.ts"
import { sleep } from "../harness/Wait.ts"
import type { World } from "../harness/World.ts"

const tries = 6

/** A defect as Postgres would show one: it refuses a kind of event, for good and for no reason the service knows. */
const plant = async ({ postgres }: World) => {
  await postgres.query(`CREATE OR REPLACE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'planted by a fault run' USING ERRCODE = 'XX001'; END $$`)
  await postgres.query(
    `CREATE TRIGGER poison BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.type = 'poison') EXECUTE FUNCTION poison()`
  )
}

export const poison: Scenario = {
  name: "poison-event",
  title: "an event that can never be stored, sent again and again among others",
  takesApiNodes: false,
  // The buddy of the poison is one of the lanes: nobody may notice.
  first_success_max_ms: 2_000,
  run: async (world) => {
    const { cluster, http, postgres, tenants, timeline } = world
    const findings: Array<Finding> = []
    await plant(world)
    try {
      for (let attempt = 0; attempt < tries; attempt++) {
        const { key, user_id } = tenants[0]!.players[attempt % 2]!
        timeline.strikeAndMark("poison")
        timeline.hits++
        const body = { event_id: `poison-${user_id}`, user_id, type: "poison", occurred_at: new Date().toISOString() }
        const api = cluster.of("api")[attempt % 2]!
        const answer = await http.attempt(api.baseUrl, { method: "POST", path: "/events", key, body })
        if (answer._tag === "NoAnswer" || answer.status !== 500) {
          findings.push({ fault: "bad_status", op: body.event_id, words: JSON.stringify(answer) })
        }
        await sleep(800)
      }
      const [stored] = await postgres.query<{ n: string }>("SELECT count(*) AS n FROM events WHERE type = 'poison'")
      if (stored!.n !== "0")
        findings.push({ fault: "refused_but_happened", op: "poison", words: `${stored!.n} events` })
    } finally {
      await postgres.query("DROP TRIGGER poison ON events")
    }
    return findings
  }
}
