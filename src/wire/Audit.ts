/**
 * Who did what to a workspace: kept for its own people to read, without anything a user or a client chose. Routes stand
 * as templates, people and keys as their ids; names are looked up when somebody reads, so that they go with the person.
 */
export interface AuditActor {
  readonly type: "account" | "api_key" | "sso" | "system"
  /** null: of the service itself */
  readonly id: string | null
}

export interface AuditTarget {
  /** `member`, `webhook_config` */
  readonly type: string
  readonly id: string
}

/** What a request will have done, once it is answered. */
export interface Audited {
  readonly customer_id: string
  readonly actor: AuditActor
  /** `<group>.<endpoint>` */
  readonly action: string
  /** null: no request did it */
  readonly method: string | null
  /** the route's template */
  readonly path: string | null
  readonly target: AuditTarget | null
}
