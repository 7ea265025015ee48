/** Drawings of this widget alone, of the same hand as those of the core. */
import { Drawing, line } from "../../core/icons.tsx"

export const Check = () => (
  <Drawing name="check">
    <path d="M5 12.5l4.7 4.7L19 7.5" {...line} />
  </Drawing>
)

export const Lock = () => (
  <Drawing name="lock">
    <rect x="5" y="10.5" width="14" height="10" rx="3" fill="currentColor" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" {...line} />
  </Drawing>
)
