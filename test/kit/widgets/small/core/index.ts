/**
 * Widgets as small as can be, under the real loader: the core draws a line of text that tells what it was given. Who
 * tests how things are built, served and loaded looks at these, whatever the real ones look like.
 */
import { h, render } from "preact"
import type { Core, MountHost } from "../../../../../src/widgets/contract.ts"
import { Line } from "./Line.tsx"

export { shout } from "./words.ts"

const views = {
  buddy: () => import("../views/buddy/index.tsx"),
  path: () => import("../views/path/index.tsx")
}

const hosts = new Set<MountHost>()

/** For whoever tests from inside the page. */
Object.assign(globalThis, { smallHosts: hosts })

const draw = async (host: MountHost) => {
  const { title } = host.widget === "path" ? await views.path() : await views.buddy()
  const { default: words } = await import("../languages/en.ts")
  const token = await host.token("missing").catch(() => null)
  const { pathKey = "", theme = "" } = host.settings()
  const text = [title, words.hello, token ?? "no token", pathKey, theme, HATCHERY_VERSION].join(" ")
  if (!hosts.has(host)) return
  render(h(Line, { text: text.replace(/ +/g, " ") }), host.root)
  host.emit("loaded", { widget: host.widget })
}

export const core: Core = {
  mount: (host) => {
    hosts.add(host)
    render(h(Line, { text: "skeleton" }), host.root)
    return {
      ready: draw(host),
      update: () => void draw(host),
      refresh: () => void draw(host),
      unmount: () => {
        hosts.delete(host)
        render(null, host.root)
      }
    }
  },
  track: async (event, apiBase) => ({ event, apiBase })
}
