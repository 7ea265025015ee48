/** The look of all widgets: set by hand, or suggested. */
import { useState } from "preact/hooks"
import type { WidgetTheme } from "../../../../sdk/src/index.ts"
import { api } from "../../core/api.ts"
import { useEdits } from "../../core/edits.ts"
import { useAct } from "../../core/read.ts"
import { useUnsaved } from "../../core/router.ts"
import { useWorkspace } from "../../core/workspace.tsx"
import { Button } from "../../ui/button.tsx"
import { Field, Select, Text } from "../../ui/field.tsx"
import { Form, issueAt } from "../../ui/form.tsx"
import { Notice } from "../../ui/notice.tsx"
import { say } from "../../ui/say.tsx"
import { Card } from "../../ui/things.tsx"
import { common } from "../../words/common.ts"
import { widgets } from "../../words/widgets.ts"
import { contrastWithWhite } from "./contrast.ts"

const words = widgets.theme
const usual: WidgetTheme = { mode: "auto", accentColor: "#6c5ce7", radius: "md", font: "system" }

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

const Verdict = ({ color }: { readonly color: string }) => {
  const ratio = contrastWithWhite(color)
  if (ratio === undefined) return null
  const text = ratio.toFixed(1)
  return (
    <Notice tone={ratio >= 4.5 ? "good" : "warning"}>
      <p>{ratio >= 4.5 ? words.good(text) : words.poor(text)}</p>
    </Notice>
  )
}

const Suggest = ({ onTheme }: { readonly onTheme: (theme: WidgetTheme) => void }) => {
  const { suggest } = widgets
  const [brand, setBrand] = useState("")
  const [description, setDescription] = useState("")
  const [found, setFound] = useState<ReadonlyArray<WidgetTheme>>([])
  const { error, isBusy, run } = useAct(async () => {
    const answer = await api.customersMe.suggestWidgetTheme({
      ...(brand.trim() === "" ? {} : { brandColor: brand.trim() }),
      ...(description.trim() === "" ? {} : { description: description.trim() })
    })
    setFound([answer.theme, ...answer.alternatives])
  })
  return (
    <Form error={error} fields={["brand_color", "description"]} onSend={run} label={suggest.title}>
      <h3>{suggest.title}</h3>
      <Text
        label={suggest.brand}
        hint={suggest.brandHint}
        value={brand}
        onValue={setBrand}
        error={issueAt(error, "brand_color")}
      />
      <Text
        label={suggest.description}
        value={description}
        onValue={setDescription}
        error={issueAt(error, "description")}
      />
      <Button type="submit" isBusy={isBusy}>
        {suggest.send}
      </Button>
      {found.length > 0 && (
        <ul class="swatches">
          {found.map((theme, at) => (
            <li key={theme.accentColor + theme.radius + theme.font}>
              <span class="swatch" style={{ backgroundColor: theme.accentColor }} />
              <code>{theme.accentColor}</code>
              <Button small label={`${suggest.use}: ${suggest.option(at + 1)}`} onClick={() => onTheme(theme)}>
                {suggest.use}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Form>
  )
}

export const Theme = ({ onSaved }: { readonly onSaved: () => void }) => {
  const { again, customer } = useWorkspace()
  const stored: WidgetTheme = { ...usual, ...customer.settings.widgetTheme }
  const { change, isDirty, values: theme } = useEdits(stored, customer)
  useUnsaved(isDirty, common.leave)
  const { error, isBusy, run } = useAct(async () => {
    await api.customersMe.updateSettings({ widgetTheme: theme })
    say(words.saved)
    again()
    onSaved()
  })
  return (
    <Card title={words.title} note={words.note}>
      <Form error={error} fields={["widget_theme.accent_color"]} onSend={run} label={words.title}>
        <div class="with-color">
          <Text
            label={words.accent}
            value={theme.accentColor}
            onValue={(accentColor) => change({ accentColor })}
            error={issueAt(error, "widget_theme.accent_color")}
          />
          <Field label={words.accentPick}>
            {(names) => (
              <input
                {...names}
                type="color"
                value={theme.accentColor}
                onInput={({ currentTarget }) => change({ accentColor: currentTarget.value })}
              />
            )}
          </Field>
        </div>
        <Verdict color={theme.accentColor} />
        <Select
          label={words.mode}
          value={theme.mode}
          choices={choicesOf(words.modes)}
          onValue={(mode) => change({ mode: mode as WidgetTheme["mode"] })}
        />
        <Select
          label={words.radius}
          value={theme.radius}
          choices={choicesOf(words.radii)}
          onValue={(radius) => change({ radius: radius as WidgetTheme["radius"] })}
        />
        <Select
          label={words.font}
          value={theme.font}
          choices={choicesOf(words.fonts)}
          onValue={(font) => change({ font: font as WidgetTheme["font"] })}
        />
        <Button type="submit" kind="primary" needs="admin" isBusy={isBusy}>
          {words.save}
        </Button>
      </Form>
      <Suggest onTheme={change} />
    </Card>
  )
}
