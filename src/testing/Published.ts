/**
 * What `@hatchery/testing` promises, in types that name nothing from elsewhere: whoever installs it compiles them as
 * strictly as their own code, whatever else they have. The package's declarations are this file.
 */

/** Milliseconds, or words such as `2 days`. */
export type Duration = number | `${number} ${"millis" | "second" | "minute" | "hour" | "day" | "week"}` | Plural

type Plural = `${number} ${"seconds" | "minutes" | "hours" | "days" | "weeks"}`

export interface Answer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** parsed JSON, or the text when it is none */
  // Tests read into answers freely; a wrong guess fails where it stands.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly text: string
}

export interface CallOptions {
  /** overrides the tenant's key; null sends no Authorization header */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** sent as it is, instead of JSON of `body` */
  readonly raw?: string
}

/** Paths starting with `/` are under `/api/v1`; `root:/healthz` is not. */
export type Call = (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Answer>

export interface StartOptions {
  /** `virtual`, unless another one is asked for: time stands still until the test moves it. `real`: it runs */
  readonly clock?: "virtual" | "real"
  /** when virtual time begins; Monday, 5 January 2026, 9:00 UTC, unless another moment is given */
  readonly startAt?: string | Date
  /** makes everything drawn at random the same in every run; `hatchery` unless another one is given */
  readonly seed?: string
  /** credits per picture: nothing, unless it is about credits */
  readonly pictureCosts?: { readonly stage_image: number; readonly icon: number }
}

export interface TenantOptions {
  /** what the tenant may do and how much; `enterprise` unless it matters */
  readonly plan?: "free" | "growth" | "pro" | "enterprise"
  readonly name?: string
  /** of its key: `test` unless it matters */
  readonly mode?: "live" | "test"
}

export interface SentEvent {
  readonly user_id: string
  readonly type: string
  readonly event_id?: string
  readonly occurred_at?: string
  readonly audience?: string
  readonly buddy_id?: string
  readonly properties?: Readonly<Record<string, unknown>>
}

export interface Effects {
  readonly coins: number
  readonly badges_awarded: ReadonlyArray<{
    readonly badge_key: string
    readonly label: string
    readonly coin_reward: number
  }>
  readonly tokens: ReadonlyArray<{ readonly token_key: string; readonly amount: number; readonly balance: number }>
  readonly evolution_ready: boolean
  readonly streak_updates: ReadonlyArray<{
    readonly streak_key: string
    readonly current_streak: number
    readonly longest_streak: number
    readonly extended: boolean
  }>
  readonly path_updates: ReadonlyArray<{
    readonly path_key: string
    readonly step_key: string
    readonly sub_step_key: string
    readonly path_completed: boolean
  }>
}

export interface Operation {
  readonly operation_id: string
  readonly type: string
  readonly status: "pending" | "processing" | "completed" | "failed" | "cancelled"
  readonly attempts: number
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface Started {
  readonly egg_id: string
  readonly operation_id: string
}

export interface Buddy {
  readonly buddy_id: string
  readonly user_id: string
  readonly name: string
  readonly status: "active" | "archived"
  readonly evolution_stage: number
  readonly prestige_level: number
  readonly coins: number
  readonly tokens: Readonly<Record<string, number>>
  readonly skills: Readonly<Record<string, { readonly level: number; readonly points: number }>>
}

export interface Tenant {
  readonly customer_id: string
  /** a secret key: what an SDK takes */
  readonly key: string
  /** a request with the tenant's key */
  readonly call: Call
  /** makes `content` (a whole configuration) the one in force */
  publish(content: object): Promise<{ readonly config_version_id: string; readonly number: number }>
  /** hatches a buddy for the user and waits for its birth; time moves only if the hatch itself waits */
  hatch(
    user_id: string,
    metadata?: Readonly<Record<string, unknown>>
  ): Promise<Started & { readonly buddy_id: string; readonly operation: Operation }>
  /** starts a hatch and leaves the rest to the test */
  startHatch(user_id: string, metadata?: Readonly<Record<string, unknown>>): Promise<Started>
  operation(operation_id: string): Promise<Operation>
  /** sends an event; what may be left out of it is filled with a new id and now */
  send(event: SentEvent): Promise<{ readonly event_id: string; readonly effects: Effects }>
  /** the user's oldest buddy as it is now */
  buddy(user_id: string): Promise<Buddy>
}

/** What a test waits for; asking may take its time. */
export type Condition = () => boolean | Promise<boolean>

/** A request a receiver of webhooks was sent. */
export interface Received {
  readonly path: string
  readonly method: string
  readonly headers: { readonly [name: string]: string | Array<string> | undefined }
  /** the exact text, which the signature covers */
  readonly body: string
}

/** As much of the answer of a server of Node as a script needs. */
export interface Reply {
  writeHead(status: number, headers?: Record<string, string>): unknown
  end(body?: string): unknown
}

interface Scripted {
  run(reply: Reply, request: Received, nth: number): void
}

/** Answers one request; `nth` counts from 1 per path. */
export type Script = Scripted["run"]

/** A receiver of webhooks. */
export interface Receiver {
  /** what to give as the `url` of a webhook endpoint */
  url(path: string): string
  /** what is answered at `path` from now on: a status, or whatever a script does; of several the last one stays */
  answer(path: string, first: number | Script, ...rest: ReadonlyArray<number | Script>): void
  /** oldest first */
  received(path: string): ReadonlyArray<Received>
  /** waits in real time until `count` requests came in at `path`, and answers them all */
  got(path: string, count: number): Promise<ReadonlyArray<Received>>
}

/** Why a picture fails. The first two may pass by themselves, so they are tried again; the others are not. */
export type Trouble = "unavailable" | "timed_out" | "render_failed" | "credit_short"

/** Which pictures are meant; all when it is left out. */
export interface PictureKind {
  readonly purpose?: "stage_image" | "icon"
  /** of the creature */
  readonly stage?: number
}

export interface Pictures {
  /** the next `times` pictures of this kind that nothing was said of fail */
  failNext(times: number, trouble?: Trouble, of?: PictureKind): Promise<void>
  /** the next `times` pictures of this kind that nothing was said of take so long */
  slowNext(times: number, duration: Duration, of?: PictureKind): Promise<void>
  /** every picture that was asked for, oldest first, failed ones included */
  requests(): Promise<ReadonlyArray<{ readonly theme: string; readonly variant: number; readonly stage: number }>>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly created_at: string
}

export interface AdvanceOptions {
  /** stops at least so often; an hour unless something is due earlier */
  readonly step?: Duration
}

export interface RunningTestService {
  /** `http://127.0.0.1:<port>`, the same after a restart: what an SDK takes */
  readonly baseUrl: string
  readonly databaseUrl: string
  /** a request without a credential */
  readonly call: Call
  /** a new customer with a secret key of its own */
  tenant(options?: TenantOptions): Promise<Tenant>
  readonly pictures: Pictures
  /** what was mailed to that address, or to anybody; newest first */
  mails(to?: string): Promise<ReadonlyArray<Mail>>
  /** a receiver of webhooks that lives as long as the service */
  receiver(): Promise<Receiver>
  /** the service's time */
  now(): Promise<Date>
  /** lets so much time pass, and everything happen that falls due meanwhile */
  advance(duration: Duration, options?: AdvanceOptions): Promise<void>
  /** moves time until the condition holds; rejects when it does not within `at_most` (30 days) */
  advanceUntil(
    what: string,
    condition: Condition,
    options?: AdvanceOptions & { readonly at_most?: Duration }
  ): Promise<void>
  /** waits in real time and leaves the service's time alone */
  until(what: string, condition: Condition): Promise<void>
  /** ends the process as `kill -9` does: nothing is finished, nothing is said */
  crash(): Promise<void>
  /** ends it as a deployment does */
  shutdown(): Promise<void>
  /** starts it again after one of these, on the same database */
  start(): Promise<void>
  /** ends everything; the database is gone afterwards */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Everything the package exports. */
export interface Published {
  /** Starts the whole service on a database of its own. */
  readonly startTestService: (options?: StartOptions) => Promise<RunningTestService>
  /** Whether `X-Svc-Signature` was made with this secret. */
  readonly isSignedWith: (request: Received, secret: string) => boolean
  /** The same of the headers of Standard Webhooks. */
  readonly isStandardSignedWith: (request: Received, secret: string) => boolean
  /** Answers with a status. */
  readonly status: (code: number, headers?: Readonly<Record<string, string>>, body?: string) => Script
  /** Never answers. */
  readonly hang: Script
  /** One script after the other, the last of them for ever: `inTurn(status(500), hang, status(204))`. */
  readonly inTurn: (first: Script, ...rest: ReadonlyArray<Script>) => Script
}
