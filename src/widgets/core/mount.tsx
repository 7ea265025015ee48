/** One mount: what it knows, who may see it, and what state that makes. */
import { h, render } from "preact"
import type { Mounted, MountHost, MountSettings } from "../contract.ts"
import { fellowsOf } from "./actions.ts"
import { asMountError, type Refused, unknownError } from "./api.ts"
import type { Feed } from "./feed.ts"
import { Frame } from "./frame.tsx"
import { tagFor, type Words } from "./i18n.ts"
import type { BuddyAnswer, Config, Effects, MarketplaceAnswer } from "./model.ts"
import { moduleOf } from "./modules.ts"
import { type Place, placeOf } from "./place.ts"
import { joinSession, type Member, type Session } from "./session.ts"
import { sheetOf } from "./sheets.ts"
import type { Shown, Status } from "./shown.ts"
import style from "./style.css"
import type { View } from "./view.ts"
import { Wording } from "./wording.ts"

const darkness = matchMedia("(prefers-color-scheme: dark)")
const stillness = matchMedia("(prefers-reduced-motion: reduce)")

const isRefusal = ({ status }: Refused) => status === 402 || status === 403

/** Resolved by the first content, whichever that is. */
const makeReady = () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve: () => resolve() }
}

class Mount implements Member, Shown {
  readonly host: MountHost
  settings: MountSettings
  view: View<unknown> | undefined
  isRetrying = false

