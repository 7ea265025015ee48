/** Campaigns as they stand: lotteries, group quests, causes. */
import type { PageProps } from "../../core/kinds.ts"
import { api } from "../../core/api.ts"
import { chapterUrl } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { go } from "../../core/router.ts"
import { Outside } from "../../ui/button.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Page } from "../../ui/page.tsx"
import { Tabs } from "../../ui/tabs.tsx"
import { numberOf, Pill, Time } from "../../ui/things.tsx"
import { campaigns as words } from "../../words/insight.ts"

const running = (status: string) => (status === "active" ? "good" : "")

const Lotteries = () => (
  <Listing
    pages={usePages((signal) => api.lotteries.list({ limit: 50 }, { signal }))}
    label={words.tabs.lotteries}
    words={{ head: words.lotteriesHead, empty: words.empty.lotteries, emptyText: words.emptyText }}
    row={(one) => (
      <tr key={one.lotteryId}>
        <td>
          <strong>{one.name}</strong>
        </td>
        <td>
          <code>{one.lotteryKey}</code>
        </td>
        <td>
          <Pill tone={running(one.status)}>{one.status}</Pill>
        </td>
      </tr>
    )}
  />
)

const Quests = () => (
  <Listing
    pages={usePages((signal) => api.groupQuests.list({ limit: 50 }, { signal }))}
    label={words.tabs.quests}
    words={{ head: words.questsHead, empty: words.empty.quests, emptyText: words.emptyText }}
    row={(one) => (
      <tr key={one.questId}>
        <td>
          <strong>{one.name}</strong>
        </td>
        <td>
          <Pill tone={running(one.status)}>{one.status}</Pill>
        </td>
        <td class="number">{numberOf(one.participantCount)}</td>
        <td class="number">{numberOf(one.total)}</td>
        <td>
          <Time at={one.endsAt} />
        </td>
      </tr>
    )}
  />
)

const Causes = () => (
  <Listing
    pages={usePages((signal) => api.causes.list({ limit: 50 }, { signal }))}
    label={words.tabs.causes}
    words={{ head: words.causesHead, empty: words.empty.causes, emptyText: words.emptyText }}
    row={(one) => (
      <tr key={one.causeId}>
        <td>
          <strong>{one.name}</strong>
        </td>
        <td>
          <Pill tone={running(one.status)}>{one.status}</Pill>
        </td>
        <td class="number">{numberOf(one.contributors)}</td>
        <td class="number">
          {numberOf(one.totalUnits)} {one.unitLabel}
        </td>
        <td class="number">{numberOf(one.crossings)}</td>
      </tr>
    )}
  />
)

const parts = { lotteries: Lotteries, quests: Quests, causes: Causes }
type Tab = keyof typeof parts

const chapters: Readonly<Record<Tab, string>> = { lotteries: "lotteries", quests: "group-quests", causes: "causes" }

const tabs = Object.entries(words.tabs).map(([key, text]) => ({ key, text }))

const Campaigns = ({ rest }: PageProps) => {
  const tab: Tab = Object.hasOwn(parts, rest) ? (rest as Tab) : "lotteries"
  const Part = parts[tab]
  return (
    <Page
      title={words.title}
      intro={words.intro}
      actions={<Outside href={chapterUrl(chapters[tab])}>{words.reference}</Outside>}
    >
      <div>
        <Tabs
          label={words.label}
          tabs={tabs}
          current={tab}
          onTab={(key) => go(key === "lotteries" ? "/campaigns" : `/campaigns/${key}`, { replace: true })}
        >
          <div class="stack tab-body">
            <Part />
          </div>
        </Tabs>
      </div>
    </Page>
  )
}

export default Campaigns
