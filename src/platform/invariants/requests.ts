/** What is kept of requests: stored answers, and requests that could not be carried out. */
import type { Invariant } from "./Invariant.ts"

export const requests: ReadonlyArray<Invariant> = [
  {
    id: "stored_answers_are_successes",
    title: "What is kept under an Idempotency-Key is the whole answer of a request that succeeded.",
    queries: {
      population: "SELECT count(*) FROM idempotency_keys",
      violations: `
        SELECT customer_id, key, method, path, status FROM idempotency_keys
        WHERE (status BETWEEN 200 AND 299 AND body IS NOT NULL AND content_type IS NOT NULL) IS NOT TRUE`
    }
  },
  {
    id: "dead_letter_is_settled_or_open",
    title: "A dead letter says when it was settled once it is, and not before.",
    queries: {
      population: "SELECT count(*) FROM dead_letters",
      violations: `
        SELECT customer_id, dead_letter_id, kind, identity, state, settled_at FROM dead_letters
        WHERE (settled_at IS NULL) <> (state IN ('open', 'retrying')) OR last_seen_at < first_seen_at`
    }
  }
]
