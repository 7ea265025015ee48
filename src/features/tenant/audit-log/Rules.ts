import { csvText } from "../../../wire/Csv.ts"
import type { AuditEntry } from "./Api.ts"

/** The newest entries a file holds. */
export const csvRowsMax = 50_000

const columns = [
  "created_at",
  "audit_id",
  "actor_type",
  "actor_id",
  "actor_label",
  "action",
  "method",
  "path",
  "target_type",
  "target_id",
  "status",
  "request_id"
]

const cells = ({ action, actor, audit_id, created_at, method, path, request_id, status, target }: AuditEntry) => [
  created_at,
  audit_id,
  actor.type,
  actor.id ?? "",
  actor.label,
  action,
  method ?? "",
  path ?? "",
  target?.type ?? "",
  target?.id ?? "",
  status ?? "",
  request_id
]

/** A part of the file; the first one has the names of the columns. */
export const csvPart = (entries: ReadonlyArray<AuditEntry>, isFirst: boolean): string => {
  const text = csvText(columns, entries.map(cells))
  return isFirst ? text : text.slice(text.indexOf("\r\n") + 2)
}
