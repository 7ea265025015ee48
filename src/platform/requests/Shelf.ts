/** Things kept in memory up to a number of them: what nobody has asked for the longest makes room for what comes. */
export class Shelf<A> {
  readonly capacity: number
  readonly #kept = new Map<string, A>()

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
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < this.capacity) break
      this.#kept.delete(oldest)
    }
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
}
