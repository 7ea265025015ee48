/** What became of shared buddies, by days of UTC: the only ones links are counted by. */
import { Clock, Effect } from "effect"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { UnknownAudience } from "../../../../wire/refusals/Intake.ts"
import type { Sharing } from "../../../surfaces/buddy-share/Service.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { byPeriod, periodsIn, shownWindow, windowOf } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import { byFigure, isAudience, type LookQuery } from "./Look.ts"

const day_ms = 86_400_000

export const shareFunnel = (figures: Figures["Service"], sharing: Sharing["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string, { audience, ...asked }: LookQuery) {
    const now = yield* Clock.currentTimeMillis
    const today = Math.floor(now / day_ms)
    const window = windowOf(asked, today)
    if (window instanceof ValidationFailed) return yield* window
    if (audience !== undefined && !(yield* isAudience(figures, customer_id, audience))) {
      return yield* new UnknownAudience({ audience })
    }
    const days = { from: textOf(window.from), to: textOf(window.to) }
    const { channels, series, ...told } = yield* sharing.funnel(customer_id, { ...days, audience })
    const at = (name: "cta_clicked" | "links" | "opened" | "shared" | "viewed") =>
      byPeriod(window, new Map(series.map((day) => [dayOfText(day.period), day[name]])))
    const [links, opened, shared, viewed, cta_clicked] = [
      at("links"),
      at("opened"),
      at("shared"),
      at("viewed"),
      at("cta_clicked")
    ]
    return {
      window: shownWindow(window, "UTC"),
      audience: audience ?? null,
      as_of: new Date(now).toISOString(),
      stale: false,
      ...told,
      channels: channels.toSorted(
        byFigure(
          (one) => one.shared,
          ({ channel }) => channel
        )
      ),
      series: periodsIn(window, today).map(({ at: first, complete, period }) => ({
        period,
        complete,
        links: links(first),
        opened: opened(first),
        shared: shared(first),
        viewed: viewed(first),
        cta_clicked: cta_clicked(first)
      }))
    }
  })
