/** What the entries with a client have in common. */
export { Call, List, type Page, type Walk } from "./calls.ts"
export type { CredentialOption, CredentialSource } from "./credentials.ts"
export * from "./errors.ts"
export type { ErrorCode, ErrorDetails } from "./generated/errors.ts"
export type * from "./generated/resources.ts"
export type * from "./generated/types.ts"
export type { CallOptions, ClientOptions, Conditional, ConditionalOptions, Reply } from "./transport.ts"
