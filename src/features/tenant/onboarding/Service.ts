/** Onboarding sessions as a tenant leads them: begun, fed, answered, applied, given up. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { nowDate, transactionOf } from "../../../platform/postgres/Sql.ts"
import type { ConfigVersion } from "../../../wire/answers/ConfigVersion.ts"
import { NotFound, type ValidationFailed } from "../../../wire/Failure.ts"
import { Presets } from "../../authoring/presets/Service.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import {
  type OnboardingBusy,
  type OnboardingCapReached,
  type OnboardingClosed,
  OnboardingNotPlanned
} from "./Api/Refusals.ts"
import type { PreparingStatus, Session } from "./Api/Session.ts"
import { answered, type AnswersPatch } from "./Api/Questions.ts"
import { OnboardingStore } from "./Store.ts"
import { free, opening, sourceOf, writable } from "./Service/Sessions.ts"
import { preparingOf, type SessionRow, toWire } from "./Store/Rows.ts"

type Closed = OnboardingClosed | OnboardingBusy

interface Service {
  open(
    customer_id: string,
    description: string | undefined
  ): Effect.Effect<{ readonly session: Session; readonly created: boolean }, OnboardingCapReached>
  current(customer_id: string): Effect.Effect<Session, NotFound>
  show(customer_id: string, id: string): Effect.Effect<Session, NotFound>
  preparing(customer_id: string): Effect.Effect<PreparingStatus>
  reset(customer_id: string): Effect.Effect<{ reset: boolean; onboarding_session_id: string | null }>
  seed(customer_id: string, description: string): Effect.Effect<Session, OnboardingBusy | OnboardingCapReached>
  answer(customer_id: string, id: string, patch: AnswersPatch): Effect.Effect<Session, NotFound | Closed>
  apply(
    customer_id: string,
    id: string,
    mode: "replace_draft" | "merge"
  ): Effect.Effect<ConfigVersion, NotFound | Closed | OnboardingNotPlanned | ValidationFailed>
}

export class Onboarding extends Context.Service<Onboarding, Service>()("hatchery/features/onboarding/Onboarding") {
  static readonly layer = Layer.effect(
    Onboarding,
    Effect.suspend(() => make)
  ).pipe(Layer.provideMerge(OnboardingStore.layer), Layer.provide([Presets.layer, OperationStore.layer]))
}

type Store = OnboardingStore["Service"]

const wiring = (store: Store) =>
  Effect.fnUntraced(function* (customer_id: string, session: SessionRow) {
    const plan = yield* store.plan(customer_id, session)
    return toWire({ session, plan, left: yield* store.left(customer_id), now: yield* nowDate })
  })

const make = Effect.gen(function* () {
  const store = yield* OnboardingStore
  const presets = yield* Presets
  const operations = yield* OperationStore
  const transaction = transactionOf(yield* SqlClient.SqlClient)

  return Onboarding.of({
    ...reading(store),
    ...feeding(store, transaction),
    reset: Effect.fn("Onboarding.reset")(function* (customer_id) {
      const found = Option.getOrNull(yield* store.current(customer_id))
      const abandoned = yield* store.abandonAll(customer_id)
      // What is being generated is for nobody any more, for whichever of them; its credits come back.
      for (const { busy } of abandoned) {
        if (busy !== null) yield* Effect.ignore(operations.cancel(customer_id, busy.operation_id))
      }
      // One that nobody touched for long was given up before.
      return { reset: found !== null, onboarding_session_id: found?.session_id ?? null }
    }),
    apply: Effect.fn("Onboarding.apply")(function* (customer_id, id, mode) {
      const held = yield* store.hold(customer_id, id)
      yield* writable(held, ["open", "planned", "applied"])
      if (held.status === "applied") return yield* presets.current(customer_id)
      const plan = yield* store.plan(customer_id, held)
      if (plan === null) return yield* new OnboardingNotPlanned()
      const preset = { key: plan.preset_key, content: plan.content }
      const draft = yield* mode === "merge" ? presets.merge(customer_id, preset) : presets.apply(customer_id, preset)
      yield* store.change(customer_id, held.session_id, { status: "applied" })
      return draft
    }, transaction)
  })
})

const reading = (store: Store): Pick<Service, "current" | "show" | "preparing"> => {
  const wire = wiring(store)
  return {
    current: Effect.fn("Onboarding.current")(function* (customer_id) {
      const found = yield* store.current(customer_id)
      if (Option.isNone(found)) return yield* new NotFound({ resource: "onboarding session" })
      return yield* wire(customer_id, found.value)
    }),
    show: Effect.fn("Onboarding.show")(function* (customer_id, id) {
      return yield* wire(customer_id, yield* store.find(customer_id, id))
    }),
    preparing: Effect.fn("Onboarding.preparing")(function* (customer_id) {
      return preparingOf(Option.getOrNull(yield* store.current(customer_id)), yield* nowDate)
    })
  }
}

const feeding = (
  store: Store,
  transaction: ReturnType<typeof transactionOf>
): Pick<Service, "open" | "seed" | "answer"> => {
  const wire = wiring(store)
  const openOrNew = opening(store)
  return {
    open: Effect.fn("Onboarding.open")(function* (customer_id, description = "") {
      const source = sourceOf(description.trim() === "" ? "none" : "description", description)
      const { created, session } = yield* transaction(openOrNew(customer_id, source, description))
      return { created, session: yield* wire(customer_id, session) }
    }),
    seed: Effect.fn("Onboarding.seed")(function* (customer_id, description) {
      const source = sourceOf("description", description)
      const seeded = yield* transaction(
        Effect.gen(function* () {
          const { session } = yield* openOrNew(customer_id, source, description)
          yield* free(session)
          yield* store.take(customer_id, "seeds")
          const read = { source, seed_text: description, seed_events: [] }
          return yield* store.change(customer_id, session.session_id, read)
        })
      )
      return yield* wire(customer_id, seeded)
    }),
    answer: Effect.fn("Onboarding.answer")(function* (customer_id, id, patch) {
      const session = yield* transaction(
        Effect.gen(function* () {
          const held = yield* store.hold(customer_id, id)
          yield* writable(held)
          return yield* store.change(customer_id, held.session_id, { answers: answered(held.answers, patch) })
        })
      )
      return yield* wire(customer_id, session)
    })
  }
}
