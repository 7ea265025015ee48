/** The console: what a tenant's people set up, try and watch their workspace with. */
import { render } from "preact"
import { App } from "./shell/app.tsx"

const place = document.getElementById("console")
if (place !== null) {
  place.replaceChildren()
  render(<App />, place)
}
