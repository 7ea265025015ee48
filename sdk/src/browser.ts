/**
 * `@hatchery/sdk/browser`: what pages may call. Widgets and their tokens, what a publishable key reads, public pages.
 * Secret keys are refused here as they are everywhere that others can read.
 */
import { type BrowserResources, browserOperations } from "./generated/browser.ts"
import { clientOf } from "./client.ts"

export const Hatchery = clientOf<BrowserResources>(browserOperations)
export type Hatchery = InstanceType<typeof Hatchery>

export * from "./shared.ts"
