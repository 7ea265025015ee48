/**
 * The statements of the table config_versions. Those that change rows want the caller to hold `lock` in a
 * transaction.
 */
import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { offsetList } from "../../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { iso, isoOrNull, isUuid } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import { assignments } from "../../../../platform/auth/Assignments.ts"
import { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import type { ConfigVersion, ConfigVersionSummary } from "../../../../wire/answers/ConfigVersion.ts"

const SummaryRow = Schema.Struct({
  config_version_id: Schema.String,
  number: Schema.Int,
  name: Schema.NullOr(Schema.String),
  status: Schema.Literals(["draft", "published", "archived"]),
  content_hash: Schema.NullOr(Schema.String),
  created_at: Schema.Date,
  updated_at: Schema.Date,
  published_at: Schema.NullOr(Schema.Date),
  published_by: Schema.NullOr(Schema.String)
})
const VersionRow = Schema.Struct({ ...SummaryRow.fields, content: ConfigContent })
export type VersionRow = typeof VersionRow.Type

const columns =
  "config_version_id, number, name, status, content_hash, created_at, updated_at, published_at, published_by"

export const toSummary = (version: typeof SummaryRow.Type): ConfigVersionSummary => ({
  config_version_id: version.config_version_id,
  number: version.number,
  name: version.name,
  status: version.status,
  is_active: version.status === "published",
  content_hash: version.content_hash,
  created_at: iso(version.created_at),
  updated_at: iso(version.updated_at),
  published_at: isoOrNull(version.published_at),
  published_by: version.published_by
})
export const toWire = (version: VersionRow): ConfigVersion => ({ ...toSummary(version), content: version.content })

export { transactionOf } from "../../../../platform/postgres/Sql.ts"

export const versionReads = (sql: SqlClient.SqlClient) => {
  const summary = sql.literal(columns)
  return {
    list: (customer_id: string, query: OffsetQuery) =>
      offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM config_versions WHERE customer_id = ${customer_id}::uuid`,
        read: (limit, offset) =>
          rows(SummaryRow)(sql`
            SELECT ${summary} FROM config_versions WHERE customer_id = ${customer_id}::uuid
            ORDER BY number DESC LIMIT ${limit} OFFSET ${offset}`)
      }),
    /** there is at most one of either */
    only: (customer_id: string, status: "draft" | "published") =>
      row(VersionRow)(sql`
        SELECT ${summary}, content FROM config_versions
        WHERE customer_id = ${customer_id}::uuid AND status = ${status}`),
    /** `reference` is an identifier or a number */
    find: Effect.fnUntraced(function* (customer_id: string, reference: string) {
      const isNumber = /^\d{1,9}$/.test(reference)
      if (!isNumber && !isUuid(reference)) return yield* new NotFound({ resource: "config version" })
      const found = yield* row(VersionRow)(sql`
        SELECT ${summary}, content FROM config_versions
        WHERE customer_id = ${customer_id}::uuid
          AND ${isNumber ? sql`number = ${Number(reference)}` : sql`config_version_id = ${reference}::uuid`}`)
      return Option.isNone(found) ? yield* new NotFound({ resource: "config version" }) : found.value
    })
  }
}

export const versionWrites = (sql: SqlClient.SqlClient) => {
  const all = sql.literal(`${columns}, content`)
  const { activate } = assignments(sql)
  return {
    lock: (customer_id: string) =>
      execute(sql`SELECT customer_id FROM customers WHERE customer_id = ${customer_id}::uuid FOR NO KEY UPDATE`),
    insertDraft: Effect.fnUntraced(function* (customer_id: string, name: string | null, content: ConfigContent) {
      const now = yield* nowDate
      const made = yield* row(VersionRow)(sql`
        INSERT INTO config_versions
          (customer_id, config_version_id, number, name, status, content, created_at, updated_at)
        SELECT ${customer_id}::uuid, ${yield* uuid}::uuid, coalesce(max(number), 0) + 1, ${name}, 'draft',
               ${JSON.stringify(content)}::jsonb, ${now}, ${now}
        FROM config_versions WHERE customer_id = ${customer_id}::uuid
        RETURNING ${all}`)
      return Option.getOrThrow(made)
    }),
    save: Effect.fnUntraced(function* (
      customer_id: string,
      config_version_id: string,
      fields: { readonly name: string | null; readonly content: ConfigContent }
    ) {
      const saved = yield* row(VersionRow)(sql`
        UPDATE config_versions
        SET name = ${fields.name}, content = ${JSON.stringify(fields.content)}::jsonb, updated_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND config_version_id = ${config_version_id}::uuid RETURNING ${all}`)
      return Option.getOrThrow(saved)
    }),
    /** The draft becomes the published version in the place of the previous one. */
    freeze: Effect.fnUntraced(function* (caller: Caller, config_version_id: string, content: ConfigContent) {
      const { credential_id, customer_id } = caller
      const now = yield* nowDate
      yield* execute(sql`
        UPDATE config_versions SET status = 'archived', updated_at = ${now}
        WHERE customer_id = ${customer_id}::uuid AND status = 'published' RETURNING config_version_id`)
      const published = yield* row(VersionRow)(sql`
        UPDATE config_versions
        SET status = 'published', content = frozen.document, updated_at = ${now}, published_at = ${now},
            content_hash = 'sha256:' || encode(sha256(convert_to(frozen.document::text, 'UTF8')), 'hex'),
            published_by = ${credential_id}
        FROM (SELECT ${JSON.stringify(content)}::jsonb AS document) AS frozen
        WHERE customer_id = ${customer_id}::uuid AND config_version_id = ${config_version_id}::uuid
        RETURNING ${all}`)
      yield* activate(customer_id, config_version_id)
      const { name, number } = Option.getOrThrow(published)
      yield* tellBeside(sql, customer_id, {
        kind: "config_published",
        subject: config_version_id,
        message: `Version ${name === null ? number : `${number} (${name})`} of the rules is in force for new buddies.`,
        details: { config_version_id, number }
      })
      return Option.getOrThrow(published)
    })
  }
}
