/** Events: what was sent, narrowed down, or one of them below this address. */
import { useEffect, useState } from "preact/hooks"
import { api } from "../../core/api.ts"
import type { PageProps } from "../../core/kinds.ts"
import { useRead } from "../../core/read.ts"
import { useFilter } from "../../core/router.ts"
import { Button } from "../../ui/button.tsx"
import { Text } from "../../ui/field.tsx"
import { Choose } from "../../ui/filters.tsx"
import { Page } from "../../ui/page.tsx"
import { events as words } from "../../words/players.ts"
import { OneEvent } from "./event.tsx"
import { EventsOf } from "./table.tsx"

const momentOf = (local: string) => {
  const at = new Date(local)
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

const Narrow = () => {
  const [user, setUser] = useFilter("user")
  const [from, setFrom] = useFilter("from")
  const [to, setTo] = useFilter("to")
  const [typed, setTyped] = useState(user)
  useEffect(() => setTyped(user), [user])
  // Types of recorded events are more than those that are defined: what is misspelt is sent all the same.
  const { data } = useRead((signal) => api.events.listTypes({}, { signal }).toArray())
  const [chosen] = useFilter("type")
  const listed = (data ?? []).map(({ eventType }) => eventType)
  // What the list is narrowed by is said, also where there is no such event.
  const all = chosen === "" || listed.includes(chosen) ? listed : [chosen, ...listed]
  const types = Object.fromEntries(all.map((type) => [type, type]))
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        setUser(typed.trim())
      }}
    >
      <Text type="search" label={words.user} value={typed} onValue={setTyped} />
      <Choose name="type" label={words.type} texts={types} />
      <Text type="datetime-local" label={words.from} value={from} onValue={setFrom} />
      <Text type="datetime-local" label={words.to} value={to} onValue={setTo} />
      <Button type="submit">{words.apply}</Button>
    </form>
  )
}

const Events = () => {
  const [user] = useFilter("user")
  const [type] = useFilter("type")
  const [from] = useFilter("from")
  const [to] = useFilter("to")
  return (
    <Page title={words.title} intro={words.intro}>
      <Narrow />
      <EventsOf
        userId={user === "" ? undefined : user}
        type={type === "" ? undefined : type}
        from={momentOf(from)}
        to={momentOf(to)}
      />
    </Page>
  )
}

const Index = ({ rest }: PageProps) => (rest === "" ? <Events /> : <OneEvent key={rest} id={rest} />)

export default Index
