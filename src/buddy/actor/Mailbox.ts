/** A queue whose `take` does not move the rest: an array and the index of its first element. */
export class Mailbox<A> {
  private items: Array<A> = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  add(item: A): void {
    this.items.push(item)
  }

  take(): A | undefined {
    if (this.first === this.items.length) return undefined
    const item = this.items[this.first++]
    if (this.first === this.items.length) {
      this.items = []
      this.first = 0
    } else if (this.first >= 1024) {
      // given back in blocks, so that the array does not grow with everything that ever passed through
      this.items = this.items.slice(this.first)
      this.first = 0
    }
    return item
  }
}
