/**
 * Compiled config versions. A published version never changes, so what is compiled once stays right for ever; only the
 * room is limited. One that names the implicit audience is handed out as it is meant for the tenant now. Drafts are
 * compiled for dry runs and not kept.
 */
import { Context, Effect, Exit, Layer, Schema } from "effect"
import { forSuccessor } from "../../engine/core/Audiences.ts"
import type { Snapshot } from "../../engine/core/Snapshot.ts"
import { type TenantFacts, Tenants } from "../../platform/auth/Tenants.ts"
import { counters, observed } from "../../platform/observability/metrics/Family.ts"
import { configEntries, configLookups } from "../../platform/observability/metrics/Work.ts"
import { isUuid } from "../../wire/Ids.ts"
import { ConfigContent } from "../../wire/content/ConfigContent.ts"
import { Engine } from "./Engine.ts"
import { Unavailable } from "../Protocol.ts"
import { makeSingleFlight } from "../../platform/requests/SingleFlight.ts"
import { BuddyStore } from "./Store.ts"

/** A large version compiles to a few hundred kilobytes. */
const snapshots_max = 500

const decodeContent = Schema.decodeUnknownEffect(ConfigContent)

export class Snapshots extends Context.Service<
  Snapshots,
  {
    /** As it is meant by these facts, or else by those that are known. Never waits; marks the version as used. */
    cached(customer_id: string, config_version_id: string, facts?: TenantFacts): Snapshot | undefined
    /** Undefined: the tenant has no such version. Dies when its content cannot be compiled. */
    find(customer_id: string, config_version_id: string): Effect.Effect<Snapshot | undefined, Unavailable>
    /** The same of a version that is referred to: one that is missing cannot be worked with. */
    get(customer_id: string, config_version_id: string): Effect.Effect<Snapshot, Unavailable>
  }
>()("hatchery/buddy/Snapshots") {
  static readonly layer = Layer.effect(
    Snapshots,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const engine = yield* Engine
      const { meant, meantNow } = meanings(engine, yield* Tenants)
      const once = (yield* makeSingleFlight)<Snapshot | undefined, Unavailable>()
      /** in order of use, oldest first */
      const compiled = new Map<string, Snapshot>()
      const registry = yield* Effect.context<never>()
      const lookups = counters(configLookups, registry)
      observed(configEntries, registry, () => compiled.size)

      const cached = (customer_id: string, config_version_id: string, facts?: TenantFacts) => {
        const key = `${customer_id}/${config_version_id}`
        const snapshot = compiled.get(key)
        if (snapshot === undefined) return undefined
        lookups.hit.add(1)
        compiled.delete(key)
        compiled.set(key, snapshot)
        return meant(customer_id, snapshot, facts)
      }

      const load = Effect.fn("Snapshots.load")(function* (customer_id: string, config_version_id: string) {
        const kept = compiled.get(`${customer_id}/${config_version_id}`)
        if (kept !== undefined) return kept
        if (!isUuid(config_version_id)) return undefined
        const found = yield* Effect.exit(store.content(customer_id, config_version_id))
        if (Exit.isFailure(found))
          return yield* new Unavailable({ reason: "the config version cannot be read", retry_after_seconds: 1 })
        if (found.value === undefined) return undefined
        const { content, status } = found.value
        lookups.miss.add(1)
        const snapshot = engine.compile(yield* Effect.orDie(decodeContent(content)), { config_version_id })
        if (status === "draft") return snapshot
        compiled.set(`${customer_id}/${config_version_id}`, snapshot)
        if (compiled.size > snapshots_max) {
          for (const oldest of compiled.keys()) {
            compiled.delete(oldest)
            break
          }
        }
        return snapshot
      })

      const find = (customer_id: string, config_version_id: string) => {
        const snapshot = cached(customer_id, config_version_id)
        return snapshot === undefined
          ? Effect.flatMap(once(`${customer_id}/${config_version_id}`, load(customer_id, config_version_id)), (found) =>
              meantNow(customer_id, found)
            )
          : Effect.succeed(snapshot)
      }
      return Snapshots.of({
        cached,
        find,
        get: (customer_id, config_version_id) =>
          Effect.flatMap(find(customer_id, config_version_id), (snapshot) =>
            snapshot === undefined ? missing : Effect.succeed(snapshot)
          )
      })
    })
  )
}

/** Versions as they are meant for their tenant now: only those that name the implicit audience mean anything else. */
const meanings = (engine: Engine, tenants: Tenants["Service"]) => {
  /** by what it was compiled of first */
  const renamed = new WeakMap<Snapshot, { readonly successor: string; readonly snapshot: Snapshot }>()
  const meantFor = (snapshot: Snapshot, successor: string | null): Snapshot => {
    if (successor === null) return snapshot
    const known = renamed.get(snapshot)
    if (known?.successor === successor) return known.snapshot
    const { config_version_id, content } = snapshot
    const made = { ...engine.compile(forSuccessor(content, successor), { config_version_id }), names_implicit: true }
    renamed.set(snapshot, { successor, snapshot: made })
    return made
  }
  return {
    /** undefined while the tenant has to be read first */
    meant: (customer_id: string, snapshot: Snapshot, facts = tenants.cached(customer_id)): Snapshot | undefined => {
      if (!snapshot.names_implicit) return snapshot
      return facts && meantFor(snapshot, facts.successor)
    },
    meantNow: Effect.fnUntraced(function* (customer_id: string, snapshot: Snapshot | undefined) {
      if (snapshot?.names_implicit !== true) return snapshot
      const facts = yield* Effect.exit(tenants.get(customer_id))
      if (Exit.isSuccess(facts)) return meantFor(snapshot, facts.value.successor)
      return yield* new Unavailable({ reason: "the tenant cannot be read", retry_after_seconds: 1 })
    })
  }
}

const missing = new Unavailable({ reason: "the config version does not exist", retry_after_seconds: 60 })
