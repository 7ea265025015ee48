/** Eggs, the buddies that came of them, and the jobs in between: the same story from three sides. */
import { type Invariant, isLate } from "./Invariant.ts"

const eggs = "SELECT count(*) FROM eggs"
const operations = "SELECT count(*) FROM operations"
const isOpen = "status IN ('pending', 'processing')"

export const eggsAndJobs: ReadonlyArray<Invariant> = [
  {
    id: "egg_has_its_buddy",
    title: "A hatched egg has exactly one buddy, its user's, and each names the other; any other egg has none.",
    queries: {
      population: eggs,
      violations: `
        SELECT customer_id, e.egg_id, e.status, e.buddy_id, b.egg_id AS buddys_egg_id, b.buddy_id AS eggs_buddy_id
        FROM eggs AS e FULL JOIN buddies AS b USING (customer_id, egg_id)
        WHERE (e.status IS DISTINCT FROM 'hatched') <> (b.buddy_id IS NULL) OR e.buddy_id IS DISTINCT FROM b.buddy_id
          OR e.user_id <> b.user_id
        UNION ALL
        SELECT customer_id, egg_id, count(*) || ' buddies', NULL, NULL, NULL FROM buddies
        GROUP BY customer_id, egg_id HAVING count(*) > 1`
    }
  },
  {
    id: "hatching_egg_has_open_job",
    title: "An egg that hatches has exactly one open job, and no other egg has one.",
    queries: {
      population: eggs,
      violations: `
        SELECT customer_id, e.egg_id, job.egg_id AS jobs_egg_id, e.status, job.open
        FROM (SELECT customer_id, egg_id::text AS egg_id, status FROM eggs) AS e
        FULL JOIN (
          SELECT customer_id, resource_id AS egg_id, count(*) AS open FROM operations
          WHERE type = 'hatch' AND ${isOpen} GROUP BY customer_id, resource_id) AS job USING (customer_id, egg_id)
        WHERE coalesce(job.open, 0) <> (e.status IS NOT DISTINCT FROM 'hatching')::int`
    }
  },
  {
    id: "hatch_job_names_its_buddy",
    title: "An egg hatched through one job, which ended well and was answered with the buddy of that egg.",
    queries: {
      population: "SELECT count(*) FROM operations WHERE type = 'hatch' AND status = 'completed'",
      violations: `
        SELECT o.customer_id, o.resource_id AS egg_id, count(*) AS jobs, min(o.result ->> 'buddy_id') AS answered,
          e.status, e.buddy_id
        FROM operations AS o LEFT JOIN eggs AS e ON e.customer_id = o.customer_id AND e.egg_id::text = o.resource_id
        WHERE o.type = 'hatch' AND o.status = 'completed' GROUP BY o.customer_id, o.resource_id, e.status, e.buddy_id
        HAVING count(*) > 1 OR e.status IS DISTINCT FROM 'hatched'
          OR bool_or(o.result ->> 'buddy_id' IS DISTINCT FROM e.buddy_id::text)`
    }
  },
  {
    id: "job_has_outcome",
    title: "A job says when it ended once it has ended: with a result when all went well, with an error when not.",
    queries: {
      population: operations,
      violations: `
        SELECT customer_id, operation_id, type, status, finished_at, result, error FROM operations
        WHERE (finished_at IS NULL) <> (${isOpen}) OR (result IS NOT NULL) <> (status = 'completed')
          OR (error IS NOT NULL) <> (status = 'failed') OR (status = 'processing' AND started_at IS NULL)`
    }
  },
  {
    id: "jobs_end",
    title: "No job is open for longer than it may be.",
    quiescent: true,
    queries: {
      population: operations,
      violations: `
        SELECT customer_id, operation_id, type, status, attempts, created_at FROM operations
        WHERE ${isOpen} AND ${isLate("created_at")}`
    }
  },
  {
    id: "signals_are_handled",
    title: "Nothing that a commit asked for waits longer than it may.",
    quiescent: true,
    queries: {
      population: "SELECT count(*) FROM buddy_signals",
      violations: `
        SELECT customer_id, buddy_id, signal_id, body, created_at FROM buddy_signals WHERE ${isLate("created_at")}`
    }
  }
]
