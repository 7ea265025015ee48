import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { deliveries } from "../../../sdk/cli/src/Tail.ts"
import type { Workspace } from "../../../sdk/cli/src/Workspace.ts"
import { ServerError } from "../../../sdk/src/errors.ts"

const away = new ServerError({ code: "service_unavailable", message: "It is away.", status: 503 })

/** Two endpoints: the deliveries of the first can be read, those of the second only once it is told. */
const workspaceOf = () => {
  const state = { isAway: false, made: [] as ReadonlyArray<string> }
  const deliveryOf = (deliveryId: string) => ({
    deliveryId,
    event: "coins.earned",
    status: "delivered",
    attempts: 1,
    createdAt: "2026-11-30T10:00:00.000Z"
  })
  const webhooks = {
    list: async () => ({ data: ["one", "two"].map((id) => ({ webhookConfigId: id, url: `https://${id}.example` })) }),
    listDeliveries: async (id: string) => {
      if (id === "one") return { data: state.made.map(deliveryOf), nextCursor: null }
      if (state.isAway) throw away
      return { data: [], nextCursor: null }
    }
  }
  const ask: Workspace["ask"] = (call) =>
    Effect.tryPromise({ try: (signal) => call({ webhooks } as never, { signal }), catch: () => away })
  return { state, workspace: { ask } as Workspace }
}

it.effect("shows what was read of one endpoint though another could not be read just then", () =>
  Effect.gen(function* () {
    const lines: Array<unknown> = []
    const { state, workspace } = workspaceOf()
    const output = {
      line: ({ delivery_id }: Readonly<Record<string, unknown>>) => Effect.sync(() => void lines.push(delivery_id)),
      note: () => Effect.void
    }
    const shown = deliveries(workspace, output)
    yield* shown
    Object.assign(state, { isAway: true, made: ["d1"] })
    assert.strictEqual((yield* Effect.result(shown))._tag, "Failure")
    state.isAway = false
    yield* shown
    assert.deepStrictEqual(lines, ["d1"])
  })
)
