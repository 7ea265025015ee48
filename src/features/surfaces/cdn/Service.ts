/**
 * The files browsers load: this node's own build, made while everything else starts, and the builds of other nodes from
 * the table they share. A build that fails is told of and tried again; nothing else waits for it.
 */
import { Cache, Context, Deferred, Duration, Effect, Exit, Layer, Option, Schedule } from "effect"
import { counters } from "../../../platform/observability/metrics/Family.ts"
import { widgetBuilds } from "../../../platform/observability/metrics/Node.ts"
import { ServiceUnavailable } from "../../../wire/Failure.ts"
import { endBundler, makeBuild } from "./Service/Making.ts"
import { type PackedBuild, type PackedFile, unpack } from "./Service/Packing.ts"
import { CdnStore } from "./Store.ts"

/** How long a request waits for the build that is under way. */
const patience = "5 seconds"
export const retry_after_seconds = 5

/** A node that has just started has better things to do, and one that soon ends need not have begun. */
const first_rush = "1 minute"

/** However many ask for what nobody has, the table is asked this often. */
const addresses_stay = "250 millis"
/** Files of other builds that are kept at hand. */
const files_max = 64
const files_stay = Duration.hours(12)

let made: Promise<PackedBuild> | undefined

/** The sources stay as they are for as long as the process lives: nodes that share one share what it made of them. */
const madeOnce = () =>
  (made ??= makeBuild().catch((error: unknown) => {
    made = undefined
    throw error
  }))

/** Whoever tests what happens around a build brings another one. */
export const WidgetBuild = Context.Reference<() => Promise<PackedBuild>>("hatchery/features/cdn/WidgetBuild", {
  defaultValue: () => madeOnce
})

/** A process that is a node and nothing else has no use for the bundler afterwards: some forty megabytes. */
export const BundlesAlone = Context.Reference<boolean>("hatchery/features/cdn/BundlesAlone", {
  defaultValue: () => false
})

const unavailable = (reason: string) => new ServiceUnavailable({ reason, retry_after_seconds })

const again = Schedule.min([Schedule.exponential("30 seconds"), Schedule.spaced("10 minutes")])

/** Other nodes may be asked for this build as soon as a page has its loader, so it is shared before it is served. */
const share = Effect.fnUntraced(function* ({ build, files }: PackedBuild) {
  const store = yield* CdnStore
  const packed = [...files.values()].map(({ br, name }) => ({ name, bytes: br }))
  const kept = Effect.catchCause(store.keep(build, packed), (cause) =>
    Effect.as(Effect.logWarning("what browsers load could not be shared with other nodes", cause), false)
  )
  return (yield* kept) !== false
})

/** Ends with the build; `tell` hears of each that failed, and of the one that did not. */
const building = (tell: (ended: Exit.Exit<PackedBuild, ServiceUnavailable>) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const builds = counters(widgetBuilds, yield* Effect.context<never>())
    const make = yield* WidgetBuild
    const attempt = Effect.tryPromise(make).pipe(
      Effect.tapError(({ cause }) =>
        Effect.gen(function* () {
          builds.failed.add(1)
          yield* Effect.logError("what browsers load could not be built", cause)
          yield* tell(Exit.fail(unavailable("The widgets could not be built.")))
        })
      )
    )
    const own = yield* Effect.retry(attempt, again)
    if (yield* BundlesAlone) yield* Effect.promise(endBundler)
    builds.built.add(1)
    const isShared = yield* share(own)
    yield* tell(Exit.succeed(own))
    const shareLater = Effect.repeat(share(own), { schedule: again, until: (shared) => shared })
    const press = Effect.delay(Effect.ignoreCause(Effect.promise(own.press)), first_rush)
    yield* Effect.all([press, isShared ? Effect.void : shareLater], { concurrency: "unbounded" })
  })

/** What other nodes have built. */
const makeOthers = Effect.gen(function* () {
  const store = yield* CdnStore
  const addresses = yield* Effect.cachedWithTTL(store.addresses, addresses_stay)
  const files = yield* Cache.make({
    capacity: files_max,
    timeToLive: files_stay,
    lookup: (address: string) => {
      const [build = "", name = ""] = address.split("/")
      return Effect.flatMap(store.find(build, name), (found) =>
        Option.isNone(found) ? Effect.succeedNone : Effect.asSome(Effect.promise(() => unpack(name, found.value)))
      )
    }
  })
  return Effect.fnUntraced(function* (build: string, name: string) {
    const address = `${build}/${name}`
    const isThere = (yield* Cache.has(files, address)) || (yield* addresses).has(address)
    return isThere ? yield* Cache.get(files, address) : Option.none<PackedFile>()
  })
})

export class Cdn extends Context.Service<
  Cdn,
  {
    /** this node's own; waits for it, though not for long */
    readonly own: Effect.Effect<PackedBuild, ServiceUnavailable>
    /** of whichever build; none: nobody has it */
    file(build: string, name: string): Effect.Effect<Option.Option<PackedFile>, ServiceUnavailable>
  }
>()("hatchery/features/cdn/Cdn") {
  static readonly layer = Layer.effect(
    Cdn,
    Effect.gen(function* () {
      let built: PackedBuild | undefined
      let current = Deferred.makeUnsafe<PackedBuild, ServiceUnavailable>()
      const others = yield* makeOthers
      const ended = (exit: Exit.Exit<PackedBuild, ServiceUnavailable>) =>
        Effect.sync(() => {
          const before = current
          if (Exit.isSuccess(exit)) built = exit.value
          current = Deferred.makeUnsafe()
          Deferred.doneUnsafe(current, exit)
          Deferred.doneUnsafe(before, exit)
        })
      yield* Effect.forkScoped(building(ended))
      const own = Effect.suspend(() => Deferred.await(current)).pipe(
        Effect.timeoutOrElse({
          duration: patience,
          orElse: () => Effect.fail(unavailable("The widgets are being built."))
        })
      )
      const fileOf = (mine: PackedBuild, build: string, name: string) =>
        Option.fromNullishOr(mine.build === build ? mine.files.get(name) : undefined)
      return Cdn.of({
        own,
        file: Effect.fnUntraced(function* (build, name) {
          if (built?.build === build) return fileOf(built, build, name)
          const found = yield* others(build, name)
          if (Option.isSome(found) || built !== undefined) return found
          // The build under way may be the one.
          return fileOf(yield* own, build, name)
        })
      })
    })
  ).pipe(Layer.provide(CdnStore.layer))
}
