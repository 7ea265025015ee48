/**
 * The quick scenarios of `npm run test:faults`, so that no change of the service goes without them. How long a pause
 * may last is judged there, on a machine that does nothing else.
 */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "../../../src/cli/LocalCluster.ts"
import { table } from "../../faults/harness/Report.ts"
import { playAll } from "../../faults/harness/Suite.ts"
import { openStage } from "../../faults/harness/World.ts"
import { short } from "../../faults/scenarios/index.ts"

const untimed = short.map((scenario) => ({ ...scenario, first_success_max_ms: Infinity, job_max_ms: Infinity }))

it.live(
  "a cluster that loses a runner in the middle of a commit, and its database, loses nothing it acknowledged",
  () =>
    Effect.acquireUseRelease(
      Effect.promise(async () => openStage({ api: 1, runners: 2, port: await freePort() })),
      (stage) =>
        Effect.promise(async () => {
          const lines: Array<string> = []
          const verdict = await playAll(stage, {
            scenarios: untimed,
            seed: "short",
            rounds: 1,
            tenants: 3,
            buddies_per_tenant: 10,
            per_second: 30,
            calm_seconds: 1,
            waits_for_webhooks: false,
            print: (line) => lines.push(line)
          })
          assert.isTrue(verdict.isGreen, [...lines, table(verdict.rows), ...verdict.reasons].join("\n"))
        }),
      (stage) => Effect.promise(() => stage.close())
    )
)
