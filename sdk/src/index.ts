/**
 * `@hatchery/sdk`: the whole API for servers. `new Hatchery({ apiKey, baseUrl })`, then
 * `hatchery.<resource>.<method>(...)`: both names are the operation's id in the OpenAPI document.
 */
import { clientOf, type ClientMethods } from "./client.ts"
import { type EnsureBuddy, type EnsuredBuddy, ensureBuddy } from "./ensureBuddy.ts"
import { type AllResources, operations } from "./generated/operations.ts"
import type { Operation } from "./generated/types.ts"
import { waitFor, type WaitOptions } from "./operations.ts"
import type { ClientOptions } from "./transport.ts"

/** What a wait gives back. */
export type CompletedOperation = Operation & { readonly status: "completed" }

export interface Helpers {
  readonly operations: {
    /** Resolves when it has completed; else an OperationFailedError, -CancelledError or -TimeoutError. */
    wait(operationId: string, options?: WaitOptions): Promise<CompletedOperation>
  }
  /** The active buddy of this user, hatched from an egg if there is none: call it at every sign-in. */
  ensureBuddy(buddy: EnsureBuddy, options?: Omit<WaitOptions, "onProgress">): Promise<EnsuredBuddy>
}

const Base = clientOf<AllResources>(operations)

const Whole = class extends Base {
  constructor(options: ClientOptions) {
    super(options)
    const wait = (operationId: string, options?: WaitOptions) =>
      waitFor((read) => this.operations.get(operationId, read), options)
    Object.assign(this.operations, { wait })
  }

  ensureBuddy(buddy: EnsureBuddy, options?: Omit<WaitOptions, "onProgress">) {
    return ensureBuddy(this, buddy, options)
  }
}

export const Hatchery = Whole as unknown as new (options: ClientOptions) => AllResources & ClientMethods & Helpers
export type Hatchery = InstanceType<typeof Hatchery>

export type { EnsureBuddy, EnsuredBuddy } from "./ensureBuddy.ts"
export {
  OperationCancelledError,
  OperationError,
  OperationFailedError,
  OperationTimeoutError,
  type WaitOptions
} from "./operations.ts"
export * from "./shared.ts"
