/** What variables of every kind have in common. */
import { Config, Option, Schema } from "effect"

export const optional = <A>(config: Config.Config<A>) => Config.map(Config.option(config), Option.getOrUndefined)
export const secret = (name: string) => optional(Config.Redacted(name))

const isHttp = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? "") && !/\s/.test(address)

export const HttpUrl = Schema.String.check(
  Schema.makeFilter((address: string) => (isHttp(address) ? undefined : "an http or https URL is wanted"))
)

/** Paths are written behind it, and everybody reads it. */
export const BaseUrl = HttpUrl.check(
  Schema.makeFilter((address: string) => {
    const { hash, password, search, username } = URL.parse(address) ?? {}
    return [hash, password, search, username].every((part) => part === "")
      ? undefined
      : "an http or https URL without a user, a query and a fragment is wanted"
  })
)
