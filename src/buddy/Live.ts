/**
 * The buddy kernel as one layer. Wants AppConfig, Sharding, DatabaseUrl, SqlClient and the platform's Tenants, KeyRing,
 * Changes and Outbox.
 */
import { Layer } from "effect"
import { DeadLetters } from "../platform/deadletters/DeadLetters.ts"
import { VitalSql } from "../platform/postgres/VitalSql.ts"
import { Buddies } from "./Buddies.ts"
import { Directory } from "./actor/Directory.ts"
import { BuddyEntityLive } from "./actor/Entity.ts"
import { ActorServices } from "./actor/ActorServices.ts"
import { Journal } from "./journal/Journal.ts"
import { LedgerSigner } from "./journal/LedgerSigner.ts"
import { Loader } from "./actor/Loader.ts"
import { EventRouting } from "./routing/EventRouting.ts"
import { Signals } from "./signals/Signals.ts"
import { Snapshots } from "./actor/Snapshots.ts"
import { BuddyStore } from "./actor/Store.ts"
import { Usage } from "./quota/Usage.ts"

/** For a process that calls buddies; it owns none unless `BuddyEntityLive` is there too. */
const Callers = Layer.mergeAll(Buddies.layer, Usage.layer)

const Shared = ActorServices.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Loader.layer, Journal.layer, Directory.layer, EventRouting.layer, Signals.layer)),
  Layer.provide(DeadLetters.layer),
  Layer.provideMerge(Snapshots.layer),
  Layer.provideMerge(Layer.mergeAll(BuddyStore.layer.pipe(Layer.provide(VitalSql)), LedgerSigner.layer))
)

/** `owner`: buddies live in this process (roles all and runner); otherwise they are only called (role api). */
export const BuddyLive = (options: { readonly owner: boolean }) =>
  (options.owner ? Layer.mergeAll(Callers, BuddyEntityLive) : Callers).pipe(Layer.provideMerge(Shared))
