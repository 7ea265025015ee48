/** A draft tried on what the rounds before have recorded: how long that takes, and what it takes from ingest. */
import { performance } from "node:perf_hooks"
import { ask, type Callee, finished, stateOf } from "./calls.ts"
import type { Measure } from "./report.ts"

/** the default of POST /config-versions/{id}/backtest */
const events_max = 100_000

export interface Trial {
  readonly seconds: number
  readonly events: number
  /** events sent with nothing else to do */
  readonly alone: ReadonlyArray<Measure>
  /** and while another backtest ran */
  readonly beside: ReadonlyArray<Measure>
}

interface Service extends Callee {
  /** the one the draft is a copy of */
  readonly config_version_id: string
}

const begin = async (service: Service, version: string): Promise<string> =>
  (await ask(service, "POST", `/config-versions/${version}/backtest`, { max_events: events_max })).operation_id!

const replayed = async (service: Service, operation_id: string): Promise<number> => {
  const { result } = await finished<{ readonly events: { readonly replayed: number } }>(service, operation_id)
  return result.events.replayed
}

/** `load` sends events for some seconds: by turns with nothing else to do, and beside a backtest that outlasts it. */
export const tryBacktests = async (
  service: Service,
  load: (name: string) => Promise<Measure>,
  rounds: number
): Promise<Trial> => {
  const draft: string = (await ask(service, "POST", `/config-versions/${service.config_version_id}/clone`))
    .config_version_id!
  const started = performance.now()
  const events = await replayed(service, await begin(service, draft))
  const seconds = (performance.now() - started) / 1_000
  const [alone, beside]: [Array<Measure>, Array<Measure>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    alone.push(await load("uniform alone"))
    const running = await begin(service, draft)
    beside.push(await load("uniform while it runs"))
    const { status } = await stateOf(service, running)
    if (status !== "processing")
      throw new Error(`the backtest had ${status} before the load ended: measure for less long`)
    await finished(service, running)
  }
  return { seconds, events, alone, beside }
}
