/** Everything a call may reject with, but for the reason of the caller's own `signal`. */
import type { ErrorDetails } from "./generated/errors.ts"

export interface ErrorParts {
  readonly code: string
  readonly message: string
  /** of the answer; 0 when there was none */
  readonly status?: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly requestId?: string | null
  readonly retryAfter?: number | null
  readonly cause?: unknown
}

export class HatcheryError extends Error {
  override name = "HatcheryError"
  /** stable: branch on this, never on the message */
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** names the call in the service's logs: say it when you ask for help */
  readonly requestId: string | null
  /** seconds, where the service says when to come again */
  readonly retryAfter: number | null

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.code = parts.code
    this.status = parts.status ?? 0
    this.details = parts.details ?? {}
    this.requestId = parts.requestId ?? null
    this.retryAfter = parts.retryAfter ?? null
  }
}

/** 401: no credential, or one that counts no more. */
export class AuthenticationError extends HatcheryError {
  override name = "AuthenticationError"
}

/** 402: coins, credits, a quota or the plan do not reach. */
export class PaymentRequiredError extends HatcheryError {
  override name = "PaymentRequiredError"
}

/** 403: the credential may not do this. */
export class PermissionError extends HatcheryError {
  override name = "PermissionError"
}

/** 404 */
export class NotFoundError extends HatcheryError {
  override name = "NotFoundError"
}

/** 409: the state of things stands against it. */
export class ConflictError extends HatcheryError {
  override name = "ConflictError"
}

/** 422: what was sent does not fit. */
export class ValidationError extends HatcheryError {
  override name = "ValidationError"

  /** Each with the place of what does not fit, in the names of the wire. */
  get issues(): ReadonlyArray<{ readonly path: ReadonlyArray<string | number>; readonly message: string }> {
    return (this.details as Partial<Pick<ValidationError, "issues">>).issues ?? []
  }
}

/** 429 */
export class RateLimitError extends HatcheryError {
  override name = "RateLimitError"
}

/** 5xx */
export class ServerError extends HatcheryError {
  override name = "ServerError"
}

/** No answer came: the network, a name that leads nowhere, a connection cut. */
export class ConnectionError extends HatcheryError {
  override name = "ConnectionError"
}

/** No answer came within `timeoutMs`. */
export class TimeoutError extends HatcheryError {
  override name = "TimeoutError"
}

/** A secret key does not belong where others can read it. */
export class SecretKeyInBrowserError extends HatcheryError {
  override name = "SecretKeyInBrowserError"

  constructor() {
    super({
      code: "secret_key_in_browser",
      message: "This is a secret key, and this runs where others can read it. Use a publishable key or a widget token."
    })
  }
}

const byStatus: Readonly<Record<number, typeof HatcheryError>> = {
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError
}

/** The error of an answer. */
export const errorOf = (parts: ErrorParts & { readonly status: number }) =>
  new (byStatus[parts.status] ?? (parts.status >= 500 ? ServerError : HatcheryError))(parts)

/** Whether it was refused with this code; then `details` has the fields of it. */
export const isCode = <Code extends keyof ErrorDetails>(
  error: unknown,
  code: Code
): error is HatcheryError & { readonly code: Code; readonly details: ErrorDetails[Code] } =>
  error instanceof HatcheryError && error.code === code
