/** Rules: a section at a time, its entries, and one of them in a form. */
import { useEffect, useMemo } from "preact/hooks"
import { api } from "../../core/api.ts"
import type { PageProps } from "../../core/kinds.ts"
import { useRead } from "../../core/read.ts"
import { go } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Select } from "../../ui/field.tsx"
import { Failure } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { Pill } from "../../ui/things.tsx"
import { rules as words } from "../../words/rules.ts"
import { Edit } from "./edit.tsx"
import { List } from "./list.tsx"
import { itemsOf, pathOf, type Section, sections, type Slug } from "./sections.ts"

const readState = async (signal: AbortSignal) => {
  const [versions, shops] = await Promise.all([
    api.configVersions.list({ limit: 100 }, { signal }),
    api.marketplaces.list({ limit: 100 }, { signal })
  ])
  return {
    draft: versions.data.find(({ status }) => status === "draft"),
    active: versions.data.find(({ isActive }) => isActive),
    shops: shops.data
  }
}

type State = Awaited<ReturnType<typeof readState>>

const Where = ({ section, state }: { readonly section: Section; readonly state: State }) => {
  if (!section.isVersioned) return <Pill tone="accent">{words.live}</Pill>
  if (state.draft !== undefined) return <Pill tone="warning">{words.draft(state.draft.number)}</Pill>
  return state.active === undefined ? (
    <Pill>{words.nothing}</Pill>
  ) : (
    <Pill tone="good">{words.version(state.active.number)}</Pill>
  )
}

const Menu = ({ current, slugs }: { readonly current: string; readonly slugs: ReadonlyArray<Slug> }) => (
  <nav class="subnav" aria-label={words.sections}>
    <ul>
      {slugs.map((slug) => (
        <li key={slug}>
          <Link to={`/rules/${slug}`} current={slug === current}>
            {words.of[slug].title}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Whose items these are, where there is a choice. */
const Shops = ({ current, shops }: { readonly current: string; readonly shops: State["shops"] }) =>
  shops.length < 2 ? null : (
    <Select
      label={words.shop}
      value={current}
      choices={shops.map(({ marketplaceKey, name }) => ({ value: marketplaceKey, text: name }))}
      onValue={(key) => go(`/rules/items@${key}`)}
    />
  )

const isOne = ({ remove }: Section) => remove === undefined

const Rules = ({ rest }: PageProps) => {
  const [place = "", ...others] = rest.split("/")
  const [slug, shopKey] = place.split("@")
  const id = others.join("/")
  const state = useRead(readState, [rest])
  const shops = state.data?.shops ?? []
  const shop = shopKey === undefined ? shops[0] : shops.find(({ marketplaceKey }) => marketplaceKey === shopKey)
  const { marketplaceId, marketplaceKey } = shop ?? {}
  const items = useMemo(
    () =>
      marketplaceId === undefined || marketplaceKey === undefined ? undefined : itemsOf(marketplaceId, marketplaceKey),
    [marketplaceId, marketplaceKey]
  )
  const all = items === undefined ? sections : [...sections, items]
  const section = all.find((one) => one.slug === slug)
  const isWaiting = slug === "items" && state.data === undefined
  useEffect(() => {
    if (section === undefined && !isWaiting) go("/rules/coin-rules", { replace: true })
  }, [section, isWaiting])
  if (section === undefined) return <Failure error={state.error} again={state.again} />
  const { many, one, title } = words.of[section.slug]
  const isEditing = id !== "" || isOne(section)
  return (
    <Page
      title={isEditing && !isOne(section) ? `${title}: ${id === "new" ? words.addOne(one) : words.edit}` : title}
      intro={section.isVersioned ? words.toDraft : words.live}
      actions={
        isEditing ? undefined : (
          <Button kind="primary" icon="plus" onClick={() => go(`/rules/${pathOf(section)}/new`)}>
            {words.addOne(one)}
          </Button>
        )
      }
    >
      <div class="with-subnav">
        <Menu current={section.slug} slugs={all.map((each) => each.slug)} />
        <div class="stack">
          <div class="row">
            {state.data !== undefined && <Where section={section} state={state.data} />}
            {section.isVersioned && state.data?.draft !== undefined && <Link to="/publish">{words.publish}</Link>}
            {isEditing && !isOne(section) && <Link to={`/rules/${pathOf(section)}`}>{words.back(many)}</Link>}
          </div>
          {isEditing ? (
            <Edit section={section} id={id === "new" ? undefined : isOne(section) ? "one" : id} />
          ) : (
            <>
              {section === items && <Shops current={marketplaceKey ?? ""} shops={shops} />}
              <List key={pathOf(section)} section={section} />
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

export default Rules
