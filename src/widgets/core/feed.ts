/** One read of the service, shared by all mounts that show it: when it is asked for again, and what it said last. */
import { type Answer, type Api, type Refused, unknownError } from "./api.ts"
import type { Effects } from "./model.ts"

/** Who shows a feed, and whether anybody can see it. */
export interface Watcher {
  readonly isSeen: () => boolean
  readonly polls: () => boolean
  readonly changed: () => void
}

export interface FeedOptions {
  readonly api: Api
  readonly path: string
  readonly poll_ms: () => number
  /** no read before this moment: the service has asked for patience */
  readonly notBefore: () => number
}

const backoffMax_ms = 300_000
/** So long a failed read is nobody's business. */
const quiet_ms = 120_000
const timerMax_ms = 2 ** 31 - 1

export class Feed<A> {
  value: A | undefined
  error: Refused | undefined
  /** the content is old, and has been for a while */
  offline = false

  /** what it says once something was earned */
  after: ((value: A, effects: Effects) => A) | undefined

  readonly #options: FeedOptions
  readonly #watchers = new Set<Watcher>()
  readonly #ending = new AbortController()
  #etag: string | undefined
  #patches = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #offlineTimer: ReturnType<typeof setTimeout> | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #jitter = 1
  #dueAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  #following: { readonly waits_ms: ReadonlyArray<number>; readonly isDone: (value: A) => boolean } | undefined

  constructor(options: FeedOptions) {
    this.#options = options
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    this.schedule()
    return () => {
      this.#watchers.delete(watcher)
      this.schedule()
    }
  }

  /** Looks again at when to read: somebody came into sight, or left. */
  schedule(): void {
    clearTimeout(this.#timer)
    if (this.#reading !== undefined || this.#ending.signal.aborted) return
    const seen = [...this.#watchers].filter((watcher) => watcher.isSeen())
    if (seen.length === 0) return
    // The clock was set back: it would be a long time until then.
    this.#readAt = Math.min(this.#readAt, Date.now())
    const wait_ms = Math.max(this.#nextAt(seen), this.#options.notBefore()) - Date.now()
    if (wait_ms <= 0) void this.#read()
    else if (wait_ms < timerMax_ms) this.#timer = setTimeout(() => this.schedule(), wait_ms)
  }

  /** Reads as soon as somebody sees it. */
  refresh(delay_ms = 0): void {
    this.#dueAt = Math.min(this.#dueAt, Date.now() + delay_ms)
    this.schedule()
  }

  /** Reads until `isDone`, waiting so long before each; then as always. */
  follow(waits_ms: ReadonlyArray<number>, isDone: (value: A) => boolean): void {
    this.#following = { waits_ms, isDone }
    this.refresh(waits_ms[0] ?? 0)
  }

  /** The value, read now if there is none, whoever sees it. */
  async demand(): Promise<A> {
    if (this.value === undefined && this.#options.notBefore() <= Date.now()) await this.#read()
    if (this.value === undefined) throw this.error ?? unknownError(new Error("there is no answer yet"))
    return this.value
  }

  /** What is known before the service has said it. */
  patch(change: (value: A) => A): void {
    if (this.value === undefined) return
    this.value = change(this.value)
    this.#patches += 1
    this.#etag = undefined
    this.#tell()
  }

  apply(effects: Effects): void {
    const { after } = this
    if (after !== undefined) this.patch((value) => after(value, effects))
  }

  end(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
    clearTimeout(this.#offlineTimer)
  }

  #nextAt(seen: ReadonlyArray<Watcher>): number {
    const base_ms = this.#options.poll_ms()
    const polled = seen.some((watcher) => watcher.polls()) || this.#failures > 0
    const wait_ms = Math.min(base_ms * 2 ** this.#failures, Math.max(backoffMax_ms, base_ms)) * this.#jitter
    return polled ? Math.min(this.#dueAt, this.#readAt + wait_ms) : this.#dueAt
  }

  #read(): Promise<void> {
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = undefined
      if (this.#ending.signal.aborted) return
      this.#tell()
      this.schedule()
    })
    return this.#reading
  }

  async #ask(): Promise<void> {
    const { api, path } = this.#options
    const etag = this.#etag
    const patches = this.#patches
    this.#dueAt = Number.POSITIVE_INFINITY
    try {
      const answer = await api.ask({ method: "GET", path, etag, signal: this.#ending.signal })
      if (patches === this.#patches) this.#accept(answer)
      // The answer may be older than the patch, and its tag would keep the next one away.
      else this.#dueAt = Date.now()
      this.#failures = 0
      this.error = undefined
      this.offline = false
      this.#followOn()
      clearTimeout(this.#offlineTimer)
      this.#offlineTimer = undefined
    } catch (cause) {
      if (this.#ending.signal.aborted) return
      this.#fail(unknownError(cause))
    } finally {
      this.#readAt = Date.now()
      this.#jitter = 0.9 + Math.random() * 0.2
    }
  }

  #accept({ data, etag }: Answer): void {
    if (data !== undefined) this.value = data as A
    this.#etag = etag ?? this.#etag
  }

  #followOn(): void {
    const { isDone, waits_ms = [] } = this.#following ?? {}
    const [, next, ...rest] = waits_ms
    const goesOn = next !== undefined && this.value !== undefined && isDone?.(this.value) === false
    this.#following = goesOn ? { waits_ms: [next, ...rest], isDone: isDone! } : undefined
    if (goesOn) this.#dueAt = Math.min(this.#dueAt, Date.now() + next)
  }

  #fail(error: Refused): void {
    this.error = error
    this.#failures += 1
    this.#offlineTimer ??= setTimeout(() => {
      this.offline = true
      this.#tell()
    }, quiet_ms)
  }

  #tell(): void {
    for (const { changed } of this.#watchers) changed()
  }
}
