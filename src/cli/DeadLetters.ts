/**
 * `hatchery dead-letters`: requests that can never be carried out, until somebody has mended what they tripped over.
 * `retry` only marks them; a runner of the cluster sends them again, through the buddy like any request.
 */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { DeadLetterStore, letterStates, type Letter } from "../platform/deadletters/DeadLetterStore.ts"
import { limitFlag, onDatabase, tableText } from "./Operator.ts"
import { printJson, refuse } from "./Outcome.ts"

const rows_shown = 50

/** Runs a handler where dead letters are looked at and decided on. */
const atDesk = <A, E, R>(handler: Effect.Effect<A, E, R>) => onDatabase(Effect.provide(handler, DeadLetterStore.layer))

const id = Argument.String("dead_letter_id").pipe(Argument.withDescription("as `list` shows it"))
const customer = Flag.String("customer").pipe(Flag.withDescription("only those of this customer_id"), Flag.optional)
const json = Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("print JSON instead of a table"))

const cells = (letter: Letter) => [
  letter.dead_letter_id,
  letter.state,
  String(letter.attempts),
  letter.last_seen_at.toISOString(),
  `${letter.kind} ${letter.identity}`,
  letter.error
]
const names = ["dead_letter_id", "state", "attempts", "last seen", "request", "error"]

const list = Command.make(
  "list",
  {
    customer,
    json,
    state: Flag.Literals("state", letterStates).pipe(Flag.withDescription("only those in this state"), Flag.optional),
    limit: limitFlag("the newest so many", rows_shown)
  },
  Effect.fnUntraced(function* ({ customer, json, limit, state }) {
    const store = yield* DeadLetterStore
    const letters = yield* store.list(
      {
        ...(Option.isSome(state) ? { state: state.value } : {}),
        ...(Option.isSome(customer) ? { customer_id: customer.value } : {})
      },
      limit
    )
    if (json) return yield* printJson(letters)
    yield* Console.log(letters.length === 0 ? "There are no dead letters." : tableText(names, letters.map(cells)))
  }, atDesk)
).pipe(Command.withDescription("The newest dead letters."))

const show = Command.make(
  "show",
  { id },
  Effect.fnUntraced(function* ({ id }) {
    const found = yield* (yield* DeadLetterStore).find(id)
    if (Option.isNone(found)) return yield* refuse(`There is no dead letter ${id}.`)
    const { payload, ...letter } = found.value
    yield* printJson({ ...letter, payload: JSON.parse(payload) as unknown })
  }, atDesk)
).pipe(Command.withDescription("One dead letter with the request it holds."))

const retry = Command.make(
  "retry",
  {
    id: id.pipe(Argument.optional),
    customer,
    all: Flag.Boolean("all").pipe(
      Flag.withDefault(false),
      Flag.withDescription("all that are open, or all of --customer")
    )
  },
  Effect.fnUntraced(function* ({ all, customer, id }) {
    if (all === Option.isSome(id)) return yield* refuse("Name one dead letter, or say --all.")
    const marked = yield* (yield* DeadLetterStore).retry({
      ...(Option.isSome(id) ? { dead_letter_id: id.value } : {}),
      ...(Option.isSome(customer) ? { customer_id: customer.value } : {})
    })
    if (marked === 0) return yield* refuse("There is no such open dead letter.")
    yield* Console.log(`${marked} will be sent again; look at them with \`list\` in a few seconds.`)
  }, atDesk)
).pipe(Command.withDescription("Asks a running cluster to send open dead letters again."))

const discard = Command.make(
  "discard",
  { id },
  Effect.fnUntraced(function* ({ id }) {
    if (!(yield* (yield* DeadLetterStore).discard(id))) return yield* refuse(`There is no open dead letter ${id}.`)
    yield* Console.log("Given up. Should its sender send it again, it is tried again.")
  }, atDesk)
).pipe(Command.withDescription("Gives an open dead letter up."))

export const deadLetters = Command.make("dead-letters").pipe(
  Command.withDescription("Requests that could not be carried out."),
  Command.withSubcommands([list, show, retry, discard])
)
