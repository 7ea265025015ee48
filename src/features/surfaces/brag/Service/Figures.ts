/** What becomes of brags, in figures and as rows. */
import { Clock, Context, Effect, Layer } from "effect"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { makeTurnstile, tellCrowded } from "../../../../platform/requests/FairPlaces.ts"
import { csvText } from "../../../../wire/Csv.ts"
import type { ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { bragActions, bragChannels, bragMoments } from "../../../../wire/surfaces/Brags.ts"
import { rateOf, window_days_default } from "../../../../wire/surfaces/Sharing.ts"
import { windowOf } from "../../visits/Rules.ts"
import { type Days, VisitStore } from "../../visits/Store.ts"
import type { BragChannels, BragFunnel } from "../Api.ts"
import { type Brag, BragStore } from "../Store.ts"

const rows_max = 100_000
/** Read and written at once; others get their turn in between. */
const rows_at_once = 2_000

/** A table of many rows is ten megabytes until it is sent. */
const admission = { places: 4, places_per_tenant: 1, waiting_per_tenant: 5, wait: "5 seconds" } as const

const columns = ["occurred_at", "action", "moment", "subject_key", "channel", "buddy_id"] as const

const cellsOf = ({ action, buddy_id, channel, moment, occurred_at, subject_key }: Brag) => [
  occurred_at.toISOString(),
  action,
  moment,
  subject_key ?? "",
  channel ?? "",
  buddy_id
]

const summed = <A>(rows: ReadonlyArray<A>, count: (row: A) => number, isMeant: (row: A) => boolean) =>
  rows.reduce((sum, row) => (isMeant(row) ? sum + count(row) : sum), 0)

export class BragFigures extends Context.Service<
  BragFigures,
  {
    byChannel(customer_id: string, window_days?: number): Effect.Effect<BragChannels, RateLimited | ServiceUnavailable>
    funnel(customer_id: string, window_days?: number): Effect.Effect<BragFunnel, RateLimited | ServiceUnavailable>
    /** the table of one at a time */
    csv(customer_id: string, window_days?: number): Effect.Effect<string, RateLimited | ServiceUnavailable>
  }
>()("hatchery/features/brag/BragFigures") {
  /** Over the stores it is given. */
  static readonly layerStores = Layer.effect(
    BragFigures,
    Effect.gen(function* () {
      const store = yield* BragStore
      const visits = yield* VisitStore
      const reports = yield* Reports
      const turns = makeTurnstile(admission)
      const tableOf = Effect.fnUntraced(function* (customer_id: string, days: Days) {
        const parts = [csvText(columns, [])]
        let last: Brag | undefined
        for (let count = 0; count < rows_max; count += rows_at_once) {
          const some = yield* store.newest(customer_id, days, last, rows_at_once)
          parts.push(some.map((brag) => csvText(cellsOf(brag), [])).join(""))
          last = some.at(-1)
          if (some.length < rows_at_once) break
        }
        return parts.join("")
      })
      const look = Effect.fnUntraced(function* (customer_id: string, window_days = window_days_default) {
        const days = windowOf(yield* Clock.currentTimeMillis, window_days)
        const [brags, seen] = yield* reports.read(customer_id, (slow) =>
          Effect.all([store.counts(slow, customer_id, days), visits.counts(customer_id, "share", days, slow)])
        )
        return {
          head: { window_days, ...days },
          told: (isMeant: (row: (typeof brags)[number]) => boolean) => summed(brags, ({ brags }) => brags, isMeant),
          seen: (isMeant: (row: (typeof seen)[number]) => boolean) => summed(seen, ({ visits }) => visits, isMeant)
        }
      })
      return BragFigures.of({
        byChannel: Effect.fn("BragFigures.byChannel")(function* (customer_id, window_days) {
          const { head, seen, told } = yield* look(customer_id, window_days)
          const channels = bragChannels.map((channel) => ({
            channel,
            clicked: told((row) => row.channel === channel && row.action === "clicked"),
            shared: told((row) => row.channel === channel && row.action === "shared"),
            viewed: seen((row) => row.channel === channel && row.event === "viewed"),
            cta_clicked: seen((row) => row.channel === channel && row.event === "cta_clicked")
          }))
          return { ...head, channels }
        }),
        funnel: Effect.fn("BragFigures.funnel")(function* (customer_id, window_days) {
          const { head, seen, told } = yield* look(customer_id, window_days)
          const came = (event: string) =>
            seen((row) => row.event === event && bragChannels.some((channel) => channel === row.channel))
          const counts = [
            ...bragActions.map((stage) => ({ stage, count: told(({ action }) => action === stage) })),
            ...(["viewed", "cta_clicked"] as const).map((stage) => ({ stage, count: came(stage) }))
          ]
          const stages = counts.map((one, at) => ({ ...one, rate: rateOf(one.count, counts[at - 1]?.count ?? 0) }))
          const by_moment = bragMoments.map((moment) => ({
            moment,
            shown: told((row) => row.moment === moment && row.action === "shown"),
            clicked: told((row) => row.moment === moment && row.action === "clicked"),
            shared: told((row) => row.moment === moment && row.action === "shared")
          }))
          return { ...head, stages, by_moment }
        }),
        csv: Effect.fn("BragFigures.csv")(function* (customer_id, window_days = window_days_default) {
          const days = windowOf(yield* Clock.currentTimeMillis, window_days)
          return yield* turns.pass(customer_id, Effect.result(tableOf(customer_id, days))).pipe(
            Effect.catchTag("Crowded", ({ own }) => tellCrowded(own, "Too many tables are written at the moment.")),
            Effect.flatMap(Effect.fromResult)
          )
        })
      })
    })
  )

  static readonly layer = BragFigures.layerStores.pipe(Layer.provide([BragStore.layer, VisitStore.layer]))
}
