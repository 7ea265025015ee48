/** A guided journey, recounted: a list of sub-steps, how far one has come, and every event heard on the way. */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import type { CompletionCondition, PathTerms } from "../../../src/wire/content/PathDefinition.ts"
import { passes } from "./Rules.ts"

export class PathRecount {
  readonly log: string[] = []
  private readonly subSteps
  private reached = 0
  private heard: EventCommand[] = []
  private takenBack = new Set<string>()
  /** how many events had been heard when the present sub-step opened */
  private openedAt = 0

  constructor({ path_key, steps }: PathTerms) {
    this.subSteps = steps.flatMap(({ step_key, sub_steps }) =>
      sub_steps.map((one) => ({ ...one, step_key, name: `${path_key}/${step_key}/${one.sub_step_key}` }))
    )
  }

  hear(event: EventCommand) {
    this.heard.push(event)
  }

  forget(event_id: string) {
    this.takenBack.add(event_id)
  }

  private advance() {
    this.log.push(this.subSteps[this.reached]!.name)
    this.reached++
    this.openedAt = this.heard.length
  }

  /** As far as what one has carries. */
  settle(has: (condition: Exclude<CompletionCondition, { type: "event_count" }>) => boolean) {
    while (this.reached < this.subSteps.length) {
      const { completion_condition: asked } = this.subSteps[this.reached]!
      if (asked === null) return
      if (!(asked.type === "event_count" ? this.heardOf(asked) >= asked.count : has(asked))) return
      this.advance()
    }
  }

  private heardOf({ event_type, filters, since }: Extract<CompletionCondition, { type: "event_count" }>): number {
    return this.heard
      .slice(since === "ever" ? 0 : this.openedAt)
      .filter(({ event_id }) => !this.takenBack.has(event_id))
      .filter(({ properties, type }) => type === event_type && filters.every((filter) => passes(filter, properties)))
      .length
  }

  /** By hand. Null: done; otherwise why nothing happens. */
  complete(stepKey: string | null, key: string): string | null {
    const place = this.subSteps.findIndex(
      ({ step_key, sub_step_key }) => sub_step_key === key && (stepKey ?? step_key) === step_key
    )
    if (place < 0) return "unknown_sub_step"
    if (place < this.reached) return "unchanged"
    if (!this.subSteps[place]!.allow_manual_complete) return "sub_step_automatic"
    if (place > this.reached) return "sub_step_locked"
    this.advance()
    return null
  }
}
