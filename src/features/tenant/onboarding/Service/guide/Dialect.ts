/** What a language has to say to speak to the service. Keys come from the environment; events carry their own id. */

export type Value = string | number | boolean | ReadonlyArray<never> | Readonly<Record<string, never>>

export interface EventCall {
  readonly event_type: string
  readonly properties: ReadonlyArray<readonly [name: string, value: Value]>
}

export interface Dialect {
  readonly language: string
  readonly files: { readonly client: string; readonly events: string; readonly webhook: string }
  /** sends, retries under the same event_id, hatches, mints tokens for widgets */
  readonly client: string
  events(calls: ReadonlyArray<EventCall>): string
  readonly webhook: string
}

/** A literal in double quotes, for languages that put nothing in between. */
export const quoted = (text: string): string => JSON.stringify(text)
/** A literal in single quotes, for those that would. */
export const single = (text: string): string => `'${text.replaceAll(/[\\']/g, (mark) => `\\${mark}`)}'`
