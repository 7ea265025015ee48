import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { stepsMax, type SubStepInput, subStepsMax } from "../../../wire/content/PathDefinition.ts"
import { PathDefinitionsApi, PathTooLong } from "./Api.ts"
import {
  reordered,
  replaced,
  stepAt,
  stepsShown,
  type StoredStep,
  type StoredSubStep,
  subStepAt,
  subStepsShown,
  without
} from "./Rules.ts"
import { PathStore } from "./Store.ts"
import { buddyPaths } from "./Service/BuddyPaths.ts"

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

type Steps = ReadonlyArray<StoredStep>
type SubSteps = StoredStep["sub_steps"]

/** Edits of the list of steps: the new list, and what the answer shows of it. */
const addStep = (made: StoredStep) => (steps: Steps) =>
  Effect.gen(function* () {
    yield* free(stepAt(steps, made.step_key), -1, "step", made.step_key)
    yield* room(steps.length, stepsMax)
    const next = [...steps, made]
    return [next, stepsShown(next).at(-1)!] as const
  })

const orderSteps = (ids: ReadonlyArray<string>) => (steps: Steps) =>
  Effect.map(
    places(
      ids.map((id) => stepAt(steps, id)),
      "step"
    ),
    (order) => {
      const next = reordered(steps, order)
      return [next, { data: stepsShown(next) }] as const
    }
  )

const renameStep = (id: string, fields: Pick<StoredStep, "step_key" | "title">) => (steps: Steps) =>
  Effect.gen(function* () {
    const place = yield* placeOf(stepAt(steps, id), "step")
    yield* free(stepAt(steps, fields.step_key), place, "step", fields.step_key)
    const next = replaced(steps, place, { ...steps[place]!, ...fields })
    return [next, stepsShown(next)[place]!] as const
  })

const dropStep = (id: string) => (steps: Steps) =>
  Effect.map(placeOf(stepAt(steps, id), "step"), (place) => [without(steps, place), null] as const)

/** The same for the sub-steps of one step. */
const inStep =
  <A, E>(id: string, change: (subSteps: SubSteps) => Effect.Effect<readonly [SubSteps, A], E>) =>
  (steps: Steps) =>
    Effect.gen(function* () {
      const place = yield* placeOf(stepAt(steps, id), "step")
      const step = steps[place]!
      const [sub_steps, answer] = yield* change(step.sub_steps)
      return [replaced(steps, place, { ...step, sub_steps }), answer] as const
    })

const addSubStep = (made: StoredSubStep) => (subSteps: SubSteps) =>
  Effect.gen(function* () {
    yield* free(subStepAt(subSteps, made.sub_step_key), -1, "sub-step", made.sub_step_key)
    yield* room(subSteps.length, subStepsMax)
    const next = [...subSteps, made]
    return [next, subStepsShown(next).at(-1)!] as const
  })

const orderSubSteps = (ids: ReadonlyArray<string>) => (subSteps: SubSteps) =>
  Effect.map(
    places(
      ids.map((id) => subStepAt(subSteps, id)),
      "sub-step"
    ),
    (order) => {
      const next = reordered(subSteps, order)
      return [next, { data: subStepsShown(next) }] as const
    }
  )

const changeSubStep = (id: string, fields: SubStepInput) => (subSteps: SubSteps) =>
  Effect.gen(function* () {
    const place = yield* placeOf(subStepAt(subSteps, id), "sub-step")
    yield* free(subStepAt(subSteps, fields.sub_step_key), place, "sub-step", fields.sub_step_key)
    const next = replaced(subSteps, place, { sub_step_id: subSteps[place]!.sub_step_id, ...fields })
    return [next, subStepsShown(next)[place]!] as const
  })

const dropSubStep = (id: string) => (subSteps: SubSteps) =>
  Effect.map(placeOf(subStepAt(subSteps, id), "sub-step"), (place) => [without(subSteps, place), null] as const)

export const PathDefinitionsHttp = HttpApiBuilder.group(
  feature(PathDefinitionsApi),
  "path-definitions",
  Effect.fn(function* (handlers) {
    const store = yield* PathStore
    const buddies = yield* buddyPaths
    const tenant = Effect.map(Principal, ({ customer_id }) => customer_id)
    const edit = <A, E>(id: string, change: (steps: Steps) => Effect.Effect<readonly [Steps, A], E>) =>
      Effect.flatMap(tenant, (customer_id) => store.edit(customer_id, id, change))

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(tenant, (customer_id) => store.list(customer_id, query)),
      create: ({ payload }) => Effect.flatMap(tenant, (customer_id) => store.create(customer_id, payload)),
      read: ({ params }) => Effect.flatMap(tenant, (customer_id) => store.read(customer_id, params.id)),
      replace: ({ params, payload }) =>
        Effect.flatMap(tenant, (customer_id) => store.replace(customer_id, params.id, payload)),
      remove: ({ params }) => Effect.flatMap(tenant, (customer_id) => store.remove(customer_id, params.id)),
      activate: ({ params }) => Effect.flatMap(tenant, (customer_id) => store.setActive(customer_id, params.id, true)),
      deactivate: ({ params }) =>
        Effect.flatMap(tenant, (customer_id) => store.setActive(customer_id, params.id, false)),
      steps: Effect.fnUntraced(function* ({ params }) {
        return { data: (yield* store.read(yield* tenant, params.id)).steps }
      }),
      createStep: Effect.fnUntraced(function* ({ params, payload }) {
        const sub_steps = yield* Effect.forEach(payload.sub_steps, (subStep) =>
          Effect.map(uuid, (sub_step_id) => ({ sub_step_id, ...subStep }))
        )
        return yield* edit(params.id, addStep({ step_id: yield* uuid, ...payload, sub_steps }))
      }),
      reorderSteps: ({ params, payload }) => edit(params.id, orderSteps(payload.ids)),
      replaceStep: ({ params, payload }) => edit(params.id, renameStep(params.step_id, payload)),
      removeStep: ({ params }) => Effect.asVoid(edit(params.id, dropStep(params.step_id))),
      subSteps: Effect.fnUntraced(function* ({ params }) {
        const { steps } = yield* store.read(yield* tenant, params.id)
        const step = steps[yield* placeOf(stepAt(steps, params.step_id), "step")]!
        return { data: step.sub_steps }
      }),
      createSubStep: Effect.fnUntraced(function* ({ params, payload }) {
        const made = { sub_step_id: yield* uuid, ...payload }
        return yield* edit(params.id, inStep(params.step_id, addSubStep(made)))
      }),
      reorderSubSteps: ({ params, payload }) => edit(params.id, inStep(params.step_id, orderSubSteps(payload.ids))),
      replaceSubStep: ({ params, payload }) =>
        edit(params.id, inStep(params.step_id, changeSubStep(params.sub_step_id, payload))),
      removeSubStep: ({ params }) =>
        Effect.asVoid(edit(params.id, inStep(params.step_id, dropSubStep(params.sub_step_id)))),
      buddyPath: Effect.fnUntraced(function* ({ params }) {
        return yield* buddies.read(yield* tenant, params.buddy_id, params.path_key)
      }),
      complete: Effect.fnUntraced(function* ({ params }) {
        return yield* buddies.complete(yield* Principal, params.buddy_id, params.path_key, params.sub_step_key)
      })
    })
  })
).pipe(Layer.provide(PathStore.layer))
