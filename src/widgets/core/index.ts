/** The core: what the loader mounts widgets with. What widgets share with it they import from its parts. */
import type { Core } from "../contract.ts"
import { track } from "./actions.ts"
import { mount } from "./mount.tsx"

export const core: Core = { mount, track }
