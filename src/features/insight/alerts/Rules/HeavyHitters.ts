/**
 * The busiest of very many in little memory ("space saving", by Metwally, Agrawal and El Abbadi): whoever has no place
 * takes that of the least busy, with its count. Whoever did more than one in `places` of all is never missed;
 * coins are counted from taking the place on, so that nobody is said to have more than was paid.
 */
interface Place {
  readonly key: string
  events: number
  /** of the events, those of whoever had the place before: so many less it may have been */
  readonly others: number
  coins: number
  /** where it stands in the heap */
  at: number
}

export const places = 1_000
/** Of this many buckets, whose fullest bit tells how many there were: right within 4 %. */
const buckets = 1_024

/** The random part of an id: its last twelve digits. */
const drawOf = (id: string): readonly [bucket: number, rank: number] => {
  const bits = Number.parseInt(id.slice(-12), 16)
  if (Number.isNaN(bits)) return [0, 1]
  const rest = Math.floor(bits / buckets) % 2 ** 31
  return [bits % buckets, rest === 0 ? 32 : Math.clz32(rest)]
}

export class HeavyHitters {
  private readonly known = new Map<string, Place>()
  /** the least busy first; each is no busier than those at twice its place */
  private readonly heap: Array<Place> = []
  private ranks: Uint8Array | undefined
  private readonly size: number

  /** of all of them together, whoever has a place */
  coins = 0

  constructor(size = places) {
    this.size = size
  }

  add(key: string, events: number, coins: number): void {
    const place = this.known.get(key) ?? this.placeFor(key)
    place.events += events
    place.coins += coins
    this.coins += coins
    this.sink(place)
    if (this.ranks !== undefined) this.rank(key)
  }

  /** `sure`: events it did for certain; it may have done as many as `events`. */
  get(key: string): { readonly events: number; readonly sure: number; readonly coins: number } | undefined {
    const place = this.known.get(key)
    return place && { events: place.events, sure: place.events - place.others, coins: place.coins }
  }

  /** About how many different ones there were; exact as long as each has a place. */
  get total(): number {
    if (this.ranks === undefined) return this.known.size
    let [sum, empty] = [0, 0]
    for (const rank of this.ranks) {
      sum += 2 ** -rank
      if (rank === 0) empty++
    }
    const raw = (0.7213 / (1 + 1.079 / buckets)) * (buckets ** 2 / sum)
    const estimate = raw <= 2.5 * buckets && empty > 0 ? buckets * Math.log(buckets / empty) : raw
    return Math.max(this.size, Math.round(estimate))
  }

  private placeFor(key: string): Place {
    if (this.known.size < this.size) {
      const place = { key, events: 0, others: 0, coins: 0, at: this.heap.length }
      this.heap.push(place)
      this.known.set(key, place)
      this.rise(place)
      return place
    }
    if (this.ranks === undefined) {
      this.ranks = new Uint8Array(buckets)
      for (const known of this.known.keys()) this.rank(known)
    }
    const least = this.heap[0]!
    this.known.delete(least.key)
    const place = { key, events: least.events, others: least.events, coins: 0, at: 0 }
    this.heap[0] = place
    this.known.set(key, place)
    return place
  }

  private put(place: Place, at: number): void {
    this.heap[at] = place
    place.at = at
  }

  /** Towards the least busy, as far as it is less busy than who stands there. */
  private rise(place: Place): void {
    for (;;) {
      const above = this.heap[(place.at - 1) >> 1]
      if (place.at === 0 || above!.events <= place.events) return
      const { at } = place
      this.put(place, above!.at)
      this.put(above!, at)
    }
  }

  /** Away from them, as far as it is busier than both behind it. */
  private sink(place: Place): void {
    for (;;) {
      const [left, right] = [this.heap[2 * place.at + 1], this.heap[2 * place.at + 2]]
      const below = right !== undefined && right.events < left!.events ? right : left
      if (below === undefined || below.events >= place.events) return
      const { at } = place
      this.put(place, below.at)
      this.put(below, at)
    }
  }

  private rank(key: string): void {
    const [bucket, rank] = drawOf(key)
    if (this.ranks![bucket]! < rank) this.ranks![bucket] = rank
  }
}
