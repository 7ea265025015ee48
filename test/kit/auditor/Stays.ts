/** Where a user was from when on, as the events told it. */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import { dateIn, isZone, plusDays, startOfDate } from "./Calendar.ts"

export class Stays {
  private all: { zone: string | null; since: number }[]
  private heardAt = -Infinity

  constructor(zone: string | null) {
    this.all = [{ zone, since: -Infinity }]
  }

  /** Old news changes nothing; the very first zone has always been there. */
  hear({ occurred_at: at, properties }: EventCommand) {
    const told = properties["timezone"]
    if (typeof told !== "string" || !isZone(told) || at < this.heardAt) return
    this.heardAt = at
    const present = this.zoneAt(at)
    this.all = this.all.filter(({ since }) => since <= at)
    if (present === null) this.all = [{ zone: told, since: -Infinity }]
    else if (told !== present) {
      this.all.push({ zone: told, since: startOfDate(present, plusDays(dateIn(present, at), 1)) })
    }
  }

  zoneAt(at: number): string | null {
    return this.all.findLast(({ since }) => since <= at)!.zone
  }
}
