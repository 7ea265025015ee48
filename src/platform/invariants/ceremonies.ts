/** What users have watched: told once, and only of what has happened. */
import type { Invariant } from "./Invariant.ts"

const population = "SELECT count(*) FROM buddy_history WHERE kind = 'ceremony'"

const identity = (json: string) =>
  `${json} ->> 'ceremony' AS ceremony, (${json} ->> 'evolution_stage')::int AS evolution_stage,
   (${json} ->> 'prestige_level')::int AS prestige_level`

export const ceremonies: ReadonlyArray<Invariant> = [
  {
    id: "ceremonies_within_limits",
    title: "A buddy remembers each ceremony once: ten that wait and fifty that were watched, at most.",
    queries: {
      population: "SELECT count(*) FROM buddies",
      violations: `
        SELECT b.customer_id, b.buddy_id, count(*) AS kept
        FROM buddies AS b, json_array_elements(b.state -> 'ceremonies') AS c
        GROUP BY b.customer_id, b.buddy_id
        HAVING count(*) FILTER (WHERE NOT (c.value ->> 'recorded')::boolean) > 10
          OR count(*) FILTER (WHERE (c.value ->> 'recorded')::boolean) > 50
          OR count(*) > count(DISTINCT concat_ws(' ', c.value ->> 'ceremony', c.value ->> 'evolution_stage',
            c.value ->> 'prestige_level'))`
    }
  },
  {
    id: "ceremonies_are_told_once",
    title: "A ceremony was told of once when the buddy says it was watched, and not at all when it says it was not.",
    queries: {
      population,
      violations: `
        SELECT customer_id, buddy_id, ceremony, evolution_stage, prestige_level, kept.recorded, told.times FROM (
          SELECT b.customer_id, b.buddy_id, ${identity("c.value")}, (c.value ->> 'recorded')::boolean AS recorded
          FROM buddies AS b, json_array_elements(b.state -> 'ceremonies') AS c) AS kept
        FULL JOIN (
          SELECT customer_id, buddy_id, ${identity("body")}, count(*) AS times FROM buddy_history
          WHERE kind = 'ceremony' GROUP BY 1, 2, 3, 4, 5) AS told
          USING (customer_id, buddy_id, ceremony, evolution_stage, prestige_level)
        WHERE told.times > 1 OR kept.recorded <> (told.times IS NOT NULL)`
    }
  },
  {
    id: "ceremonies_have_happened",
    title: "Every stage and every new life a user has watched stands in the story of the buddy.",
    queries: {
      population,
      violations: `
        SELECT watched.customer_id, watched.buddy_id, watched.body FROM (
          SELECT customer_id, buddy_id, body, history_id, ${identity("body")} FROM buddy_history
          WHERE kind = 'ceremony') AS watched
        WHERE watched.ceremony <> 'hatch' AND NOT EXISTS (
          SELECT FROM buddy_history AS h
          WHERE h.customer_id = watched.customer_id AND h.buddy_id = watched.buddy_id
            AND h.kind = watched.ceremony
            AND (h.body ->> 'new_stage')::int = watched.evolution_stage
            AND (watched.ceremony = 'evolution' OR (h.body ->> 'prestige_level')::int = watched.prestige_level))`
    }
  }
]
