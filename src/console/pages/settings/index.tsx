/** Settings: the workspace, its people, what is switched on, and who did what. */
import type { ComponentType } from "preact"
import type { PageProps } from "../../core/kinds.ts"
import { go } from "../../core/router.ts"
import { Page } from "../../ui/page.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { settings as words } from "../../words/workspace.ts"
import { Audit } from "./audit.tsx"
import { Features } from "./features.tsx"
import { Members } from "./members.tsx"
import { Sso } from "./sso.tsx"
import { WorkspaceForm } from "./workspace.tsx"

type Tab = keyof typeof words.tabs

const parts: Readonly<Record<Tab, ComponentType>> = {
  workspace: WorkspaceForm,
  members: Members,
  features: Features,
  sso: Sso,
  audit: Audit
}

const tabs = Object.entries(words.tabs).map(([key, text]) => ({ key, text }))

const Settings = ({ rest }: PageProps) => {
  const tab: Tab = Object.hasOwn(parts, rest) ? (rest as Tab) : "workspace"
  const Part = parts[tab]
  return (
    <Page title={words.title} intro={words.intro}>
      <div>
        <Tabs
          label={words.label}
          tabs={tabs}
          current={tab}
          onTab={(key) => go(key === "workspace" ? "/settings" : `/settings/${key}`, { replace: true })}
        >
          <div class="stack tab-body">
            <Part />
          </div>
        </Tabs>
      </div>
    </Page>
  )
}

export default Settings
