/** What the clients of all entries have in common. */
import { methodsOf, type Resources } from "./calls.ts"
import { type ClientOptions, connect, type Connection } from "./transport.ts"

/** What every client has beside its resources. */
export interface ClientMethods {
  /** has the function that gives the credential asked again before the next call */
  forgetCredential(): void
}

/** A class of clients with these resources, whose methods have the types that `Methods` says. */
export const clientOf = <Methods extends object>(resources: Resources) =>
  class implements ClientMethods {
    readonly #connection: Connection

    constructor(options: ClientOptions) {
      this.#connection = connect(options)
      Object.assign(this, methodsOf(this.#connection, resources))
    }

    forgetCredential() {
      this.#connection.credential.forget()
    }
  } as unknown as new (options: ClientOptions) => Methods & ClientMethods
