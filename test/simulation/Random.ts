/** Chance that repeats: the same seed gives the same choices on every machine. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** uniform in [0, 1); mulberry32 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<A>(list: ReadonlyArray<A>): A {
    return list[this.below(list.length)]!
  }

  /** One of the values, each as likely as its weight says. */
  weighted<A>(options: ReadonlyArray<readonly [weight: number, value: A]>): A {
    let left = this.next() * options.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of options) {
      left -= weight
      if (left < 0) return value
    }
    return options.at(-1)![1]
  }
}
