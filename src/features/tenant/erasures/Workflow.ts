/**
 * What goes on after a user was forgotten: its marks, its ledgers, and every table there is. Each step can be repeated;
 * a crash costs the step it was in. Steps are recorded under these names, and running jobs find them there.
 *
 *   1 begin     the operation is processing
 *   2 eggs      those there were too many of for the request
 *   3 arrivals  what was on its way when it was asked for is there, or given up
 *   4 residue   what figures keep of the user without knowing whose it is
 *   5 marks     events that may not be paid again
 *   6 ledger    told anew, without the tenant's words
 *   7 tables    the registry, and a scan of it: again while something was found
 *   8 finish    proof, webhook and the end of the operation, in one transaction
 *
 * Steps 5 to 7 keep the place they came to (Store/Places). Whatever can be long goes in pages, each in a turn of its
 * tenant's: one that the database gives up makes room for the others, and comes again later and later.
 */
import { Effect, Option, Schema } from "effect"
import { Activity } from "effect/workflow"
import { steady } from "../../../platform/cluster/Jobs.ts"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import type { Paced, Person } from "../../../platform/erasures/Personal.ts"
import { OperationStore } from "../../players/operations/Store.ts"
import { Scan } from "./Api.ts"
import { Erase, ExportUser } from "./Service.ts"
import { residues } from "./Service/Residues.ts"
import { ErasureTurns } from "./Service/Turns.ts"
import { tooMuch, UserExports } from "./Store/Exports.ts"
import { ErasureOpening } from "./Store/Opening.ts"
import type { ErasureKey } from "./Store/Places.ts"
import { ErasureWork } from "./Store/Work.ts"

/** times the registry is applied; what still names the user then is nothing that another time would take out */
const rounds_max = 3

const incomplete = {
  code: "erasure_incomplete",
  message: "Something still names the user. Nothing of it was lost; erase the user again to go on."
}

const begin = (key: OperationKey) =>
  Activity.make({
    name: "begin",
    success: Schema.NullOr(Schema.String),
    execute: Effect.gen(function* () {
      const operations = yield* OperationStore
      const operation = yield* steady(operations.start(key))
      return Option.isNone(operation) ? null : operation.value.resource_id
    })
  })

/** A step over the person, who is read anew each time: no record of the workflow may name anybody. */
const step = <E, R>(name: string, key: ErasureKey, run: (person: Person, paced: Paced) => Effect.Effect<void, E, R>) =>
  Activity.make({
    name,
    execute: Effect.gen(function* () {
      const work = yield* ErasureWork
      const turns = yield* ErasureTurns
      const person = yield* steady(work.person(key))
      if (Option.isSome(person)) yield* Effect.orDie(steady(run(person.value, turns.pacing(key.customer_id))))
    })
  })

const scanned = (number: number, key: ErasureKey) =>
  Activity.make({
    name: `scan/${number}`,
    success: Schema.NullOr(Scan),
    execute: Effect.gen(function* () {
      const work = yield* ErasureWork
      const turns = yield* ErasureTurns
      const person = yield* steady(work.person(key))
      if (Option.isNone(person)) return null
      return yield* steady(work.scan(key, person.value, `scan/${number}`, turns.pacing(key.customer_id)))
    })
  })

/** Needs WorkflowEngine, OperationStore, ErasureOpening, ErasureTurns and ErasureWork. */
export const EraseLive = Erase.toLayer(
  Effect.fn("Erase")(function* (operation) {
    const { customer_id, operation_id } = operation
    const work = yield* ErasureWork
    const opening = yield* ErasureOpening
    const operations = yield* OperationStore
    const erasure_id = yield* begin({ customer_id, operation_id })
    if (erasure_id === null) return
    const key = { customer_id, erasure_id }
    const takeMore = (person: Person) => opening.takeMore(person, erasure_id)
    yield* step("eggs", key, (person, paced) =>
      Effect.asVoid(Effect.repeat(paced(takeMore(person)), { while: (found) => found }))
    )
    yield* step("arrivals", key, () => work.arrivals)
    yield* step("residue", key, (person, paced) =>
      Effect.forEach(residues, (keep) => paced(keep(key, person)), { discard: true })
    )
    yield* step("marks", key, (person, paced) => work.mark(key, person, paced))
    yield* step("ledger", key, (_person, paced) => work.retell(key, paced))
    for (let number = 0; number < rounds_max; number++) {
      const name = `tables/${number}`
      yield* step(name, key, (person, paced) => work.apply(key, person, name, paced))
      const scan = yield* scanned(number, key)
      if (scan === null) return
      if (scan.found > 0) continue
      yield* Activity.make({
        name: "finish",
        execute: steady(work.finish(key, { customer_id, operation_id }, scan))
      })
      return
    }
    yield* Activity.make({
      name: "incomplete",
      execute: Effect.asVoid(steady(operations.fail({ customer_id, operation_id }, incomplete)))
    })
  })
)

/** Needs WorkflowEngine, OperationStore, ErasureTurns and UserExports. */
export const ExportUserLive = ExportUser.toLayer(
  Effect.fn("ExportUser")(function* ({ customer_id, operation_id }) {
    const operation = { customer_id, operation_id }
    const exports = yield* UserExports
    const export_id = yield* begin(operation)
    if (export_id === null) return
    const key = { customer_id, export_id }
    const turns = yield* ErasureTurns
    // Recorded under another name since it answers something: a record of the old kind answers nothing.
    const isWritten = yield* Activity.make({
      name: "write/bounded",
      success: Schema.Boolean,
      execute: steady(exports.write(key, turns.pacing(customer_id)))
    })
    if (!isWritten) {
      const operations = yield* OperationStore
      return yield* Activity.make({
        name: "refuse",
        execute: Effect.asVoid(steady(operations.fail(operation, tooMuch)))
      })
    }
    yield* Activity.make({ name: "finish", execute: steady(exports.finish(key, operation)) })
  })
)
