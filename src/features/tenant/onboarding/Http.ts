import { Effect, Layer, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CommandKey } from "../../../wire/CommandKey.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { OnboardingApi, WaitlistApi } from "./Api.ts"
import { spoken } from "./Http/Speech.ts"
import { Onboarding } from "./Service.ts"
import { Chat } from "./Service/Chat.ts"
import { Generation } from "./Service/Generation.ts"
import type { Job, SeedJob } from "./Service/Work.ts"
import { OnboardingStore } from "./Store.ts"

/** The session when it is done soon, else where to look for it. */
const generating = Effect.gen(function* () {
  const onboarding = yield* Onboarding
  const generation = yield* Generation
  return Effect.fn("onboarding.generating")(function* (id: string, job: Exclude<Job, SeedJob>) {
    const { customer_id } = yield* Principal
    const operation_id = yield* generation.start(customer_id, id, job)
    const isSettled = yield* generation.settled({ customer_id, operation_id })
    if (isSettled) return yield* onboarding.show(customer_id, id)
    return { onboarding_session_id: id.toLowerCase(), operation_id, status: "preparing" } as const
  })
})

const OnboardingGroup = HttpApiBuilder.group(
  feature(OnboardingApi),
  "onboarding",
  Effect.fn(function* (handlers) {
    const onboarding = yield* Onboarding
    const generation = yield* Generation
    const chat = yield* Chat
    const generate = yield* generating
    const seed = Effect.fnUntraced(function* (from: "url" | "repo", url: string) {
      const { customer_id } = yield* Principal
      const { onboarding_session_id, operation_id } = yield* generation.seed(customer_id, { kind: "seed", from, url })
      return { onboarding_session_id, operation_id, status: "preparing" } as const
    })
    return handlers.handleAll({
      open: Effect.fnUntraced(function* ({ payload }) {
        const { created, session } = yield* onboarding.open((yield* Principal).customer_id, payload?.description)
        // Both statuses have the same body, which leaves the choice to the handler.
        return HttpServerResponse.jsonUnsafe(session, { status: created ? 201 : 200 })
      }),
      current: Effect.fnUntraced(function* () {
        return yield* onboarding.current((yield* Principal).customer_id)
      }),
      preparingStatus: Effect.fnUntraced(function* () {
        return yield* onboarding.preparing((yield* Principal).customer_id)
      }),
      reset: Effect.fnUntraced(function* () {
        return yield* onboarding.reset((yield* Principal).customer_id)
      }),
      seedFromDescription: Effect.fnUntraced(function* ({ payload }) {
        return yield* onboarding.seed((yield* Principal).customer_id, payload.description)
      }),
      seedFromUrl: ({ payload }) => seed("url", payload.url),
      seedFromRepo: ({ payload }) => seed("repo", payload.repo_url),
      answers: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* onboarding.answer((yield* Principal).customer_id, params.id, payload.answers)
      }),
      generatePlan: ({ params, payload }) =>
        generate(params.id, { kind: "plan", instructions: payload?.instructions ?? null }),
      regeneratePlan: ({ params, payload }) =>
        generate(params.id, { kind: "plan", instructions: payload?.instructions ?? null }),
      generateGuide: ({ params, payload }) => generate(params.id, { kind: "guide", stack: payload?.stack ?? null }),
      message: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        const current = yield* CurrentRequest
        const reply = yield* chat.say(customer_id, params.id, payload.message, yield* CommandKey)
        current.replayed = reply._tag === "There" && reply.is_repeated
        return HttpServerResponse.stream(Stream.encodeText(spoken(reply, current.requestId)), {
          contentType: "text/event-stream",
          headers: { "cache-control": "no-store" }
        })
      }),
      apply: Effect.fnUntraced(function* ({ params, payload }) {
        const { customer_id } = yield* Principal
        return yield* onboarding.apply(customer_id, params.id, payload?.mode ?? "replace_draft")
      })
    })
  })
).pipe(Layer.provide([Onboarding.layer, Generation.layer, Chat.layer]))

const WaitlistGroup = HttpApiBuilder.group(
  feature(WaitlistApi),
  "onboarding-waitlist",
  Effect.fn(function* (handlers) {
    const store = yield* OnboardingStore
    return handlers.handleAll({
      join: Effect.fnUntraced(function* ({ payload }) {
        yield* store.wait(payload.email, payload.use_case ?? null)
        return { accepted: true } as const
      })
    })
  })
).pipe(Layer.provide(OnboardingStore.layer))

export const OnboardingHttp = Layer.mergeAll(OnboardingGroup, WaitlistGroup)
