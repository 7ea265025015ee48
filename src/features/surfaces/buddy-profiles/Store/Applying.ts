/**
 * A template on many buddies. What is kept of a profile are the fields that are not at their default, so filling in
 * (`fill`) is the template below the profile, and writing over (`overwrite`) the template alone.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { KeptProfile } from "../Rules.ts"

export interface Application {
  readonly profile_template_id: string
  readonly profile: KeptProfile
  readonly mode: "fill" | "overwrite"
}

/** The buddies that are named, of any status, or the active ones of an audience; null: of every audience. */
export type Selection = { readonly buddy_ids: ReadonlyArray<string> } | { readonly audience: string | null }

const CountsRow = Schema.Struct({ matched: Schema.Int, changed: Schema.Int, archived: Schema.Int })
export const Applied = Schema.Struct({ buddy_id: Schema.String, is_active: Schema.Boolean, is_changed: Schema.Boolean })
export type Applied = typeof Applied.Type

export interface Applying {
  /** what applying would come to; writes nothing */
  preview(customer_id: string, application: Application, selection: Selection): Effect.Effect<typeof CountsRow.Type>
  /**
   * The next buddies in order of their ids, with what became of them; archived ones stay as they are. Those this
   * operation changed before count as changed: a batch that was lost is told as it was.
   */
  apply(
    key: OperationKey,
    application: Application,
    selection: Selection,
    after: string | null,
    count: number
  ): Effect.Effect<ReadonlyArray<Applied>>
}

export const applying = (sql: SqlClient.SqlClient, changes: CacheInvalidation["Service"]): Applying => {
  const selected = (customer_id: string, selection: Selection) =>
    "buddy_ids" in selection
      ? sql`b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${selection.buddy_ids}::uuid[])`
      : sql`b.customer_id = ${customer_id}::uuid AND b.status = 'active'
            AND (${selection.audience}::text IS NULL OR b.audience = ${selection.audience})`

  const looked = (customer_id: string, application: Application, selection: Selection) => {
    const { mode, profile, profile_template_id } = application
    const template = sql`${JSON.stringify(profile)}::jsonb`
    const present = sql`coalesce(p.profile, '{}')`
    const differs =
      mode === "fill"
        ? sql`${template} || ${present} <> ${present}`
        : sql`(${template} <> ${present} OR p.profile_template_id IS DISTINCT FROM ${profile_template_id}::uuid)`
    return sql`
      SELECT b.buddy_id, b.status = 'active' AS is_active, b.status = 'active' AND ${differs} AS differs, p.applied_by
      FROM buddy_identities AS b LEFT JOIN buddy_profiles AS p USING (customer_id, buddy_id)
      WHERE ${selected(customer_id, selection)}`
  }

  return {
    preview: Effect.fn("ProfileStore.preview")(function* (customer_id, application, selection) {
      const counts = yield* row(CountsRow)(sql`
        SELECT (count(*) FILTER (WHERE is_active))::int AS matched, (count(*) FILTER (WHERE differs))::int AS changed,
          (count(*) FILTER (WHERE NOT is_active))::int AS archived
        FROM (${looked(customer_id, application, selection)}) AS looked`)
      return Option.getOrThrow(counts)
    }),
    apply: Effect.fn("ProfileStore.apply")(function* (key, application, selection, after, count) {
      const { customer_id, operation_id } = key
      const { mode, profile, profile_template_id } = application
      const now = yield* nowDate
      const merged = mode === "fill" ? sql`excluded.profile || kept.profile` : sql`excluded.profile`
      const applied = yield* rows(Applied)(sql`
        WITH looked AS (
          ${looked(customer_id, application, selection)} AND (${after}::uuid IS NULL OR b.buddy_id > ${after}::uuid)
          ORDER BY b.buddy_id LIMIT ${count}
        ), written AS (
          INSERT INTO buddy_profiles AS kept
            (customer_id, buddy_id, profile, profile_template_id, applied_at, applied_by, updated_at)
          SELECT ${customer_id}::uuid, buddy_id, ${JSON.stringify(profile)}::jsonb, ${profile_template_id}::uuid,
            ${now}, ${operation_id}::uuid, ${now}
          FROM looked WHERE differs ORDER BY buddy_id
          ON CONFLICT (customer_id, buddy_id) DO UPDATE
          SET profile = ${merged}, profile_template_id = excluded.profile_template_id,
              applied_at = excluded.applied_at, applied_by = excluded.applied_by, updated_at = excluded.updated_at)
        SELECT buddy_id, is_active, differs OR coalesce(applied_by = ${operation_id}::uuid, false) AS is_changed
        FROM looked ORDER BY buddy_id`)
      // Pages that show them are kept in memory: whoever is hidden now is gone from them at once.
      const mayHide = mode === "overwrite" || profile.is_private === true
      if (mayHide && applied.some(({ is_changed }) => is_changed))
        yield* changes.publish({ _tag: "Tenant", customer_id })
      return applied
    }, transactionOf(sql))
  }
}
