import type { Scenario } from "../harness/Scenario.ts"
import { closeAndDraw } from "./campaigns.ts"
import { oneSided, partition } from "./network.ts"
import { blackout, deploy, freeze, grow, kill, killAfterCommit, killBeforeCommit, killHatching } from "./nodes.ts"
import { noisyNeighbour } from "./neighbours.ts"
import { poison } from "./poison.ts"
import { backends, crash, lostReplies, restart, unreachable } from "./postgres.ts"
import { publishing } from "./publish.ts"
import { receivers } from "./receivers.ts"
import { eventStorms, keyStorms } from "./storms.ts"

export const scenarios: ReadonlyArray<Scenario> = [
  eventStorms,
  keyStorms,
  noisyNeighbour,
  poison,
  publishing,
  receivers,
  lostReplies,
  backends,
  restart,
  crash,
  unreachable,
  grow,
  deploy,
  kill,
  killBeforeCommit,
  killAfterCommit,
  killHatching,
  closeAndDraw,
  partition,
  oneSided,
  freeze,
  blackout
]

/** Quick ones of each kind, for every run of the tests. */
export const short: ReadonlyArray<Scenario> = [killAfterCommit, restart, blackout]
