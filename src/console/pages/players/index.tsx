/** Players: found by their user, or one of them below this address. */
import { useEffect, useState } from "preact/hooks"
import type { ListedBuddy } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import type { PageProps } from "../../core/kinds.ts"
import { buddyPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { useFilter } from "../../core/router.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Text } from "../../ui/field.tsx"
import { Choose, Filters, useChoice } from "../../ui/filters.tsx"
import { ToFirstEvent } from "../../ui/firstEvent.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Empty } from "../../ui/notice.tsx"
import { Page } from "../../ui/page.tsx"
import { numberOf, Pill, Time } from "../../ui/things.tsx"
import { players as words } from "../../words/players.ts"
import { Player } from "./player.tsx"

const Row = ({ buddy }: { readonly buddy: ListedBuddy }) => (
  <tr>
    <td>
      <Link to={buddyPath(buddy.buddyId)}>{buddy.userId}</Link>
    </td>
    <td>{buddy.name}</td>
    <td>
      <Pill tone={buddy.status === "active" ? "good" : ""}>{words.statuses[buddy.status]}</Pill>
    </td>
    <td class="number">{numberOf(buddy.evolutionStage)}</td>
    <td class="number">{numberOf(buddy.coins)}</td>
    <td>
      <Time at={buddy.createdAt} />
    </td>
  </tr>
)

const Search = () => {
  const [userId, setUserId] = useFilter("user")
  const [typed, setTyped] = useState(userId)
  useEffect(() => setTyped(userId), [userId])
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        setUserId(typed.trim())
      }}
    >
      <Text type="search" label={words.search} placeholder={words.searchHint} value={typed} onValue={setTyped} />
      <Button type="submit">{words.searchSend}</Button>
    </form>
  )
}

const Nobody = () => (
  <Empty title={words.none}>
    <p class="hint">{words.noneText}</p>
    <div class="row">
      <Link to="/eggs" kind="button plain">
        {words.eggs}
      </Link>
      <ToFirstEvent />
    </div>
  </Empty>
)

const Players = () => {
  const [user] = useFilter("user")
  const userId = user === "" ? undefined : user
  const status = useChoice("status", words.statuses)
  const pages = usePages((signal) => api.buddies.list({ limit: 50, userId, status }, { signal }), [userId, status])
  return (
    <Page title={words.title} intro={words.intro}>
      <Filters>
        <Search />
        <Choose name="status" label={words.status} texts={words.statuses} />
      </Filters>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        nothing={userId === undefined && status === undefined ? <Nobody /> : undefined}
        row={(buddy) => <Row key={buddy.buddyId} buddy={buddy} />}
      />
    </Page>
  )
}

const Index = ({ rest }: PageProps) => (rest === "" ? <Players /> : <Player key={rest} id={rest} />)

export default Index
