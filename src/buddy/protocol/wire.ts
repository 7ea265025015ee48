/** How commands and replies travel between runners. */
import { Schema } from "effect"

/** Values of clients that nobody below looks into; on the wire between runners they are JSON. */
export const opaque = <A>() => Schema.Json as unknown as Schema.Codec<A>
/** By tag, so that a command or reply of the engine without a schema does not compile. */
export type Tagged<A extends { readonly _tag: string }> = {
  readonly [Tag in A["_tag"]]: Schema.Codec<Extract<A, { readonly _tag: Tag }>, unknown>
}
