/** What variables of every kind have in common. */
import { Config, Option, Schema } from "effect"

export const optional = <A>(config: Config.Config<A>) => Config.map(Config.option(config), Option.getOrUndefined)
export const secret = (name: string) => optional(Config.Redacted(name))

export const HttpUrl = Schema.String.check(
  Schema.makeFilter((address: string) =>
    /^https?:$/.test(URL.parse(address)?.protocol ?? "") ? undefined : "an http or https URL is wanted"
  )
)
