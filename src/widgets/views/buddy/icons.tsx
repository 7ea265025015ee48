/** Drawings of this widget alone, of the same hand as those of the core. */
import { Drawing, line } from "../../core/icons.tsx"

export const Snowflake = () => (
  <Drawing name="snow">
    <path
      d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5L12 7l2.5-2.5M9.5 19.5L12 17l2.5 2.5"
      {...line}
      stroke-width="1.7"
    />
  </Drawing>
)
