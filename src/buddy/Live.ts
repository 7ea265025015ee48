/**
 * The buddy kernel as one layer. Wants AppConfig, Sharding, DatabaseUrl, SqlClient and the platform's Tenants, KeyRing,
 * Changes and Outbox.
 */
import { Layer } from "effect"
import { DeadLetters } from "../platform/DeadLetters.ts"
import { VitalSql } from "../platform/VitalSql.ts"
import { Buddies } from "./Buddies.ts"
import { Directory } from "./Directory.ts"
import { BuddyEntityLive } from "./Entity.ts"
import { Environment } from "./Environment.ts"
import { Journal } from "./Journal.ts"
import { LedgerSigner } from "./LedgerSigner.ts"
import { Loader } from "./Loader.ts"
import { Routes } from "./Routes.ts"
import { Signals } from "./Signals.ts"
import { Snapshots } from "./Snapshots.ts"
import { BuddyStore } from "./Store.ts"
import { Usage } from "./Usage.ts"

/** For a process that calls buddies; it owns none unless `BuddyEntityLive` is there too. */
const Callers = Layer.mergeAll(Buddies.layer, Usage.layer)

const Shared = Environment.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Loader.layer, Journal.layer, Directory.layer, Routes.layer, Signals.layer)),
  Layer.provide(DeadLetters.layer),
  Layer.provideMerge(Snapshots.layer),
  Layer.provideMerge(Layer.mergeAll(BuddyStore.layer.pipe(Layer.provide(VitalSql)), LedgerSigner.layer))
)

/** `owner`: buddies live in this process (roles all and runner); otherwise they are only called (role api). */
export const BuddyLive = (options: { readonly owner: boolean }) =>
  (options.owner ? Layer.mergeAll(Callers, BuddyEntityLive) : Callers).pipe(Layer.provideMerge(Shared))
