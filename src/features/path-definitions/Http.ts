import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uuid } from "../../platform/Ids.ts"
import { AlreadyExists, NotFound } from "../../wire/Failure.ts"
import { feature } from "../../wire/Group.ts"
import { Principal } from "../../wire/Principal.ts"
import { stepsMax, subStepsMax } from "../../wire/content/PathDefinition.ts"
import { PathDefinitionsApi, PathTooLong } from "./Api.ts"
import { reordered, replaced, stepAt, stepsShown, type StoredStep, subStepAt, subStepsShown, without } from "./Rules.ts"
import { PathStore } from "./Store.ts"
import { buddyPaths } from "./Store/BuddyPaths.ts"

const missing = (resource: string) => new NotFound({ resource })

/** The place of what a request names, or 404. */
const placeOf = (place: number, resource: string) =>
  place < 0 ? Effect.fail(missing(resource)) : Effect.succeed(place)

const places = (found: ReadonlyArray<number>, resource: string) =>
  found.includes(-1) ? Effect.fail(missing(resource)) : Effect.succeed(found)

/** Another of the list may not have the key already. */
const free = (place: number, own: number, resource: string, key: string) =>
  place < 0 || place === own ? Effect.void : Effect.fail(new AlreadyExists({ resource, key }))

const room = (length: number, max: number) => (length < max ? Effect.void : Effect.fail(new PathTooLong({ max })))

export const PathDefinitionsHttp = HttpApiBuilder.group(
  feature(PathDefinitionsApi),
  "path-definitions",
  Effect.fn(function* (handlers) {
    const store = yield* PathStore
    const buddies = yield* buddyPaths
    const tenant = Effect.map(Principal, ({ customer_id }) => customer_id)

    const edit = <A, E>(
      id: string,
      change: (steps: ReadonlyArray<StoredStep>) => Effect.Effect<readonly [ReadonlyArray<StoredStep>, A], E>
    ) => Effect.flatMap(tenant, (customer_id) => store.edit(customer_id, id, change))

    /** The same for the sub-steps of one step. */
    const editStep = <A, E>(
      params: { readonly id: string; readonly step_id: string },
      change: (step: StoredStep) => Effect.Effect<readonly [StoredStep["sub_steps"], A], E>
    ) =>
      edit(params.id, (steps) =>
        Effect.gen(function* () {
          const place = yield* placeOf(stepAt(steps, params.step_id), "step")
          const step = steps[place]!
          const [sub_steps, answer] = yield* change(step)
          return [replaced(steps, place, { ...step, sub_steps }), answer] as const
        })
      )

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list(yield* tenant, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.create(yield* tenant, payload)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read(yield* tenant, params.id)
      }),
      replace: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* store.replace(yield* tenant, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* store.remove(yield* tenant, params.id)
      }),
      activate: Effect.fnUntraced(function* ({ params }) {
        return yield* store.setActive(yield* tenant, params.id, true)
      }),
      deactivate: Effect.fnUntraced(function* ({ params }) {
        return yield* store.setActive(yield* tenant, params.id, false)
      }),
      steps: Effect.fnUntraced(function* ({ params }) {
        return { data: (yield* store.read(yield* tenant, params.id)).steps }
      }),
      createStep: Effect.fnUntraced(function* ({ params, payload }) {
        const sub_steps = yield* Effect.forEach(payload.sub_steps, (subStep) =>
          Effect.map(uuid, (sub_step_id) => ({ sub_step_id, ...subStep }))
        )
        const made = { step_id: yield* uuid, step_key: payload.step_key, title: payload.title, sub_steps }
        return yield* edit(params.id, (steps) =>
          Effect.gen(function* () {
            yield* free(stepAt(steps, made.step_key), -1, "step", made.step_key)
            yield* room(steps.length, stepsMax)
            const next = [...steps, made]
            return [next, stepsShown(next).at(-1)!] as const
          })
        )
      }),
      reorderSteps: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* edit(params.id, (steps) =>
          Effect.map(
            places(
              payload.ids.map((id) => stepAt(steps, id)),
              "step"
            ),
            (order) => {
              const next = reordered(steps, order)
              return [next, { data: stepsShown(next) }] as const
            }
          )
        )
      }),
      replaceStep: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* edit(params.id, (steps) =>
          Effect.gen(function* () {
            const place = yield* placeOf(stepAt(steps, params.step_id), "step")
            yield* free(stepAt(steps, payload.step_key), place, "step", payload.step_key)
            const next = replaced(steps, place, { ...steps[place]!, ...payload })
            return [next, stepsShown(next)[place]!] as const
          })
        )
      }),
      removeStep: Effect.fnUntraced(function* ({ params }) {
        yield* edit(params.id, (steps) =>
          Effect.map(placeOf(stepAt(steps, params.step_id), "step"), (place) => [without(steps, place), null] as const)
        )
      }),
      subSteps: Effect.fnUntraced(function* ({ params }) {
        const { steps } = yield* store.read(yield* tenant, params.id)
        const step = steps.find(
          (one) => one.step_key === params.step_id || one.step_id === params.step_id.toLowerCase()
        )
        return step === undefined ? yield* missing("step") : { data: step.sub_steps }
      }),
      createSubStep: Effect.fnUntraced(function* ({ params, payload }) {
        const made = { sub_step_id: yield* uuid, ...payload }
        return yield* editStep(params, ({ sub_steps }) =>
          Effect.gen(function* () {
            yield* free(subStepAt(sub_steps, made.sub_step_key), -1, "sub-step", made.sub_step_key)
            yield* room(sub_steps.length, subStepsMax)
            const next = [...sub_steps, made]
            return [next, subStepsShown(next).at(-1)!] as const
          })
        )
      }),
      reorderSubSteps: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* editStep(params, ({ sub_steps }) =>
          Effect.map(
            places(
              payload.ids.map((id) => subStepAt(sub_steps, id)),
              "sub-step"
            ),
            (order) => {
              const next = reordered(sub_steps, order)
              return [next, { data: subStepsShown(next) }] as const
            }
          )
        )
      }),
      replaceSubStep: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* editStep(params, ({ sub_steps }) =>
          Effect.gen(function* () {
            const place = yield* placeOf(subStepAt(sub_steps, params.sub_step_id), "sub-step")
            yield* free(subStepAt(sub_steps, payload.sub_step_key), place, "sub-step", payload.sub_step_key)
            const next = replaced(sub_steps, place, { sub_step_id: sub_steps[place]!.sub_step_id, ...payload })
            return [next, subStepsShown(next)[place]!] as const
          })
        )
      }),
      removeSubStep: Effect.fnUntraced(function* ({ params }) {
        yield* editStep(params, ({ sub_steps }) =>
          Effect.map(
            placeOf(subStepAt(sub_steps, params.sub_step_id), "sub-step"),
            (place) => [without(sub_steps, place), null] as const
          )
        )
      }),
      buddyPath: Effect.fnUntraced(function* ({ params }) {
        return yield* buddies.read(yield* tenant, params.buddy_id, params.path_key)
      }),
      complete: Effect.fnUntraced(function* ({ params }) {
        return yield* buddies.complete(yield* tenant, params.buddy_id, params.path_key, params.sub_step_key)
      })
    })
  })
).pipe(Layer.provide(PathStore.layer))
