/**
 * Who may call what. One table, credential kind x route class, drives the gate and its test; default deny. A cell is
 * `yes`, `no` (403 forbidden), `permission` (publishable keys: the endpoint's `Permission` must be granted) or `scope`
 * (widget tokens: the endpoint's `Scope` must be held, and an embed has none but `read`). No or a bad credential is
 * always 401.
 */
import { Context } from "effect"
import type { Capability } from "./Plans.ts"

export const credentialKinds = ["secret", "publishable", "session", "embed", "dashboard"] as const
export type CredentialKind = (typeof credentialKinds)[number]

export type Cell = "yes" | "no" | "permission" | "scope"

export const routeClasses = [
  "tenant_read",
  "runtime_write",
  "override",
  "config",
  "account",
  "dashboard_only",
  "whoami",
  "mint_session",
  "mint_embed",
  "widget_read",
  "widget_write"
] as const
export type RouteClass = (typeof routeClasses)[number]

export const accessTable: Readonly<Record<RouteClass, Readonly<Record<CredentialKind, Cell>>>> = {
  tenant_read: { secret: "yes", publishable: "permission", session: "no", embed: "no", dashboard: "yes" },
  runtime_write: { secret: "yes", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  override: { secret: "yes", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  config: { secret: "yes", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  account: { secret: "yes", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  // Money and passwords belong to a person, never to a key that sits on a server.
  dashboard_only: { secret: "no", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  whoami: { secret: "yes", publishable: "yes", session: "no", embed: "no", dashboard: "yes" },
  mint_session: { secret: "yes", publishable: "no", session: "no", embed: "no", dashboard: "yes" },
  mint_embed: { secret: "yes", publishable: "permission", session: "no", embed: "no", dashboard: "yes" },
  widget_read: { secret: "no", publishable: "no", session: "scope", embed: "scope", dashboard: "no" },
  widget_write: { secret: "no", publishable: "no", session: "scope", embed: "scope", dashboard: "no" }
}

export const permissions = [
  "buddy:read",
  "leaderboard:read",
  "badges:read",
  "marketplace:read",
  "paths:read",
  "embed_tokens:mint"
] as const
export type Permission = (typeof permissions)[number]

export const scopes = ["read", "events:track", "marketplace:purchase", "items:equip"] as const
export type Scope = (typeof scopes)[number]

export const widgetNames = ["buddy", "leaderboard", "path", "marketplace"] as const
export type WidgetName = (typeof widgetNames)[number]

export type RateBucket = "ingest" | "eggs" | "widget_sessions" | "write" | "read"

/** Annotations of an endpoint (or of its group, which is then the default of its endpoints). */
export class Access extends Context.Service<Access, RouteClass>()("hatchery/wire/Access") {}
export class RequiredPermission extends Context.Service<RequiredPermission, Permission>()(
  "hatchery/wire/RequiredPermission"
) {}
export class RequiredScope extends Context.Service<RequiredScope, Scope>()("hatchery/wire/RequiredScope") {}
export class RequiredCapability extends Context.Service<RequiredCapability, Capability>()(
  "hatchery/wire/RequiredCapability"
) {}
/** Which widget reads a route; tokens minted for one widget open no other. Absent: none does. */
export class OfWidget extends Context.Service<OfWidget, WidgetName | "every">()("hatchery/wire/OfWidget") {}
export class Bucket extends Context.Service<Bucket, RateBucket>()("hatchery/wire/Bucket") {}
/** Uploads, imports and batches may be bigger than an ordinary body. */
export class LargeBody extends Context.Service<LargeBody, true>()("hatchery/wire/LargeBody") {}
/** Routes anybody may call read a few kB, never a megabyte. */
export class SmallBody extends Context.Service<SmallBody, true>()("hatchery/wire/SmallBody") {}
/** Others lead browsers here, with parameters of their own choosing; its handler reads the query itself. */
export class OpenQuery extends Context.Service<OpenQuery, true>()("hatchery/wire/OpenQuery") {}
/** The list of a body whose entries its reader judges one by one: what is wrong with one spoils no other. */
export class OwnEntries extends Context.Service<OwnEntries, string>()("hatchery/wire/OwnEntries") {}
/**
 * Draws or decodes pictures, reckons, or sends many events: work of seconds that harms nobody when it is done twice.
 * Under an Idempotency-Key it is done before the transaction that stores its answer is opened, not inside it.
 */
export class Lengthy extends Context.Service<Lengthy, true>()("hatchery/wire/Lengthy") {}
/**
 * The field of its body that names a host which is looked up. Under an Idempotency-Key that is done before a
 * transaction is opened: a name server answers when it likes.
 */
export class NamesHost extends Context.Service<NamesHost, string>()("hatchery/wire/NamesHost") {}
/** A stream, which keeps its own answers under Idempotency-Keys: its handler is told the key as `CommandKey`. */
export class OwnAnswers extends Context.Service<OwnAnswers, true>()("hatchery/wire/OwnAnswers") {}
/** A body that carries a file as text: one string may be as long as all of it. Wants LargeBody beside it. */
export class FileBody extends Context.Service<FileBody, true>()("hatchery/wire/FileBody") {}
/** Anybody may keep its answer: it carries an ETag of its own making, and whoever has it gets 304. */
export class KeptForAll extends Context.Service<KeptForAll, true>()("hatchery/wire/KeptForAll") {}
/** The field of its answer that says when it was read, the first of that name: another moment alone is no news. */
export class ReadAt extends Context.Service<ReadAt, string>()("hatchery/wire/ReadAt") {}
