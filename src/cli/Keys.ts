/** `hatchery keys`: the keys of the service itself; running nodes hear of every change at once. */
import { Clock, Console, Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { LedgerSigner } from "../buddy/journal/LedgerSigner.ts"
import { BuddyStore } from "../buddy/actor/Store.ts"
import { LedgerHeads } from "../features/economy/economy/Service/Heads.ts"
import { codesAnew, codesOf } from "../features/surfaces/hosted-surfaces/Store/Codes.ts"
import { KeyRing } from "../platform/secrets/KeyRing.ts"
import { resealAll, unsealed } from "../platform/secrets/SealedValues.ts"
import {
  makeMissingKeys,
  type Purpose,
  purposeNames,
  purposes,
  readKeys,
  resealKeys,
  retireKey,
  rotateKey,
  type ServiceKey
} from "../platform/secrets/ServiceKeys.ts"
import { Vault } from "../platform/secrets/Vault.ts"
import { onMigratedDatabase, tableText } from "./Operator.ts"
import { refuse } from "./Outcome.ts"

/** As the service knows its keys when the command starts. */
export const Keys = LedgerHeads.layer.pipe(
  Layer.provideMerge(Vault.layer),
  Layer.provideMerge(Layer.mergeAll(BuddyStore.layer, LedgerSigner.layer)),
  Layer.provideMerge(KeyRing.once)
)

const onKeys = <A, E, R>(handler: Effect.Effect<A, E, R>) =>
  onMigratedDatabase(Effect.andThen(makeMissingKeys, Effect.provide(handler, Keys)))

const timeOf = (moment: number) => new Date(moment).toISOString()

const signs = (key: ServiceKey, keys: ReadonlyArray<ServiceKey>) =>
  key === keys.find(({ purpose, retired_at }) => purpose === key.purpose && retired_at === Infinity)

const counting = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  return (yield* readKeys).filter(({ retired_at }) => retired_at > now)
})

const names = ["purpose", "key_id", "made", "counts until", "", "for"]

const list = Command.make("list", {}, () =>
  onKeys(
    Effect.gen(function* () {
      const keys = yield* counting
      const cells = (key: ServiceKey) => [
        key.purpose,
        key.key_id,
        timeOf(key.created_at),
        key.retired_at === Infinity ? "it is retired" : timeOf(key.retired_at),
        signs(key, keys) ? "makes what is new" : "",
        purposes[key.purpose].what
      ]
      const ordered = purposeNames.flatMap((name) => keys.filter(({ purpose }) => purpose === name))
      yield* Console.log(tableText(names, ordered.map(cells)))
    })
  )
).pipe(Command.withDescription("The keys that count, by purpose."))

/** What a rotation leaves to be done. */
const afterwards = (purpose: Purpose): string =>
  purposes[purpose].shown_for_ms === null
    ? "What the old key made stays good until you retire it: run reseal, then retire it."
    : "The old key counts until what it signed has ended. If it is known to others, retire it now."

const rotate = Command.make(
  "rotate",
  {
    purpose: Argument.Literals("purpose", purposeNames).pipe(Argument.withDescription("as `list` shows it"))
  },
  ({ purpose }) =>
    onKeys(
      Effect.gen(function* () {
        const key_id = yield* rotateKey(purpose)
        yield* Console.log(`${key_id} makes ${purposes[purpose].what} from now on. ${afterwards(purpose)}`)
      })
    )
).pipe(Command.withDescription("Makes a new key; what the others made goes on counting for as long as it is used."))

/** Codes of players nobody can make anew: they end with the key, or it stays. */
const codesLost = Effect.fnUntraced(function* (key: ServiceKey, keys: ReadonlyArray<ServiceKey>) {
  const followers = keys.filter(({ created_at, purpose }) => purpose === key.purpose && created_at > key.created_at)
  const followed_at = Math.min(...followers.map(({ created_at }) => created_at))
  const { readable, unreadable } = yield* codesOf(key, new Date(followed_at))
  if (readable > 0) return `${readable} codes of players are not made with the newest key yet: run reseal first.`
  return unreadable > 0
    ? `${unreadable} players may have a code of this key, and no copy of it is kept that could be made anew: have ` +
        "new ones given to them first (regenerate-access), or say --lose-codes. Cards go on opening."
    : undefined
})

/** What would be lost with a key; undefined when nothing would. */
const stillNeeded = Effect.fnUntraced(function* (key: ServiceKey) {
  const heads = key.purpose === "ledger_head" ? yield* (yield* LedgerHeads).behind : 0
  if (heads > 0) return `${heads} ledgers are not signed with the newest key yet: run reseal first.`
  const secrets = key.purpose === "vault" ? yield* unsealed : 0
  if (secrets > 0) return `${secrets} secrets wait to be sealed anew: run reseal first.`
  return undefined
})

const retire = Command.make(
  "retire",
  {
    key_id: Argument.String("key_id").pipe(Argument.withDescription("as `list` shows it")),
    loseCodes: Flag.Boolean("lose-codes").pipe(
      Flag.withDefault(false),
      Flag.withDescription("of access_code: also where codes of players end with it")
    )
  },
  ({ key_id, loseCodes }) =>
    onKeys(
      Effect.gen(function* () {
        const keys = yield* counting
        const key = keys.find((one) => one.key_id === key_id)
        if (key === undefined) return yield* refuse("There is no such key, or it is retired.")
        if (signs(key, keys))
          return yield* refuse(`It makes ${purposes[key.purpose].what}: rotate ${key.purpose} first.`)
        const lost = key.purpose === "access_code" && !loseCodes ? yield* codesLost(key, keys) : undefined
        const needed = lost ?? (yield* stillNeeded(key))
        if (needed !== undefined) return yield* refuse(needed)
        yield* retireKey(key_id)
        yield* Console.log(`${key_id} is retired: nothing it made counts any more.`)
      })
    )
).pipe(Command.withDescription("Ends a key now: what it signed is refused from this moment on."))

const reseal = Command.make("reseal", {}, () =>
  onKeys(
    Effect.gen(function* () {
      const keys = yield* resealKeys
      const { cards, draws, endpoints, erasures, lost, sso } = yield* resealAll
      const codes = yield* codesAnew
      const { broken, checked, signed } = yield* (yield* LedgerHeads).resign
      yield* Console.log(`keys sealed anew              ${keys}`)
      yield* Console.log(`webhook endpoints sealed anew ${endpoints}`)
      yield* Console.log(`seeds of draws sealed anew    ${draws}`)
      yield* Console.log(`of erasures sealed anew       ${erasures}`)
      yield* Console.log(`of single sign-on sealed anew ${sso}`)
      yield* Console.log(`of players sealed anew        ${cards}`)
      yield* Console.log(`codes of players made anew    ${codes}`)
      yield* Console.log(`ledgers signed anew           ${signed} of ${checked}`)
      for (const what of lost) yield* Console.error(`no key opens the secrets of ${what}`)
      for (const one of broken)
        yield* Console.error(`not signed, for it is not whole: buddy ${one.buddy_id} of customer ${one.customer_id}`)
      if (lost.length + broken.length > 0) return yield* refuse("Not everything could be done.")
    })
  )
).pipe(Command.withDescription("Seals and signs anew, with the newest keys, whatever older ones did. May be repeated."))

export const keys = Command.make("keys").pipe(
  Command.withDescription("The keys of the service itself: what signs logins, widgets, cursors and ledgers."),
  Command.withSubcommands([list, rotate, retire, reseal])
)
