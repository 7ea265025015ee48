/**
 * Statements of runners whose lease has run out without their noticing. What such a runner carries out, the next owner
 * may have refused: a refusal is written down nowhere. Actors turn away whoever has waited for as long as a lease takes
 * to run out; here leases run out within moments, so this one thing is let pass.
 */
import { cellOf } from "../../src/buddy/actor/Cell.ts"
import type { ChangeSet } from "../../src/buddy/journal/ChangeSet.ts"
import { committedParts } from "./Parts.ts"
import type { Runner } from "./Runner.ts"

export class FormerOwners {
  private readonly owners: ReadonlyMap<string, Runner>
  private readonly writing = new Set<string>()
  private readonly carried = new Set<string>()

  constructor(owners: ReadonlyMap<string, Runner>) {
    this.owners = owners
  }

  /** A statement that writes: of how many buddies, and which of them are not its sender's any more. */
  watch(sender: { readonly name: string }, text: string, params: ReadonlyArray<unknown>) {
    const rows = committedParts(text, params).find(({ shape }) => shape.mode === "advance")?.rows ?? []
    const astray: Array<string> = []
    for (const { buddy_id, customer_id } of rows as ReadonlyArray<Readonly<Record<string, unknown>>>) {
      const owner = this.owners.get(cellOf(String(customer_id), String(buddy_id)))
      if (owner === undefined || owner === sender) continue
      astray.push(String(buddy_id))
      this.writing.add(`${sender.name}/${String(customer_id)}/${String(buddy_id)}`)
    }
    return { buddies: rows.length, astray }
  }

  concludes(runner: Runner, { command_ids, customer_id, order }: ChangeSet, isCommitted: boolean): void {
    if (!this.writing.delete(`${runner.name}/${order}`) || !isCommitted) return
    for (const id of command_ids) this.carried.add(`${customer_id}/${id}`)
  }

  /** Whether one of them carried a command out. */
  carriedOut(customer_id: string, command_id: string): boolean {
    return this.carried.has(`${customer_id}/${command_id}`)
  }
}
