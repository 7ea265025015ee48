/** Widgets: their look, how they are, and how they come onto a page. */
import { useState } from "preact/hooks"
import { Page } from "../../ui/page.tsx"
import { widgets as words } from "../../words/widgets.ts"
import { Preview } from "./preview.tsx"
import { Snippet } from "./snippet.tsx"
import { Theme } from "./theme.tsx"

const Widgets = () => {
  const [turn, setTurn] = useState(0)
  return (
    <Page title={words.title} intro={words.intro}>
      <div class="look">
        <Theme onSaved={() => setTurn((before) => before + 1)} />
        <Preview turn={turn} />
      </div>
      <Snippet />
    </Page>
  )
}

export default Widgets
