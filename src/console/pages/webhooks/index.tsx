/** Endpoints that hear of what happens, or one of them below this address. */
import { useState } from "preact/hooks"
import type { WebhookConfig } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import type { PageProps } from "../../core/kinds.ts"
import { webhookPath } from "../../core/links.ts"
import { usePages } from "../../core/pages.ts"
import { Button, Link } from "../../ui/button.tsx"
import { Listing } from "../../ui/listing.tsx"
import { Page } from "../../ui/page.tsx"
import { Time } from "../../ui/things.tsx"
import { webhooks as words } from "../../words/webhooks.ts"
import { Endpoint } from "./endpoint.tsx"
import { EndpointForm, Secret } from "./form.tsx"
import { State, whatItHears } from "./state.tsx"

const Row = ({ endpoint }: { readonly endpoint: WebhookConfig }) => (
  <tr>
    <td>
      <Link to={webhookPath(endpoint.webhookConfigId)}>{endpoint.url}</Link>
      {endpoint.description !== "" && <div class="fine">{endpoint.description}</div>}
    </td>
    <td>
      <State endpoint={endpoint} />
    </td>
    <td class="soft">{whatItHears(endpoint)}</td>
    <td>
      <Time at={endpoint.failingSince} />
    </td>
    <td>
      <Time at={endpoint.createdAt} />
    </td>
  </tr>
)

const Webhooks = () => {
  const pages = usePages((signal) => api.webhooks.list({ limit: 50 }, { signal }))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const actions = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} intro={words.intro} actions={actions}>
      <Listing
        pages={pages}
        label={words.title}
        words={words}
        row={(endpoint) => <Row key={endpoint.webhookConfigId} endpoint={endpoint} />}
      />
      {isAdding && (
        <EndpointForm
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false)
            if ("secret" in made) setSecret(made.secret)
            pages.again()
          }}
        />
      )}
      {secret !== undefined && <Secret secret={secret} onClose={() => setSecret(undefined)} />}
    </Page>
  )
}

const Index = ({ rest }: PageProps) => (rest === "" ? <Webhooks /> : <Endpoint key={rest} id={rest} />)

export default Index
