/**
 * What figures about all users keep of one that is erased, before its rows go: a family that counts users adds what
 * this one counted to sums that belong to nobody. Each may be asked again, so it has to add the same erasure only once.
 */
import type { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Person } from "../../../../platform/erasures/Personal.ts"
import type { Vault } from "../../../../platform/secrets/Vault.ts"
import { keepFigures } from "../../../insight/analytics/Store/Residue.ts"
import type { ErasureKey } from "../Store/Places.ts"

export type Residue = (key: ErasureKey, person: Person) => Effect.Effect<void, never, SqlClient.SqlClient | Vault>

export const residues: ReadonlyArray<Residue> = [keepFigures]
