import type { Expectation, Finding } from "./Judge.ts"
import type { World } from "./World.ts"

export interface Scenario extends Expectation {
  readonly name: string
  readonly title: string
  /** the longest wait of any buddy after a mark; undefined: not part of what this scenario promises */
  readonly first_success_max_ms: number | undefined
  /** the longest wait for the end of an operation after a mark; undefined: not part of what this scenario promises */
  readonly job_max_ms?: number
  /**
   * Strikes and lifts. The load runs before, meanwhile and after. What it returns are findings of its own; the common
   * ones are made by the harness.
   */
  run(world: World): Promise<ReadonlyArray<Finding> | void>
}
