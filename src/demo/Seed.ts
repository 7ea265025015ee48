/**
 * Fills the demo workspace through the public API, as any tenant would: the `learning` preset published, a path, a
 * showroom, Grace with an egg that is ready, Ada with a hatched buddy.
 *
 * It is a list of steps, and each may be repeated: it looks at what is there and does what is missing. So whatever ends
 * a start half-way (Ctrl-C, a crash, a lost answer), the next one goes on where that one stopped. Ada's buddy comes
 * last: once it is there the workspace belongs to whoever plays with it, and nothing is put back that they changed.
 */
import { Effect, Option, Schedule, Schema } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { demoShowroom } from "../Launch.ts"

export const hatchedUser = "ada"
export const readyUser = "grace"
export const preset = "learning"

const Customer = Schema.Struct({ customer_id: Schema.String, active_config_version_id: Schema.NullOr(Schema.String) })
const Draft = Schema.Struct({ config_version_id: Schema.String })
const Egg = Schema.Struct({
  egg_id: Schema.String,
  status: Schema.String,
  buddy_id: Schema.NullOr(Schema.String)
})
const Eggs = Schema.Struct({ data: Schema.Array(Egg) })
const Item = Schema.Struct({ item_id: Schema.String })
const Path = Schema.Struct({ path_key: Schema.String, is_active: Schema.Boolean })
const Paths = Schema.Struct({ data: Schema.Array(Path) })
const Showrooms = Schema.Struct({
  data: Schema.Array(Schema.Struct({ showroom_key: Schema.String, status: Schema.String }))
})
const nothing = Schema.Unknown

/** The public API as a tenant's backend sees it. `mark` begins the ids of its requests. */
export const tenantApi = Effect.fnUntraced(function* (baseUrl: string, key: string, mark: string) {
  let serial = 0
  const client = (yield* HttpClient.HttpClient).pipe(
    HttpClient.mapRequest((request) =>
      request.pipe(
        HttpClientRequest.prependUrl(`${baseUrl}/api/v1`),
        HttpClientRequest.bearerToken(key),
        HttpClientRequest.setHeader("x-request-id", `${mark}-${++serial}`)
      )
    )
  )
  const call = <S extends Schema.Constraint & { readonly DecodingServices: never }>(
    answer: S,
    method: "GET" | "POST" | "PATCH" | "PUT",
    path: string,
    body?: unknown
  ): Effect.Effect<S["Type"]> =>
    client
      .execute(
        HttpClientRequest.make(method)(path).pipe(
          body === undefined ? (same) => same : HttpClientRequest.bodyJsonUnsafe(body)
        )
      )
      .pipe(
        Effect.flatMap(HttpClientResponse.filterStatusOk),
        Effect.flatMap((response) => (response.status === 204 ? Effect.succeed(undefined) : response.json)),
        Effect.flatMap(Schema.decodeUnknownEffect(answer as unknown as Schema.Codec<S["Type"], unknown>)),
        Effect.orDie
      )
  return call
})

/** The workspace a key belongs to, if it is one of this service. */
export const whose = Effect.fnUntraced(function* (baseUrl: string, key: string, mark: string) {
  if (key === "") return Option.none()
  const client = yield* HttpClient.HttpClient
  const asked = HttpClientRequest.get(`${baseUrl}/api/v1/customers/me`).pipe(
    HttpClientRequest.bearerToken(key),
    HttpClientRequest.setHeader("x-request-id", mark)
  )
  const response = yield* Effect.orDie(client.execute(asked))
  if (response.status === 401) return Option.none()
  return yield* HttpClientResponse.filterStatusOk(response).pipe(
    Effect.flatMap(({ json }) => json),
    Effect.flatMap(Schema.decodeUnknownEffect(Customer)),
    Effect.map(({ customer_id }) => Option.some(customer_id)),
    Effect.orDie
  )
})

export type Call = Effect.Success<ReturnType<typeof tenantApi>>

const counts = (event_type: string, count: number) => ({
  completion_condition: { type: "event_count", event_type, count, since: "ever" }
})

const journey_key = "first_days"

/**
 * A way through the first days. One sub-step opens the next, so what ticks by itself comes first, in the order people
 * try things, and what is ticked by hand comes last, where it holds nothing up.
 */
const journey = (item_id: string) => ({
  path_key: journey_key,
  title: "First days at school",
  display_mode: "zigzag",
  icon: "star",
  steps: [
    {
      step_key: "arrive",
      title: "Arrive",
      sub_steps: [
        { sub_step_key: "first_lesson", title: "The first lesson", ...counts("lesson.completed", 1) },
        { sub_step_key: "two_exercises", title: "Two exercises", ...counts("exercise.solved", 2) }
      ]
    },
    {
      step_key: "learn",
      title: "Learn",
      sub_steps: [
        { sub_step_key: "whole_course", title: "A whole course", ...counts("course.completed", 1) },
        {
          sub_step_key: "see_better",
          title: "See better",
          completion_condition: { type: "item_owned", key: item_id }
        }
      ]
    },
    {
      step_key: "grow",
      title: "Grow",
      sub_steps: [
        { sub_step_key: "grow_up", title: "Grow up", completion_condition: { type: "evolution_stage", value: 2 } },
        { sub_step_key: "look_back", title: "Look back", allow_manual_complete: true }
      ]
    }
  ]
})

