/**
 * `hatchery-draw-1`: who wins a draw follows from its seed, its id and the list of its entries, and from nothing else,
 * so that anybody can carry it out again. docs/guides/lotteries.md says it in words and has a script of its own for it.
 * Neither may ever change: draws of the past are judged by them. What has to be different is another algorithm, under
 * another name.
 */
import { createHash, createHmac } from "node:crypto"
import { Effect } from "effect"
import { breathe } from "../../wire/Turns.ts"

export const algorithm = "hatchery-draw-1"

export interface Line {
  readonly entry_id: string
  readonly tickets: number
}

/** A line that wins a place: the ticket of it that was drawn, among those that were left, and by which number. */
export interface Pick {
  readonly line: number
  readonly ticket: number
  readonly n: number
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What is hashed and published: a line per entry, by entry_id. */
export const entriesText = (lines: ReadonlyArray<Line>): string =>
  lines
    .toSorted((left, right) => (left.entry_id < right.entry_id ? -1 : 1))
    .map(({ entry_id, tickets }) => `${entry_id} ${tickets}\n`)
    .join("")

function* eachLine(text: string): Generator<Line> {
  for (let from = 0, to = text.indexOf("\n"); to >= 0; from = to + 1, to = text.indexOf("\n", from)) {
    const space = text.lastIndexOf(" ", to)
    yield { entry_id: text.slice(from, space), tickets: Number(text.slice(space + 1, to)) }
  }
}

export const linesOf = (text: string): ReadonlyArray<Line> => [...eachLine(text)]

/** How much of a long list or draw is done between two looks at the clock. */
const at_once = 64

const inTurns = Effect.fnUntraced(function* <A>(steps: Iterable<A>) {
  const done: Array<A> = []
  for (const step of steps) if (done.push(step) % at_once === 0) yield* breathe
  return done as ReadonlyArray<A>
})

/** `linesOf`, with the event loop let go in between. */
export const linesInTurns = (text: string): Effect.Effect<ReadonlyArray<Line>> => inTurns(eachLine(text))

/**
 * The tickets of all lines in a row, as a Fenwick tree: finding the line of a ticket and striking a line take as many
 * steps as the number of lines has binary digits. Half a million lines lose thousands of places one after the other.
 */
export class Urn {
  readonly #sums: Float64Array
  readonly #tickets: ReadonlyArray<number>
  readonly #top: number
  readonly #struck: Array<number> = []
  /** tickets of lines that are not struck */
  left = 0

  constructor(tickets: ReadonlyArray<number>) {
    this.#tickets = tickets
    this.#sums = new Float64Array(tickets.length + 1)
    this.#top = 2 ** Math.floor(Math.log2(Math.max(tickets.length, 1)))
    for (let line = 0; line < tickets.length; line++) {
      this.left += tickets[line]!
      this.#sums[line + 1]! += tickets[line]!
      const parent = line + 1 + ((line + 1) & -(line + 1))
      if (parent <= tickets.length) this.#sums[parent]! += this.#sums[line + 1]!
    }
  }

  /** The line that ticket number `ticket` of those left belongs to. */
  lineAt(ticket: number): number {
    let [line, rest] = [0, ticket]
    for (let step = this.#top; step >= 1; step /= 2) {
      if (line + step < this.#sums.length && this.#sums[line + step]! <= rest) {
        line += step
        rest -= this.#sums[line]!
      }
    }
    return line
  }

  strike(line: number): void {
    this.#struck.push(line)
    this.#add(line, -this.#tickets[line]!)
  }

  /** As if nothing had been struck. */
  refill(): void {
    for (const line of this.#struck.splice(0)) this.#add(line, this.#tickets[line]!)
  }

  #add(line: number, tickets: number): void {
    this.left += tickets
    for (let place = line + 1; place < this.#sums.length; place += place & -place) this.#sums[place]! += tickets
  }
}

const range = 2n ** 64n

/** The `n`-th number of a draw, below 2^64. */
const numberAt = (seed: string, message: string, n: number): bigint =>
  createHmac("sha256", seed).update(`${message}:${n}`).digest().readBigUInt64BE(0)

interface DrawTerms {
  readonly seed: string
  readonly draw_id: string
  readonly entries_hash: string
  readonly places: number
}

function* eachPick(urn: Urn, { draw_id, entries_hash, places, seed }: DrawTerms): Generator<Pick> {
  const message = `${draw_id}:${entries_hash}`
  for (let n = 0, picked = 0; picked < places && urn.left > 0; n++) {
    const tickets = BigInt(urn.left)
    const x = numberAt(seed, message, n)
    // The last numbers of the range would make some tickets likelier than others.
    if (x >= range - (range % tickets)) continue
    const ticket = Number(x % tickets)
    const line = urn.lineAt(ticket)
    urn.strike(line)
    picked += 1
    yield { line, ticket, n }
  }
}

/** The lines that win, in the order of the places; fewer than `places` when no ticket is left. They stay struck. */
export const drawFrom = (urn: Urn, terms: DrawTerms): ReadonlyArray<Pick> => [...eachPick(urn, terms)]

/** `drawFrom`, with the event loop let go in between. */
export const drawInTurns = (urn: Urn, terms: DrawTerms): Effect.Effect<ReadonlyArray<Pick>> =>
  inTurns(eachPick(urn, terms))

const urnOf = (lines: ReadonlyArray<Line>) => new Urn(lines.map(({ tickets }) => tickets))
const winnersOf = (lines: ReadonlyArray<Line>, picks: ReadonlyArray<Pick>) =>
  picks.map(({ line, n, ticket }) => ({ entry_id: lines[line]!.entry_id, ticket, n }))

/** A whole draw of its published list. */
export const drawOf = (text: string, draw: Omit<DrawTerms, "entries_hash">) => {
  const lines = linesOf(text)
  const entries_hash = sha256(text)
  return { entries_hash, winners: winnersOf(lines, drawFrom(urnOf(lines), { ...draw, entries_hash })) }
}

/** `drawOf`, with the event loop let go in between: half a million lines and thousands of places take seconds. */
export const drawOfInTurns = Effect.fnUntraced(function* (text: string, draw: Omit<DrawTerms, "entries_hash">) {
  const lines = yield* linesInTurns(text)
  const entries_hash = sha256(text)
  const picks = yield* drawInTurns(urnOf(lines), { ...draw, entries_hash })
  return { entries_hash, lines, winners: winnersOf(lines, picks) }
})
