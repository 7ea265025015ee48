/** Pages of ours that a tenant's users open: hosted pages, showrooms, shared buddies. */
import type { PageProps } from "../../core/kinds.ts"
import { go } from "../../core/router.ts"
import { Page } from "../../ui/page.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { surfaces as words } from "../../words/insight.ts"
import { HostedPages, Showrooms } from "./lists.tsx"
import { Shares } from "./shares.tsx"

const parts = { pages: HostedPages, showrooms: Showrooms, shares: Shares }
type Tab = keyof typeof parts

const tabs = Object.entries(words.tabs).map(([key, text]) => ({ key, text }))

const Surfaces = ({ rest }: PageProps) => {
  const tab: Tab = Object.hasOwn(parts, rest) ? (rest as Tab) : "pages"
  const Part = parts[tab]
  return (
    <Page title={words.title} intro={words.intro}>
      <div>
        <Tabs
          label={words.label}
          tabs={tabs}
          current={tab}
          onTab={(key) => go(key === "pages" ? "/surfaces" : `/surfaces/${key}`, { replace: true })}
        >
          <div class="stack tab-body">
            <Part />
          </div>
        </Tabs>
      </div>
    </Page>
  )
}

export default Surfaces
