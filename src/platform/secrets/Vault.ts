/**
 * Secrets of tenants at rest, sealed for their place (see Sealing). The key comes from SECRET_KEY; without it, one is
 * generated once and kept in the database (weaker: a dump then holds both halves, which is why production sets the
 * variable). What earlier keys sealed opens as long as SECRET_KEY_PREVIOUS names them.
 */
import { Context, Effect, Layer } from "effect"
import { AppConfig } from "../../Config.ts"
import { KeyRing } from "./KeyRing.ts"
import { open, seal, sealingKey } from "./Sealing.ts"
import { configuredKeys, configuredSealer } from "./ServiceKeys.ts"

export class Vault extends Context.Service<
  Vault,
  {
    seal(plain: string, place: string): Effect.Effect<Uint8Array>
    /** dies when the value was not sealed for this place: that is tampering or a bug */
    open(sealed: Uint8Array, place: string): Effect.Effect<string>
    /** undefined when no key there is opens it for this place */
    tryOpen(sealed: Uint8Array, place: string): Effect.Effect<string | undefined>
    /** of the key that seals now: the hex of the four bytes everything it sealed begins with */
    keyName(): string
  }
>()("hatchery/platform/Vault") {
  static readonly layer = Layer.effect(
    Vault,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const ring = yield* KeyRing
      const configured = configuredKeys(config)
      const sealer = () => configuredSealer(config) ?? sealingKey(ring.signing("vault").material)
      const tryOpen = Effect.fnUntraced(function* (sealed: Uint8Array, place: string) {
        const generated = yield* ring.all("vault")
        const keys = [...configured, ...generated.map(({ material }) => sealingKey(material))]
        const plain = open(keys, sealed, place)
        return plain === undefined ? undefined : Buffer.from(plain).toString("utf8")
      })
      return Vault.of({
        tryOpen,
        keyName: () => sealer().name,
        seal: (plain, place) => Effect.suspend(() => seal(sealer(), Buffer.from(plain, "utf8"), place)),
        open: (sealed, place) =>
          Effect.flatMap(tryOpen(sealed, place), (plain) =>
            plain === undefined
              ? Effect.die(new Error(`no key opens what is sealed for ${place}`))
              : Effect.succeed(plain)
          )
      })
    })
  )
}
