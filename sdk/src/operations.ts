/** Waiting for what the service goes on doing after its answer. */
import { HatcheryError } from "./errors.ts"
import type { Operation } from "./generated/types.ts"
import { pause, within } from "./transport.ts"

export class OperationError extends HatcheryError {
  override name = "OperationError"
  /** as it was read last; undefined: it could not be read even once */
  readonly operation: Operation | undefined

  constructor(code: string, message: string, operation: Operation | undefined) {
    super({ code, message })
    this.operation = operation
  }
}

/** It ended without a result; `code` is the operation's own. */
export class OperationFailedError extends OperationError {
  override name = "OperationFailedError"
}

/** Somebody ended it before it was done. */
export class OperationCancelledError extends OperationError {
  override name = "OperationCancelledError"
}

/** It goes on, and this wait has ended. */
export class OperationTimeoutError extends OperationError {
  override name = "OperationTimeoutError"
}

export interface WaitOptions {
  /** of the whole wait (120_000) */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** with every reading */
  readonly onProgress?: ((operation: Operation) => void) | undefined
}

type Read<A> = (options: { readonly signal: AbortSignal }) => PromiseLike<A>

/** Reads after 0.25, 0.5, 1 and 2 seconds, and every two from then on, until somebody has seen enough. */
export const polled = async <A, B>(
  read: Read<A>,
  enough: (read: A) => B | undefined,
  signal: AbortSignal
): Promise<B> => {
  for (let waitMs = 250; ; waitMs = Math.min(2000, waitMs * 2)) {
    await pause(waitMs, signal)
    const found = enough(await read({ signal }))
    if (found !== undefined) return found
  }
}

/** What it ended with; undefined while it goes on. */
export const ended = (operation: Operation): Operation | undefined => {
  const { error, operationId, status } = operation
  if (status === "completed") return operation
  if (status === "failed") {
    const { code, message } = error ?? { code: "operation_failed", message: `The operation ${operationId} failed.` }
    throw new OperationFailedError(code, message, operation)
  }
  if (status === "cancelled") {
    throw new OperationCancelledError("operation_cancelled", `The operation ${operationId} was cancelled.`, operation)
  }
  return undefined
}

export const waitFor = (read: Read<Operation>, { onProgress, signal, timeoutMs = 120_000 }: WaitOptions = {}) => {
  let last: Operation | undefined
  const late = () => new OperationTimeoutError("operation_timeout", `It was not done within ${timeoutMs} ms.`, last)
  const enough = (operation: Operation) => {
    last = operation
    onProgress?.(operation)
    return ended(operation)
  }
  return within(timeoutMs, signal, late, (signal) => polled(read, enough, signal))
}
