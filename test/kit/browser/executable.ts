/** Where the browser of the system lies. The one without a window takes half the processor time for the same pages. */
import { existsSync } from "node:fs"

const known = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]

export const executable = () => {
  const found = known.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(`There is no ${known.join(" and no ")}: apt-get install -y chromium-headless-shell, or chromium`)
}
