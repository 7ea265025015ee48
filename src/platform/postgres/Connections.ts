/** How many connections to Postgres a node takes for what it does most of the time. */
import { Context } from "effect"
import type { PlacesOptions } from "../requests/FairPlaces.ts"

export interface ConnectionCounts {
  readonly statements: PlacesOptions
  readonly transactions: PlacesOptions
  /** of the pool in VitalSql */
  readonly vital: number
}

/**
 * Requests, workflows and the pump share the first two; buddies and their journal, reports and shard locks have their
 * own. A statement needs its connection for milliseconds, a transaction for as long as it stays open. Readers of
 * buddies collect their keys into one statement each: a few connections carry thousands of them.
 */
export const Connections = Context.Reference<ConnectionCounts>("hatchery/postgres/Connections", {
  defaultValue: () => ({
    statements: { places: 10, places_per_tenant: 7 },
    transactions: { places: 8, places_per_tenant: 5 },
    vital: 4
  })
})
