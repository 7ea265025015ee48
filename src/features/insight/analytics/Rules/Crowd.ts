/**
 * Who did what on which days. Nearly all of many users have done the same, and so it is told once, with all who did it:
 * what it comes to is looked for once, too.
 */
import type { UserDay } from "../../../../wire/analytics/Delta.ts"

/** Everybody, whatever the audience. */
export const everybody = ""

/** Ascending days by feature; of '': of any event. */
export type DaysByFeature = ReadonlyMap<string, ReadonlyArray<number>>

/** No user is in two of them for the same audience. */
export interface Alike {
  /** in each of them */
  readonly audiences: ReadonlyArray<string>
  readonly user_ids: ReadonlyArray<string>
  readonly days: DaysByFeature
}

interface Line {
  readonly feature: string
  readonly day: number
}

/** Lines by their numbers, each with a space before it: equal for those who did the same. */
type Said = string

interface Person {
  readonly audience: string
  said: Said
  /** Most are in one audience alone. */
  others: Map<string, Said> | undefined
}

class Group {
  readonly audiences: ReadonlyArray<string>
  readonly bySaid = new Map<Said, Array<string>>()

  constructor(audiences: ReadonlyArray<string>) {
    this.audiences = audiences
  }

  add(said: Said, user_id: string): void {
    const known = this.bySaid.get(said)
    if (known === undefined) this.bySaid.set(said, [user_id])
    else known.push(user_id)
  }
}

export class Crowd {
  private readonly lines: Array<Line> = []
  private readonly numbers = new Map<number, Map<string, Said>>()
  private readonly people = new Map<string, Person>()

  add([audience, user_id, feature, day]: UserDay): void {
    const line = this.lineOf(feature, day)
    const known = this.people.get(user_id)
    if (known === undefined) this.people.set(user_id, { audience, said: line, others: undefined })
    else if (known.audience === audience) known.said += line
    else {
      known.others ??= new Map()
      known.others.set(audience, (known.others.get(audience) ?? "") + line)
    }
  }

  private lineOf(feature: string, day: number): Said {
    const ofDay = getOrSet(this.numbers, day, () => new Map<string, Said>())
    return getOrSet(ofDay, feature, () => ` ${this.lines.push({ feature, day }) - 1}`)
  }

  private daysOf(said: Said): DaysByFeature {
    const found = new Map<string, Set<number>>()
    for (const number of said.slice(1).split(" ")) {
      const { day, feature } = this.lines[Number(number)]!
      getOrSet(found, feature, () => new Set()).add(day)
    }
    return new Map([...found].map(([feature, days]) => [feature, [...days].sort((a, b) => a - b)]))
  }

  value(): ReadonlyArray<Alike> {
    const [alone, among] = [new Map<string, Group>(), new Map<string, Group>()]
    const everyone = new Group([everybody])
    for (const [user_id, { audience, others, said }] of this.people) {
      if (others === undefined) {
        getOrSet(alone, audience, () => new Group([audience, everybody])).add(said, user_id)
        continue
      }
      const all = [[audience, said] as const, ...others]
      for (const [own, line] of all) getOrSet(among, own, () => new Group([own])).add(line, user_id)
      everyone.add(all.map(([, line]) => line).join(""), user_id)
    }
    return [...alone.values(), ...among.values(), everyone].flatMap(({ audiences, bySaid }) =>
      Array.from(bySaid, ([said, user_ids]) => ({ audiences, user_ids, days: this.daysOf(said) }))
    )
  }
}

const getOrSet = <K, A>(all: Map<K, A>, name: K, make: () => A): A => {
  const known = all.get(name)
  if (known !== undefined) return known
  const made = make()
  all.set(name, made)
  return made
}
