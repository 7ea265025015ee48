/** One player as a page knows it: a token, the configuration behind it, and the reads that share both. */
import type { MountError, MountHost, TokenReason } from "../contract.ts"
import { type Answer, type Api, type Ask, makeApi, Refused } from "./api.ts"
import { Feed, type Watcher } from "./feed.ts"
import type { BuddyAnswer, Config, Effects, PathAnswer } from "./model.ts"

const config_ms = 600_000
const poll_ms = 30_000
const renewal_ms = 60_000
const life_min_ms = 30_000
export const configPath = "/widget/config"

const tooSoon = () =>
  new Refused({ code: "rate_limited", status: 429, message: "The service asked for patience.", requestId: null })

const noToken = () => new Refused({ code: "unauthorized", status: 401, message: "There is no token.", requestId: null })

export interface Member extends Watcher {
  readonly happened: (effects: Effects, isFirst: boolean) => void
}

export class Session implements Watcher {
  readonly config: Feed<Config>
  readonly hosts: Array<MountHost> = []
  /** the token has ended and no other is to be had */
  expired = false

  readonly #feeds = new Map<string, Feed<unknown>>()
  readonly #watchers = new Set<Member>()
  readonly #ending = new AbortController()
  readonly #api: Api
  #token: Promise<string | null> | undefined
  #obtainedAt = 0
  #notBefore = 0
  #renewal: ReturnType<typeof setTimeout> | undefined

  constructor(base: string) {
    const client = makeApi(base, () => this.#current(), {
      hold: (seconds) => (this.#notBefore = Math.max(this.#notBefore, Date.now() + seconds * 1000)),
      until: () => this.#notBefore
    })
    this.#api = { ask: (ask) => this.#ask(client, ask) }
    // Without it nothing is seen: that is no time to be patient.
    this.config = this.#feed<Config>(configPath, () => (this.config.value ? config_ms : poll_ms))
    this.config.watch(this)
  }

