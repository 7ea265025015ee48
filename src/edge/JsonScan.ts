/**
 * Counts what a JSON body holds before anybody builds it: how deep it is and how many elements and properties there
 * are. It goes over the bytes once and stops at the first bound that is passed. It does not judge the syntax: what it
 * lets through may still be no JSON, but never more of it than is good for the process that parses it.
 */

export interface JsonBounds {
  readonly depth_max: number
  /** elements and properties of the whole body together */
  readonly parts_max: number
}

export type Excess = "depth" | "parts"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Bytes of one turn: a millisecond or two. */
export const scan_bytes = 1_048_576

export class JsonScan {
  private readonly bytes: Uint8Array
  private readonly bounds: JsonBounds
  private at = 0
  private depth = 0
  private parts = 0
  private inString = false
  excess: Excess | undefined

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.bytes = bytes
    this.bounds = bounds
  }

  /** One turn further; true when there is nothing left to look at. */
  advance(): boolean {
    const end = Math.min(this.bytes.length, this.at + scan_bytes)
    while (this.at < end && this.excess === undefined) {
      if (this.inString) this.passString(end)
      else this.look(this.bytes[this.at++]!)
    }
    return this.excess !== undefined || this.at >= this.bytes.length
  }

  private passString(end: number): void {
    const { bytes } = this
    let at = this.at
    while (at < end) {
      const code = bytes[at++]!
      if (code === backslash) at++
      else if (code === quote) {
        this.inString = false
        break
      }
    }
    this.at = at
  }

  private look(code: number): void {
    if (code === quote) this.inString = true
    else if (code === comma) this.count()
    else if (openings.has(code)) {
      // The first entry has no comma before it; an empty list counts as one, which is the safe side.
      this.count()
      if (++this.depth > this.bounds.depth_max) this.excess = "depth"
    } else if (closings.has(code)) this.depth--
  }

  private count(): void {
    if (++this.parts > this.bounds.parts_max) this.excess ??= "parts"
  }
}
