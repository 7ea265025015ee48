/** Proposes a look; reads a site where one is named, as strictly as onboarding does. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { RateLimits } from "../../../platform/requests/RateLimits.ts"
import { type Budget, SiteFetcher } from "../../../platform/sites/Fetcher.ts"
import { pageText } from "../../../platform/sites/Html.ts"
import { siteLook } from "../../../platform/sites/Look.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { RateLimited } from "../../../wire/Group.ts"
import { suggestLimits, type SuggestTheme, type ThemeSuggestion } from "./Api.ts"
import { suggestionOf } from "./Rules.ts"

const bytes_max = 1_000_000
const patience_ms = 15_000
const words_max = 20_000
const pages = /^text\/html$|^application\/xhtml\+xml$/

export class ThemeSuggestions extends Context.Service<
  ThemeSuggestions,
  {
    suggest(customer_id: string, known: SuggestTheme): Effect.Effect<ThemeSuggestion, ValidationFailed | RateLimited>
  }
>()("hatchery/features/widget-theme/ThemeSuggestions") {
  static readonly layer = Layer.effect(
    ThemeSuggestions,
    Effect.gen(function* () {
      const fetcher = yield* SiteFetcher
      const rates = yield* RateLimits
      const look = Effect.fnUntraced(function* (url: string) {
        const budget: Budget = { bytes_left: bytes_max, until: (yield* Clock.currentTimeMillis) + patience_ms }
        const { text } = yield* fetcher.get(url, budget, { types: pages })
        return { ...siteLook(text), text: pageText(text).text.slice(0, words_max) }
      })
      return ThemeSuggestions.of({
        suggest: Effect.fn("ThemeSuggestions.suggest")(function* (customer_id, { website_url, ...known }) {
          if (website_url === undefined) return suggestionOf(known)
          const problem = fetcher.refuses(website_url)
          if (problem !== undefined) return yield* ValidationFailed.at(["website_url"], problem)
          // It would change nothing.
          if (known.brand_color !== undefined) return suggestionOf(known)
          const key = `widget_theme ${customer_id}`
          const taken = yield* rates.ask(key, { limit: suggestLimits.sites_a_minute, seconds: 60 })
          if (!taken.allowed) return yield* new RateLimited({ retry_after_seconds: taken.retry_after_seconds })
          const site = yield* Effect.option(look(website_url))
          return suggestionOf({ ...known, site: Option.getOrUndefined(site) })
        })
      })
    })
  ).pipe(Layer.provide(SiteFetcher.layer))
}
