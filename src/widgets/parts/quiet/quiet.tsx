/** What is shown where there is nothing to show. */
import type { ComponentChildren } from "preact"
import style from "./style.css"

/** One sentence and a quiet drawing. */
export const Quiet = ({ children, drawing }: { readonly drawing: ComponentChildren; readonly children: string }) => (
  <div class="state quiet-state">
    {drawing}
    <p>{children}</p>
  </div>
)

export { style as quietStyle }
