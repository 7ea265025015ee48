/** Hosted surfaces: who is out stays out, and what staff gave by recipe is in the books. */
import { type Invariant, isLate } from "./Invariant.ts"

export const hosted: ReadonlyArray<Invariant> = [
  {
    id: "hosted_sessions_are_let_in",
    title: "Nobody is in a hosted surface that is not published, or as a player who is disabled.",
    queries: {
      population: "SELECT count(*) FROM hosted_players",
      violations: `
        SELECT p.customer_id, p.player_id, p.hosted_surface_id, p.status, s.status AS surface, held.kind
        FROM hosted_players AS p JOIN hosted_surfaces AS s USING (customer_id, hosted_surface_id)
        JOIN (
          SELECT customer_id, player_id, 'refresh' AS kind FROM hosted_refreshes
          UNION ALL
          SELECT customer_id, player_id, 'token' FROM widget_tokens
          WHERE player_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()) AS held
          USING (customer_id, player_id)
        WHERE p.status <> 'active' OR s.status <> 'published'`
    }
  },
  {
    id: "hosted_access_is_ones_own",
    title: "No two players of a hosted surface have the same code, and no two players the same card.",
    queries: {
      population: "SELECT count(*) FROM hosted_players",
      violations: `
        SELECT customer_id, hosted_surface_id, array_agg(player_id) AS player_ids FROM hosted_players
        GROUP BY customer_id, hosted_surface_id, code_mac HAVING count(*) > 1
        UNION ALL
        SELECT min(customer_id::text)::uuid, NULL, array_agg(player_id) FROM hosted_players
        GROUP BY card_hash HAVING count(*) > 1`
    }
  },
  {
    id: "recipe_runs_are_ledger",
    title:
      "What the ledger has of a recipe was given by one of its runs, and a run that gives coins or tokens is booked.",
    queries: {
      population: "SELECT count(*) FROM hosted_runs",
      violations: `
        SELECT l.customer_id, l.buddy_id, l.reference_id AS run_id, l.amount, 'no run' AS problem
        FROM ledger AS l LEFT JOIN hosted_runs AS r
          ON r.customer_id = l.customer_id AND r.run_id::text = l.reference_id
        WHERE l.reference_type = 'recipe' AND r.run_id IS NULL
        UNION ALL
        SELECT r.customer_id, r.buddy_id, r.run_id::text, (r.action ->> 'amount')::bigint, 'not booked'
        FROM hosted_runs AS r
        WHERE r.status = 'done' AND r.action ->> 'type' IN ('coins', 'token')
          -- Of who is erased, or about to be, a run stays as a count of nobody.
          AND r.buddy_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM erased_buddies AS gone
            WHERE gone.customer_id = r.customer_id AND gone.buddy_id = r.buddy_id)
          AND (
          SELECT sum(l.amount) FROM ledger AS l
          WHERE l.customer_id = r.customer_id AND l.reference_type = 'recipe' AND l.reference_id = r.run_id::text
            AND l.reason = 'recipe') IS DISTINCT FROM (r.action ->> 'amount')::bigint`
    }
  },
  {
    id: "recipe_runs_end",
    title: "A run of a recipe that was begun was carried out or taken back.",
    quiescent: true,
    queries: {
      population: "SELECT count(*) FROM hosted_runs",
      violations: `
        SELECT customer_id, run_id, recipe_key, ran_at FROM hosted_runs
        WHERE status = 'pending' AND player_id IS NOT NULL AND ${isLate("ran_at")}`
    }
  }
]