  readonly #box = document.createElement("div")
  readonly #ready = makeReady()
  readonly #listeners = new Set<Member["happened"]>()
  readonly #end = new AbortController()
  readonly #place: Place
  #joined: ReturnType<typeof joinSession>
  #main: Feed<unknown> | undefined
  #unwatch = () => {}
  #onScreen = false
  #loadFailure: Refused | undefined
  #reported: Refused | undefined
  readonly #wording = new Wording(() => {
    this.#place.name(this.words?.t(this.host.widget === "marketplace" ? "shop" : `region_${this.host.widget}`))
    this.changed()
  })
  #isLoaded = false

  constructor(host: MountHost) {
    this.host = host
    this.settings = host.settings()
    this.#place = placeOf(host.element)
    this.adopt(style)
    host.root.append(this.#box)
    this.#joined = joinSession(host, this)
    this.#listen()
    this.changed()
    void this.#loadView()
  }

  // --- what is shown -------------------------------------------------------------------------------------------------

  get session(): Session {
    return this.#joined.session
  }
  get config(): Config | undefined {
    return this.session.config.value
  }
  get words(): Words | undefined {
    return this.#wording.words
  }
  get answer(): unknown {
    return this.#main?.value
  }
  get error(): Refused | undefined {
    const main = this.answer === undefined ? this.#main?.error : undefined
    const unread = this.config === undefined ? this.session.config.error : undefined
    return this.#loadFailure ?? main ?? unread ?? this.#wording.failure
  }
  get offline(): boolean {
    return this.status === "ready" && this.#main?.offline === true
  }
  get dark(): boolean {
    const mode = this.settings.theme ?? this.config?.theme.mode ?? "auto"
    return mode === "auto" ? darkness.matches : mode === "dark"
  }
  get still(): boolean {
    return stillness.matches
  }

  get status(): Status {
    if (this.session.expired) return "expired"
    const isWhole = this.answer !== undefined && this.config !== undefined && this.view !== undefined
    if (isWhole && this.words !== undefined) return "ready"
    if (this.error === undefined || this.words === undefined) return "loading"
    return isRefusal(this.error) ? "unavailable" : "error"
  }

  /** Cards are raised where the buddy is, or where it would be. */
  get raisesCards(): boolean {
    if (this.host.widget === "buddy") return true
    const hosts = fellowsOf(this.session).flatMap((session) => session.hosts)
    return hosts[0] === this.host && hosts.every(({ widget }) => widget !== "buddy")
  }
  get coins(): number | undefined {
    const fellows = fellowsOf(this.session)
    const buddy = fellows.flatMap((fellow) => fellow.reads<BuddyAnswer>("/widget/buddy"))[0]?.value?.buddy.coins
    return buddy ?? fellows.flatMap((fellow) => fellow.reads<MarketplaceAnswer>("/widget/market"))[0]?.value?.balance
  }
  get buddyName(): string {
    return this.session.reads<BuddyAnswer>("/widget/buddy")[0]?.value?.buddy.name ?? ""
  }

  get #ended(): boolean {
    return this.#end.signal.aborted
  }

  // --- who sees it ---------------------------------------------------------------------------------------------------

  readonly isSeen = (): boolean => !this.#ended && this.#onScreen && !document.hidden
  readonly polls = (): boolean => (this.settings.poll ?? (this.view?.polls ? "on" : "off")) === "on"
  readonly watcher = { isSeen: this.isSeen, polls: this.polls }

  readonly onEffects = (listener: Member["happened"]): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly happened: Member["happened"] = (effects: Effects, isFirst) => {
    this.host.emit("effects", effects)
    for (const listener of this.#listeners) listener(effects, isFirst && this.#isVoice())
  }

  /** Of all mounts of a buddy one speaks. */
  #isVoice(): boolean {
    const { hosts } = this.session
    return (hosts.find(({ widget }) => widget === "buddy") ?? hosts[0]) === this.host
  }

  // --- what changes --------------------------------------------------------------------------------------------------

  readonly changed = (): void => {
    if (this.#ended) return
    this.#report()
    this.#loadWords()
    this.#render()
    if (this.status === "loading") return
    this.#ready.resolve()
    if (this.status !== "ready" || this.#isLoaded) return
    this.#isLoaded = true
    this.host.emit("loaded", { widget: this.host.widget })
  }

  update(): void {
    const before = this.settings
    this.settings = this.host.settings()
    if (!this.#joined.isCurrent()) {
      const left = this.#joined
      this.#unwatch()
      this.#joined = joinSession(this.host, this)
      left.leave()
      this.#isLoaded = false
      this.#watch()
    } else if (before.pathKey !== this.settings.pathKey) this.#watch()
    this.session.schedule()
    this.changed()
  }

  refresh(): void {
    for (const feed of this.session.reads("")) feed.refresh()
  }

  readonly adopt = (style: string): void => {
    const { root } = this.host
    const sheet = sheetOf(style)
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  }

  readonly restart = (): void => this.session.restart()

  readonly retry = (): void => {
    this.isRetrying = true
    this.#loadFailure = undefined
    if (this.view === undefined) void this.#loadView()
    if (this.config === undefined) this.session.config.refresh()
    this.#main?.refresh()
    this.#render()
  }

  unmount(): void {
    if (this.#ended) return
    this.#end.abort()
    this.#wording.end()
    this.#unwatch()
    this.#joined.leave()
    this.#place.leave()
    render(null, this.#box)
    this.#box.remove()
    this.#ready.resolve()
  }

  get ready(): Promise<void> {
    return this.#ready.promise
  }

  #render(): void {
    render(h(Frame, { mount: this }), this.#box)
  }

  #listen(): void {
    const seen = new IntersectionObserver((entries) => {
      this.#onScreen = entries.at(-1)?.isIntersecting === true
      this.session.schedule()
    })
    seen.observe(this.host.element)
    const looked = () => this.session.schedule()
    const { signal } = this.#end
    document.addEventListener("visibilitychange", looked, { signal })
    for (const query of [darkness, stillness]) query.addEventListener("change", this.changed, { signal })
    signal.addEventListener("abort", () => seen.disconnect())
  }

  #watch(): void {
    this.#unwatch()
    if (this.view === undefined) return
    this.#main = this.session.read(this.view.path(this.settings))
    this.#main.after = this.view.after
    this.#unwatch = this.#main.watch(this)
  }

  async #loadView(): Promise<void> {
    try {
      const { default: view } = await moduleOf<{ readonly default: View<unknown> }>(this.host.widget)
      if (this.#ended) return
      this.view = view
      this.adopt(this.view.style)
      this.#watch()
    } catch (cause) {
      this.#loadFailure = unknownError(cause)
    }
    this.changed()
  }

  /** The language is known with the configuration, or when there is something to say without it. */
  #loadWords(): void {
    const { locale } = this.settings
    const isKnown = (locale !== undefined && locale !== "auto") || this.config !== undefined
    if (!isKnown && this.error === undefined && !this.session.expired) return
    const tag = tagFor(this.host.element, locale, this.config)
    void this.#wording.want(tag, this.config?.labels)
  }

  #report(): void {
    const { error } = this
    if (error !== this.#reported) this.isRetrying = false
    if (error === this.#reported || this.session.expired) return
    this.#reported = error
    if (error?.isTold === false && this.status !== "ready") this.host.emit("error", asMountError(error))
  }
}

export const mount = (host: MountHost): Mounted => {
  const mounted = new Mount(host)
  return {
    ready: mounted.ready,
    update: () => mounted.update(),
    refresh: () => mounted.refresh(),
    unmount: () => mounted.unmount()
  }
}
