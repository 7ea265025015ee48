/** What a node takes of memory once it has many buddies awake, and while they go on receiving events. */
import { residentMegabytes } from "./cpu.ts"
import { seed } from "./seed.ts"
import type { Stage } from "./stage.ts"

/** The number of the tenant they belong to, apart from all others. */
const tenant = 3

/** What docs/operations.md advises where memory is dear. */
const frugal = { NODE_OPTIONS: "--max-semi-space-size=16 --max-old-space-size=320", MALLOC_ARENA_MAX: "2" }

export interface Residents {
  readonly buddies: number
  readonly asleep_mb: number
  readonly awake_mb: number
  readonly loaded_mb: number
}

/** On a node that has just started, so that nobody else is awake. */
export const wakeResidents = async (stage: Stage, buddies: number, seconds: number): Promise<Residents> => {
  const { key } = await seed(stage.urls.hatchery, buddies, { receiver: stage.receiver, tenant })
  await stage.restartHatchery(frugal)
  const asleep_mb = residentMegabytes(stage.pid)
  await stage.load("hatchery", { key, users: buddies, seconds: 0 })
  const awake_mb = residentMegabytes(stage.pid)
  await stage.load("hatchery", { key, users: buddies, seconds })
  return { buddies, asleep_mb, awake_mb, loaded_mb: residentMegabytes(stage.pid) }
}

export const residentsLine = ({ asleep_mb, awake_mb, buddies, loaded_mb }: Residents) =>
  `${buddies} resident buddies: ${awake_mb} MB RSS after one event each, ${loaded_mb} MB under load ` +
  `(${asleep_mb} MB just started)`
