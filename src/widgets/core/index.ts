/** The core: what the loader mounts widgets with. What widgets share with it they import from its parts. */
import { unknownError } from "./api.ts"
import type { Core } from "../contract.ts"
import { mount } from "./mount.tsx"
import { loadTracking } from "./parts.ts"

const track: Core["track"] = async (event, apiBase) => {
  const part = await loadTracking().catch((cause: unknown) => Promise.reject(unknownError(cause)))
  return part.track(event, apiBase)
}

export const core: Core = { mount, track }