const publishRules = Effect.fnUntraced(function* (call: Call) {
  const { active_config_version_id } = yield* call(Customer, "GET", "/customers/me")
  if (active_config_version_id !== null) return
  yield* call(nothing, "POST", "/customers/me/apply-preset", { preset_key: preset })
  const draft = yield* call(Draft, "POST", "/config-versions")
  yield* call(nothing, "POST", `/config-versions/${draft.config_version_id}/publish`)
})

const layPath = Effect.fnUntraced(function* (call: Call) {
  const { data } = yield* call(Paths, "GET", "/path-definitions?limit=100")
  const known = data.find(({ path_key }) => path_key === journey_key)
  if (known === undefined) {
    const { item_id } = yield* call(Item, "GET", "/marketplaces/school_shop/items/reading_glasses")
    yield* call(nothing, "POST", "/path-definitions", journey(item_id))
  }
  if (known?.is_active !== true) yield* call(nothing, "POST", `/path-definitions/${journey_key}/activate`)
})

/** The button of whatever the demo shows to others. */
const wayIn = (publicUrl: string) => ({ label: "Hatch your own", url: `${publicUrl}/demo` })

const showroomOf = (publicUrl: string) => ({
  // Its address is made of it, unless another workspace has that one.
  name: "Class",
  showroom_key: demoShowroom,
  headline: "Meet the class",
  description: "Everybody who learns here raises a buddy. These are ours.",
  cta: wayIn(publicUrl),
  selection: { mode: "top_stage" },
  show: { badges: true, stage: true, streak: true, coins: true }
})

/** A page of the class for everybody. */
const openShowroom = Effect.fnUntraced(function* (call: Call, publicUrl: string) {
  const { data } = yield* call(Showrooms, "GET", "/customers/me/showrooms?limit=100")
  const known = data.find(({ showroom_key }) => showroom_key === demoShowroom)
  if (known === undefined) yield* call(nothing, "POST", "/customers/me/showrooms", showroomOf(publicUrl))
  if (known?.status !== "published") yield* call(nothing, "POST", `/customers/me/showrooms/${demoShowroom}/publish`)
})

/** Pages of single buddies. */
const sharePages = (call: Call, publicUrl: string) => {
  const { label, url } = wayIn(publicUrl)
  return call(nothing, "PATCH", "/buddy-share/settings", { cta_label: label, cta_url: url })
}

const eggsOf = (call: Call, user_id: string) =>
  Effect.map(call(Eggs, "GET", `/eggs?limit=100&user_id=${user_id}`), ({ data }) => data)

/** The user's egg, at least ready: one that is further than that is left alone. */
const readyEgg = Effect.fnUntraced(function* (call: Call, user_id: string) {
  const eggs = yield* eggsOf(call, user_id)
  const known = eggs.find(({ status }) => ["ready", "hatching", "hatched"].includes(status))
  if (known !== undefined) return known
  const egg = yield* call(Egg, "POST", "/eggs?ensure=true", { user_id })
  return egg.status === "waiting" ? yield* call(Egg, "PATCH", `/eggs/${egg.egg_id}/status`, { status: "ready" }) : egg
})

/** The user's buddy, hatched if need be. */
export const hatchedOf = Effect.fnUntraced(function* (call: Call, user_id: string) {
  const { egg_id, status } = yield* readyEgg(call, user_id)
  if (status === "ready") yield* call(nothing, "POST", `/eggs/${egg_id}/hatch`)
  const { buddy_id } = yield* Effect.repeat(call(Egg, "GET", `/eggs/${egg_id}`), {
    until: (egg) => egg.status === "hatched",
    schedule: Schedule.spaced("100 millis")
  }).pipe(Effect.timeout("60 seconds"), Effect.orDie)
  return buddy_id ?? ""
})

const steps: ReadonlyArray<(call: Call, publicUrl: string) => Effect.Effect<unknown>> = [
  publishRules,
  layPath,
  (call) => call(nothing, "PATCH", "/customers/me/brag/config", { enabled: true, hashtag: "hatchery" }),
  sharePages,
  openShowroom,
  (call) => readyEgg(call, readyUser),
  (call) => hatchedOf(call, hatchedUser)
]

const isFilled = (call: Call) =>
  Effect.map(eggsOf(call, hatchedUser), (eggs) => eggs.some(({ status }) => status === "hatched"))

/** Too busy to answer, or the answer was lost. */
const isPassing = (defect: unknown): defect is HttpClientError.HttpClientError =>
  HttpClientError.isHttpClientError(defect) &&
  (defect.reason._tag === "TransportError" ||
    (defect.reason._tag === "StatusCodeError" && [429, 503].includes(defect.reason.response.status)))

/** A machine that has just started has much to do. A step looks at what is there, so it may begin anew. */
const patiently = <A>(step: Effect.Effect<A>): Effect.Effect<A> =>
  step.pipe(
    Effect.catchDefect((defect) => (isPassing(defect) ? Effect.fail(defect) : Effect.die(defect))),
    Effect.retry({ schedule: Schedule.spaced("1 second"), times: 60 }),
    Effect.orDie
  )

/** Does what is missing of the workspace this key belongs to. Visitors find the demo page at `publicUrl`. */
export const seed = Effect.fnUntraced(function* (baseUrl: string, key: string, mark: string, publicUrl: string) {
  const call = yield* tenantApi(baseUrl, key, mark)
  if (yield* patiently(isFilled(call))) return
  for (const step of steps) yield* patiently(step(call, publicUrl))
})
