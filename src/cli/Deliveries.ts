/** `hatchery deliveries`: webhooks that were given up, over all tenants. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  exhaustedByEndpoint,
  type ExhaustedEndpoint,
  retryExhausted
} from "../platform/webhooks/ExhaustedDeliveries.ts"
import { limitFlag, onDatabase, tableText } from "./Operator.ts"
import { printJson, refuse } from "./Outcome.ts"

const endpoints_shown = 50

const stateOf = ({ enabled, url }: ExhaustedEndpoint) => (url === null ? "removed" : enabled ? "enabled" : "disabled")

const cells = (endpoint: ExhaustedEndpoint) => [
  endpoint.webhook_config_id,
  String(endpoint.deliveries),
  stateOf(endpoint),
  endpoint.response_status === null ? "no answer" : String(endpoint.response_status),
  endpoint.oldest_at.toISOString(),
  endpoint.newest_at.toISOString(),
  endpoint.customer_id,
  endpoint.url ?? "-"
]
const names = ["webhook_config_id", "given up", "endpoint", "last answer", "oldest", "newest", "customer_id", "url"]

const exhausted = Command.make(
  "exhausted",
  {
    customer: Flag.String("customer").pipe(Flag.withDescription("only those of this customer_id"), Flag.optional),
    json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("print JSON instead of a table")),
    limit: limitFlag("so many endpoints", endpoints_shown)
  },
  Effect.fnUntraced(function* ({ customer, json, limit }) {
    const found = yield* exhaustedByEndpoint({
      endpoints_max: limit,
      ...(Option.isSome(customer) ? { customer_id: customer.value } : {})
    })
    if (json) return yield* printJson(found)
    yield* Console.log(found.length === 0 ? "No delivery was given up." : tableText(names, found.map(cells)))
  }, onDatabase)
).pipe(Command.withDescription("How many deliveries were given up, by endpoint."))

const retry = Command.make(
  "retry",
  {
    endpoint: Argument.String("webhook_config_id").pipe(Argument.withDescription("as `exhausted` shows it"))
  },
  Effect.fnUntraced(function* ({ endpoint }) {
    const queued = yield* retryExhausted(endpoint)
    if (queued === undefined) return yield* refuse("This endpoint is disabled or does not exist.")
    yield* Console.log(`${queued} will be sent again under their old ids.`)
  }, onDatabase)
).pipe(Command.withDescription("Sends what was given up at an endpoint again."))

export const deliveries = Command.make("deliveries").pipe(
  Command.withDescription("Webhook deliveries of all tenants."),
  Command.withSubcommands([exhausted, retry])
)
