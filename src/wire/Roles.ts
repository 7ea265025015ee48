/**
 * What people of a workspace may do, beside the access table: each role may do what the ones below it may. Secret keys
 * act as admins, so that no key makes or removes an owner.
 */
import { Context, Schema } from "effect"
import type { RouteClass } from "./Access.ts"

/** From the least to the most. */
export const roles = ["member", "admin", "owner"] as const
export const Role = Schema.Literals(roles)
export type Role = typeof Role.Type

/** Annotation of an endpoint (or of its group) whose least role is not that of its class. */
export class RequiredRole extends Context.Service<RequiredRole, Role>()("hatchery/wire/RequiredRole") {}

/** Members read everything and set up rules; what acts for users or opens the workspace to others takes an admin. */
export const leastRole: Readonly<Record<RouteClass, Role>> = {
  tenant_read: "member",
  whoami: "member",
  config: "member",
  runtime_write: "admin",
  override: "admin",
  account: "admin",
  mint_session: "admin",
  mint_embed: "admin",
  // Money: the routes of one's own account say that they are anybody's.
  dashboard_only: "owner",
  // Nobody who signs in calls these.
  widget_read: "owner",
  widget_write: "owner"
}

export const isAtLeast = (held: Role, required: Role): boolean => roles.indexOf(held) >= roles.indexOf(required)
