/** Things kept in memory up to a number of them: what nobody has asked for the longest makes room for what comes. */
export class Shelf<A> {
  readonly capacity: number
  readonly #kept = new Map<string, A>()
  /**
   * Goes from the oldest on, and on from where it stood when room was needed last: a new walk would pass every place
   * that was left since, which are as many as there are things.
   */
  #oldest = this.#kept.keys()

  readonly #left: ((key: string, value: A) => void) | undefined

  /** `left`: told of each that is not here any more, or that another one came in place of */
  constructor(capacity: number, left?: (key: string, value: A) => void) {
    this.capacity = capacity
    this.#left = left
  }

  get(key: string): A | undefined {
    const found = this.#kept.get(key)
    if (found === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  set(key: string, value: A): void {
    this.delete(key)
    while (this.#kept.size > 0 && this.#kept.size >= this.capacity) this.#dropOldest()
    this.#kept.set(key, value)
  }

  delete(key: string): void {
    const gone = this.#kept.get(key)
    if (this.#kept.delete(key)) this.#left?.(key, gone as A)
  }

  clear(): void {
    if (this.#left !== undefined) for (const [key, value] of this.#kept) this.#left(key, value)
    this.#kept.clear()
  }

  #dropOldest(): void {
    const { done, value } = this.#oldest.next()
    if (done === true) this.#oldest = this.#kept.keys()
    else this.delete(value)
  }
}
