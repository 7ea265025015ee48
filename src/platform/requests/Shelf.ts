/** Things kept in memory up to a number of them: what nobody has asked for the longest makes room for what comes. */
export class Shelf<A> {
  readonly capacity: number
  readonly #kept = new Map<string, A>()
  /**
   * Goes from the oldest on, and on from where it stood when room was needed last: a new walk would pass every place
   * that was left since, which are as many as there are things.
   */
  #oldest = this.#kept.keys()

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get(key: string): A | undefined {
    const found = this.#kept.get(key)
    if (found !== undefined) this.set(key, found)
    return found
  }

  set(key: string, value: A): void {
    this.#kept.delete(key)
    while (this.#kept.size > 0 && this.#kept.size >= this.capacity) this.#dropOldest()
    this.#kept.set(key, value)
  }

  delete(key: string): void {
    this.#kept.delete(key)
  }

  deleteWhere(isMeant: (value: A) => boolean): void {
    for (const [key, value] of this.#kept) if (isMeant(value)) this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }

  #dropOldest(): void {
    const { done, value } = this.#oldest.next()
    if (done === true) this.#oldest = this.#kept.keys()
    else this.#kept.delete(value)
  }
}