  readonly isSeen = (): boolean => !this.expired && [...this.#watchers].some((watcher) => watcher.isSeen())
  readonly polls = (): boolean => true
  readonly changed = (): void => {
    this.#scheduleRenewal()
    for (const { changed } of this.#watchers) changed()
  }

  join(host: MountHost, watcher: Member): () => void {
    this.hosts.push(host)
    this.#watchers.add(watcher)
    this.schedule()
    return () => {
      this.hosts.splice(this.hosts.indexOf(host), 1)
      this.#watchers.delete(watcher)
      this.schedule()
    }
  }

  /** A read of this player's, the same for all who ask for the same path. */
  read<A>(path: string): Feed<A> {
    const found = this.#feeds.get(path)
    return (found ?? this.#feed(path, () => (this.config.value?.pollSeconds ?? 30) * 1000)) as Feed<A>
  }

  /** Reads that begin like this and are there. */
  reads<A>(start: string): ReadonlyArray<Feed<A>> {
    return [...this.#feeds].flatMap(([path, feed]) => (path.startsWith(start) ? [feed as Feed<A>] : []))
  }

  get scopes(): ReadonlyArray<string> {
    return this.config.value?.token.scopes ?? []
  }

  /** undefined until something that was read has told it */
  get buddyId(): string | undefined {
    const buddy = this.reads<BuddyAnswer>("/widget/buddy")[0]?.value?.buddy.buddyId
    return buddy ?? this.reads<PathAnswer>("/widget/path").find(({ value }) => value?.path)?.value?.path?.buddyId
  }

  /** Refused at once while the service wants to be left alone. */
  async write(ask: Omit<Ask, "signal">): Promise<Answer> {
    if (this.#notBefore > Date.now()) throw tooSoon()
    return this.#api.ask({ ...ask, signal: this.#ending.signal })
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The token as it is. */
  get held(): Promise<string | null> | undefined {
    return this.#token
  }

  /** Something was earned; `isFirst` in one session of the buddy only. */
  happened(effects: Effects, isFirst: boolean): void {
    for (const { happened } of this.#watchers) happened(effects, isFirst)
  }

  schedule(): void {
    for (const feed of this.#feeds.values()) feed.schedule()
    this.#scheduleRenewal()
  }

  /** Another token of the same player's, or another try to have one. */
  restart(): void {
    this.expired = false
    this.#token = undefined
    for (const feed of this.#feeds.values()) feed.refresh()
    this.changed()
  }

  end(): void {
    this.#ending.abort()
    clearTimeout(this.#renewal)
    for (const feed of this.#feeds.values()) feed.end()
  }

  #feed<A>(path: string, poll_ms: () => number): Feed<A> {
    const feed = new Feed<A>({
      api: this.#api,
      path,
      poll_ms,
      notBefore: () => (this.expired ? Number.POSITIVE_INFINITY : this.#notBefore)
    })
    this.#feeds.set(path, feed as Feed<unknown>)
    return feed
  }

  /** Once after a 401 another token is asked for; without one this player's view has ended. */
  async #ask(client: Api, ask: Ask): Promise<Answer> {
    await this.#current()
    const used = this.#token
    try {
      return await client.ask(ask)
    } catch (cause) {
      if (!(cause instanceof Refused) || cause.status !== 401 || this.#ending.signal.aborted) throw cause
      if ((await (this.#token === used ? this.#take("rejected") : this.#token)) === null) throw cause
      return await client.ask(ask).catch((again: unknown) => {
        if (again instanceof Refused && again.status === 401) this.#expire()
        throw again
      })
    }
  }

  #current = async (): Promise<string> => {
    const token = await (this.#token ?? this.#take("missing"))
    if (token === null) throw noToken()
    return token
  }

  #take(reason: TokenReason): Promise<string | null> {
    const asked = this.hosts[0]?.token(reason) ?? Promise.resolve(null)
    const taken: Promise<string | null> = asked.then(
      (token) => {
        if (token !== null) this.#obtainedAt = Date.now()
        else if (this.#token === taken) this.#expire()
        return token
      },
      (error: MountError) => {
        // The next read asks again.
        if (this.#token === taken) this.#token = undefined
        throw new Refused(error, undefined, true)
      }
    )
    this.#token = taken
    return taken
  }

  #expire(): void {
    if (this.expired || this.#ending.signal.aborted) return
    this.expired = true
    for (const host of this.hosts) host.emit("token-expired", {})
    this.changed()
  }

  /** A token that will end is followed by another before it does: a minute before, or in the last fifth of its life. */
  #scheduleRenewal(): void {
    clearTimeout(this.#renewal)
    const endsAt = Date.parse(this.config.value?.token.expiresAt ?? "")
    const mayRenew = this.hosts[0]?.canRenew() === true && this.isSeen()
    if (!mayRenew || Number.isNaN(endsAt) || this.#renewedFor === endsAt) return
    const life_ms = endsAt - this.#obtainedAt
    // No token is minted for so little: this clock is ahead of the service's, and its word would have one asked for
    // after the other. A refusal says when it is time.
    if (life_ms < (this.#renewedFor === undefined ? 0 : life_min_ms)) return
    const wait_ms = endsAt - Math.min(renewal_ms, life_ms / 5) - Date.now()
    if (wait_ms > 2 ** 31 - 1) return
    this.#renewal = setTimeout(() => void this.#renew(endsAt), Math.max(0, wait_ms))
  }

  #renewedFor: number | undefined

  async #renew(endsAt: number): Promise<void> {
    this.#renewedFor = endsAt
    const host = this.hosts[0]
    const token = await host?.token("expiring").catch(() => null)
    if (typeof token !== "string" || this.#ending.signal.aborted) return
    this.#token = Promise.resolve(token)
    this.#obtainedAt = Date.now()
    this.config.refresh()
  }
}

const sessions = new Map<string, Session>()

const keyOf = (host: MountHost) => `${host.settings().apiBase} ${host.source()}`

export const allSessions = (): ReadonlyArray<Session> => [...sessions.values()]

/** Takes part in the session of its source for as long as it is wanted; the last to leave ends it. */
export const joinSession = (host: MountHost, watcher: Member) => {
  const key = keyOf(host)
  const session = sessions.get(key) ?? new Session(host.settings().apiBase)
  sessions.set(key, session)
  const leave = session.join(host, watcher)
  return {
    session,
    isCurrent: () => keyOf(host) === key,
    leave: () => {
      leave()
      if (session.hosts.length > 0) return
      session.end()
      sessions.delete(key)
    }
  }
}
