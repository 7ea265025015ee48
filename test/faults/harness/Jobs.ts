/** How long the service itself took for what it does after its answer: operations, by their rows. */
import type { PostgresUnderTest } from "./Postgres.ts"
import type { FaultWindow } from "./Window.ts"

/** An operation that has ended. Times are epoch ms. */
export interface Job {
  readonly operation_id: string
  readonly start: number
  readonly end: number
}

export const jobsOf = (postgres: PostgresUnderTest, customer_ids: ReadonlyArray<string>): Promise<ReadonlyArray<Job>> =>
  postgres.query<Job>(
    `SELECT operation_id, (extract(epoch FROM created_at) * 1000)::float8 AS start,
       (extract(epoch FROM finished_at) * 1000)::float8 AS "end"
     FROM operations WHERE customer_id = ANY($1::uuid[]) AND finished_at IS NOT NULL`,
    [customer_ids]
  )

/** The longest wait for the end of an operation, counted from the mark if it was under way already then; in ms. */
export const longestJob = (jobs: ReadonlyArray<Job>, { marks, to }: Pick<FaultWindow, "marks" | "to">): number => {
  const [first = 0] = marks
  const waits = jobs
    .filter(({ end, start }) => end >= first && start < to)
    .map(({ end, start }) => end - (marks.find((mark) => mark > start && mark < end) ?? start))
  return Math.round(Math.max(0, ...waits))
}
