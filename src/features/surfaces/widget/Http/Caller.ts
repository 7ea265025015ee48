/** Who a widget token speaks for. */
import { Effect } from "effect"
import { type Caller, Principal } from "../../../../wire/Principal.ts"

/** The gate lets nobody else through to this group. */
export const widgetCaller = Effect.flatMap(
  Principal,
  (caller): Effect.Effect<Extract<Caller, { readonly scopes: unknown }>> =>
    caller.kind === "session" || caller.kind === "embed"
      ? Effect.succeed(caller)
      : Effect.die(new Error("a widget route without a widget token"))
)
