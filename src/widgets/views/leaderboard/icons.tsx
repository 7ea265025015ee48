/** Drawings of this widget alone, of the same hand as those of the core. */
import { Drawing, line } from "../../core/icons.tsx"

/** Points where reading goes to. */
export const Arrow = () => (
  <Drawing name="arrow">
    <path d="M5 12h13M12.5 6.5L18 12l-5.5 5.5" {...line} />
  </Drawing>
)
