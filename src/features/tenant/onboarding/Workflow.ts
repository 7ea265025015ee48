/** A generation is one step: what is left of a broken one is thrown away, and the session is free again. */
import { Effect } from "effect"
import { Activity } from "effect/workflow"
import type { OperationKey } from "../../../platform/cluster/OperationKey.ts"
import { Generate, Generation } from "./Service/Generation.ts"

const generate = (key: OperationKey) =>
  Activity.make({
    name: "generate",
    execute: Effect.flatMap(Generation, (generation) => generation.run(key))
  })

/** Needs WorkflowEngine and Generation. */
export const OnboardingLive = Generate.toLayer(
  Effect.fn("Onboarding")(function* ({ customer_id, operation_id }) {
    yield* generate({ customer_id, operation_id })
  })
)
