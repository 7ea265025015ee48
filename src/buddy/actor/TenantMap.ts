/**
 * Maps by tenant, then by id. An id on its way through the process is one text whose hash is known; put together with
 * its tenant's it would be a new text to build, hash and throw away for every look.
 */
export class TenantMap<V> {
  private readonly tenants = new Map<string, Map<string, V>>()
  private count = 0

  get size(): number {
    return this.count
  }

  get(customer_id: string, id: string): V | undefined {
    return this.tenants.get(customer_id)?.get(id)
  }

  set(customer_id: string, id: string, value: V): void {
    let entries = this.tenants.get(customer_id)
    if (entries === undefined) this.tenants.set(customer_id, (entries = new Map()))
    const before = entries.size
    entries.set(id, value)
    this.count += entries.size - before
  }

  delete(customer_id: string, id: string): void {
    const entries = this.tenants.get(customer_id)
    if (entries?.delete(id) !== true) return
    this.count--
    if (entries.size === 0) this.tenants.delete(customer_id)
  }

  forget(customer_id: string): void {
    this.count -= this.tenants.get(customer_id)?.size ?? 0
    this.tenants.delete(customer_id)
  }

  clear(): void {
    this.tenants.clear()
    this.count = 0
  }

  *values(): Generator<V> {
    for (const entries of this.tenants.values()) yield* entries.values()
  }
}

/**
 * One that forgets: what was set longest ago goes first, half of the room at a time, so that nobody has to keep an
 * order over all tenants. At least half as many entries as there is room for are remembered.
 */
export class NewestMap<V> {
  private readonly half: number
  private newer = new TenantMap<V>()
  private older = new TenantMap<V>()

  constructor(entries_max: number) {
    this.half = Math.ceil(entries_max / 2)
  }

  get(customer_id: string, id: string): V | undefined {
    return this.newer.get(customer_id, id) ?? this.older.get(customer_id, id)
  }

  set(customer_id: string, id: string, value: V): void {
    if (this.newer.size >= this.half) {
      this.older = this.newer
      this.newer = new TenantMap()
    }
    this.newer.set(customer_id, id, value)
  }

  delete(customer_id: string, id: string): void {
    this.newer.delete(customer_id, id)
    this.older.delete(customer_id, id)
  }

  forget(customer_id: string): void {
    this.newer.forget(customer_id)
    this.older.forget(customer_id)
  }

  clear(): void {
    this.newer.clear()
    this.older.clear()
  }
}
