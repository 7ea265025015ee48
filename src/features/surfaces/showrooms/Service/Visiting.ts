/** Whoever opens a showroom: counted once a day, and told as long as it is not a crowd. */
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { iso } from "../../../../wire/Ids.ts"
import { Visits } from "../../visits/Service.ts"
import { sourceOf, visited } from "../Rules.ts"
import { ShowroomStore } from "../Store.ts"
import type { ShowroomRow } from "../Store/Rows.ts"

export interface Visitor {
  readonly user_agent: string | undefined
  /** what the address had of a QR code */
  readonly k: string | null | undefined
}

const minute_ms = 60_000
/** Showrooms that have told enough of a minute; when it is full, others are asked once more. */
const quiet_max = 10_000

export class ShowroomVisits extends Context.Service<
  ShowroomVisits,
  {
    /** beside the answer: nobody waits for it */
    note(showroom: ShowroomRow, visitor: Visitor): Effect.Effect<void>
  }
>()("hatchery/features/showrooms/ShowroomVisits") {
  static readonly layer = Layer.effect(
    ShowroomVisits,
    Effect.gen(function* () {
      const visits = yield* Visits
      const store = yield* ShowroomStore
      const outbox = yield* Outbox
      const transaction = transactionOf(yield* SqlClient.SqlClient)
      // One at a time: a crowd waits here and finds it quiet, and holds no connection of others meanwhile.
      const turn = yield* Semaphore.make(1)
      const minuteNow = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / minute_ms))
      const quiet = { minute: 0, showrooms: new Set<string>() }

      const tell = Effect.fnUntraced(function* (
        { customer_id, showroom_id, slug }: ShowroomRow,
        source: "link" | "qr"
      ) {
        const minute = yield* minuteNow
        if (quiet.minute !== minute || quiet.showrooms.size >= quiet_max)
          Object.assign(quiet, { minute, showrooms: new Set<string>() })
        if (quiet.showrooms.has(showroom_id)) return
        const isTold = yield* transaction(
          Effect.gen(function* () {
            if (!(yield* store.tell(customer_id, showroom_id))) return false
            const body = { showroom_id, slug, source, occurred_at: iso(yield* nowDate) }
            yield* outbox.enqueue(customer_id, [{ event: "showroom.visited", body }])
            return true
          })
        )
        // In the next minute it may speak again.
        if (!isTold && quiet.minute === (yield* minuteNow)) quiet.showrooms.add(showroom_id)
      }, turn.withPermit)

      return ShowroomVisits.of({
        note: Effect.fn("ShowroomVisits.note")(function* (showroom, { k, user_agent }) {
          const visitor = yield* visits.visitor(user_agent)
          if (visitor === undefined) return
          const { customer_id, qr_key, showroom_id: subject_id } = showroom
          const channel = sourceOf(qr_key, k)
          const visit = { customer_id, kind: "showroom", subject_id, event: visited, channel, ...visitor } as const
          const isQuiet = quiet.minute === (yield* minuteNow) && quiet.showrooms.has(subject_id)
          yield* visits.note(visit, isQuiet ? undefined : tell(showroom, channel))
        })
      })
    })
  ).pipe(Layer.provide([Visits.layer, ShowroomStore.layer]))
}
