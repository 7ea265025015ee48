/** `hatchery analytics`: figures, counted again out of what is stored. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Rebuilt, RebuildStore } from "../features/insight/analytics/Store/Rebuild.ts"
import { isUuid } from "../wire/Ids.ts"
import { onMigratedDatabase } from "./Operator.ts"
import { refuse } from "./Outcome.ts"

const customer = Flag.String("customer").pipe(Flag.withDescription("of this workspace alone"), Flag.optional)

const wordsOf = (customer_id: string, told: Rebuilt): string => {
  switch (told._tag) {
    case "Rebuilt":
      return `${customer_id}: ${told.rows} rows, ${told.isChanged ? "other than before" : "as they were"}.`
    case "Erasing":
      return `${customer_id}: left as it is, users are being erased; try again when that has ended.`
    case "Unknown":
      return (
        `${customer_id}: left as it is. ${told.erasures} users were erased before a release that keeps what they ` +
        "had counted, and it would be lost."
      )
  }
}

const nobody = "00000000-0000-0000-0000-000000000000"

const rebuildOne = Effect.fnUntraced(function* (customer_id: string) {
  const told = yield* (yield* RebuildStore).rebuild(customer_id)
  yield* Console.log(wordsOf(customer_id, told))
  return told._tag === "Rebuilt"
})

/** Whoever names a workspace wants that one. Of all of them some are always left for another time. */
const rebuildNamed = Effect.fnUntraced(function* (customer_id: string) {
  if (!(yield* rebuildOne(customer_id))) process.exitCode = 1
})

const rebuildAll = Effect.gen(function* () {
  const { workspaces } = yield* RebuildStore
  let left = 0
  for (let after = nobody; ;) {
    const page = yield* workspaces(after)
    if (page.length === 0) break
    for (const customer_id of page) if (!(yield* rebuildOne(customer_id))) left++
    after = page.at(-1)!
  }
  if (left > 0) yield* Console.log(`Left as they are: ${left}.`)
})

const rebuild = Command.make("rebuild", { customer }, ({ customer: given }) => {
  const one = Option.getOrUndefined(given)
  if (one !== undefined && !isUuid(one)) return refuse(`${one} is no id of a workspace.`)
  const work = one === undefined ? rebuildAll : rebuildNamed(one)
  return onMigratedDatabase(Effect.provide(work, RebuildStore.layer))
}).pipe(Command.withDescription("Counts figures again out of events, ledger and history; the service may run."))

export const analytics = Command.make("analytics").pipe(
  Command.withDescription("What reports are made of."),
  Command.withSubcommands([rebuild])
)
