/** Who is calling: the result of authentication, provided to every handler behind the gate. */
import { Context } from "effect"
import type { Permission, Scope, WidgetName } from "./Access.ts"
import type { Role } from "./Roles.ts"

export type Caller =
  | {
      readonly kind: "secret"
      readonly customer_id: string
      readonly credential_id: string
      readonly label: string
      readonly mode: "live" | "test"
    }
  | {
      readonly kind: "publishable"
      readonly customer_id: string
      readonly credential_id: string
      readonly label: string
      readonly permissions: ReadonlyArray<Permission>
      readonly allowed_origins: ReadonlyArray<string> | null
    }
  | {
      readonly kind: "dashboard"
      readonly customer_id: string
      readonly credential_id: string
      readonly label: string
      readonly role: Role
    }
  | {
      readonly kind: "session" | "embed"
      readonly customer_id: string
      readonly credential_id: string
      readonly label: string
      readonly buddy_id: string
      readonly user_id: string
      readonly scopes: ReadonlyArray<Scope>
      /** the one it was minted for; null: any */
      readonly widget: WidgetName | null
      /** types of events it may send; null: any */
      readonly event_types: ReadonlyArray<string> | null
      readonly allowed_origins: ReadonlyArray<string> | null
      /** epoch ms */
      readonly expires_at: number
    }

export class Principal extends Context.Service<Principal, Caller>()("hatchery/wire/Principal") {}
