/** The fields of a form that hold one value, and what all fields are given. */
import { useLayoutEffect, useState } from "preact/hooks"
import type { Json } from "../core/entries.ts"
import { numberFrom } from "../core/numbers.ts"
import { Area, Check, Select, Text } from "../ui/field.tsx"
import type { Issue } from "../ui/form.tsx"
import { rules } from "../words/rules.ts"
import type { Field, Schema, Shape } from "./schema.ts"

const words = rules.field

export interface NodeProps {
  readonly schema: Schema
  readonly whole: Schema
  readonly value: Json | undefined
  /** undefined: left out */
  readonly onValue: (value: Json | undefined) => void
  readonly path: ReadonlyArray<string | number>
  readonly name: string
  readonly isRequired: boolean
  readonly issues: ReadonlyArray<Issue>
  /** for fields that name an event type */
  readonly eventTypes: string | undefined
}

export type Of<Kind extends Shape["kind"]> = NodeProps & {
  readonly field: Field
  readonly shape: Extract<Shape, { readonly kind: Kind }>
}

export const labelOf = (name: string): string => {
  const known = rules.names[name]
  if (known !== undefined) return known
  const text = name.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a choice of a field comes to, in words. */
export const choiceOf = (name: string, choice: string): string =>
  rules.choices[name]?.[choice] ?? choice.replaceAll("_", " ")

export const errorAt = (issues: ReadonlyArray<Issue>, path: ReadonlyArray<string | number>) =>
  issues.find((issue) => issue.path.join(".") === path.join("."))?.message

/** What nobody fills in is left out, or null where only null says that there is none. */
const nothing = ({ field, isRequired }: { readonly field: Field; readonly isRequired: boolean }) =>
  field.isNullable ? null : isRequired ? "" : undefined

export const TextNode = (props: Of<"text">) => {
  const { field, issues, name, onValue, path, value } = props
  return (
    <Text
      label={labelOf(name)}
      // How a key is written is said where one is made up; where one is named there are those there are.
      hint={props.isRequired ? field.description?.replaceAll("`", "") : undefined}
      value={typeof value === "string" ? value : ""}
      list={name === "event_type" ? props.eventTypes : undefined}
      error={errorAt(issues, path)}
      onValue={(text) => onValue(text === "" ? nothing(props) : text)}
    />
  )
}

export const NumberNode = (props: Of<"number">) => {
  const { field, issues, name, onValue, path, value } = props
  const shown = typeof value === "number" || typeof value === "string" ? String(value) : ""
  const [text, setText] = useState(shown)
  // Before the next key: a late one would put back what has been typed over.
  const isMeant = (typed: string) => typeof value === "number" && numberFrom(typed) === value
  useLayoutEffect(() => setText((before) => (isMeant(before) ? before : shown)), [shown])
  return (
    <Text
      label={labelOf(name)}
      type="number"
      hint={field.description}
      placeholder={field.isNullable ? words.none : undefined}
      value={text}
      error={errorAt(issues, path)}
      onValue={(typed) => {
        setText(typed)
        // What is no number is sent as it stands, for the service to say so beside the field.
        onValue(typed.trim() === "" ? (field.isNullable ? null : undefined) : (numberFrom(typed) ?? typed))
      }}
    />
  )
}

/** Text as it is meant: a number, a truth, several of them, a text in quotes, else the text itself. */
export const meant = (text: string): Json => {
  if (!/^(-?\d|true$|false$|\[|")/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** What is typed for a value, so that typing it again means the same. */
export const typedFor = (value: Json | undefined): string => {
  if (value === undefined) return ""
  return typeof value === "string" && meant(value) === value ? value : JSON.stringify(value)
}

export const FreeNode = ({ issues, name, onValue, path, value }: Of<"free">) => {
  const shown = typedFor(value)
  const [text, setText] = useState(shown)
  // `1.0` on the way to `1.05` is the same as 1, and stays as it was typed.
  useLayoutEffect(() => setText((before) => (typedFor(meant(before)) === shown ? before : shown)), [shown])
  return (
    <Text
      label={labelOf(name)}
      hint={words.free}
      value={text}
      error={errorAt(issues, path)}
      onValue={(typed) => {
        setText(typed)
        onValue(meant(typed))
      }}
    />
  )
}

export const JsonNode = ({ issues, name, onValue, path, value }: Of<"json">) => {
  const [text, setText] = useState(() => (typeof value === "string" ? value : JSON.stringify(value ?? {}, null, 2)))
  return (
    <Area
      label={labelOf(name)}
      hint={words.json}
      rows={4}
      value={text}
      error={typeof value === "string" ? rules.jsonBad : errorAt(issues, path)}
      onValue={(typed) => {
        setText(typed)
        try {
          onValue(JSON.parse(typed) as Json)
        } catch {
          // As it stands: saving what was there before would lose what is typed, and the service takes no such text.
          onValue(typed)
        }
      }}
    />
  )
}

/** On where nothing is said: schemas have no defaults. */
export const onUnsaid: ReadonlySet<string> = new Set(["enabled", "auto_consume", "pause_during_vacation"])

export const FlagNode = ({ isRequired, name, onValue, value }: Of<"flag">) => (
  <Check
    label={labelOf(name)}
    isOn={value === true || (value === undefined && !isRequired && onUnsaid.has(name))}
    onValue={onValue}
  />
)

export const ChoiceNode = ({ field, isRequired, issues, name, onValue, path, shape, value }: Of<"choice">) => {
  const open = field.isNullable
    ? [{ value: "", text: words.none }]
    : isRequired
      ? []
      : [{ value: "", text: words.unset }]
  return (
    <Select
      label={labelOf(name)}
      hint={field.description}
      value={typeof value === "string" ? value : ""}
      choices={[...open, ...shape.choices.map((choice) => ({ value: choice, text: choiceOf(name, choice) }))]}
      error={errorAt(issues, path)}
      onValue={(chosen) => onValue(chosen === "" ? (field.isNullable ? null : undefined) : chosen)}
    />
  )
}
