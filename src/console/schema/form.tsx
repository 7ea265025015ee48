/** A form made from a schema: what the service takes is what there are fields for. */
import type { Json, JsonObject } from "../core/entries.ts"
import { Button } from "../ui/button.tsx"
import { Select } from "../ui/field.tsx"
import { rules } from "../words/rules.ts"
import {
  ChoiceNode,
  choiceOf,
  errorAt,
  FlagNode,
  FreeNode,
  JsonNode,
  labelOf,
  type NodeProps,
  NumberNode,
  type Of,
  TextNode
} from "./leaves.tsx"
import { blankOf, type Field, fieldOf, isObject, nameOfVariant, variantOf } from "./schema.ts"

const words = rules.field

const Properties = ({
  schema,
  value,
  ...props
}: Omit<NodeProps, "isRequired" | "name" | "value"> & { readonly value: JsonObject }) => (
  <div class="properties">
    {Object.entries(schema.properties ?? {})
      // What a variant is called was chosen above it.
      .filter(([, property]) => property.enum?.length !== 1)
      .map(([name, property]) => (
        <Node
          key={name}
          {...props}
          schema={property}
          name={name}
          path={[...props.path, name]}
          isRequired={schema.required?.includes(name) === true}
          value={value[name]}
          onValue={(next) => {
            const { [name]: _, ...rest } = value
            props.onValue(next === undefined ? rest : { ...value, [name]: next })
          }}
        />
      ))}
  </div>
)

/** What may be left out is there or not by a button of its own. */
const Optional = (props: NodeProps & { readonly field: Field }) => {
  const { field, isRequired, name, onValue, schema, value, whole } = props
  if (isRequired && !field.isNullable) return null
  const isThere = isObject(value)
  return (
    <Button
      small
      kind="quiet"
      icon={isThere ? "bin" : "plus"}
      label={`${isThere ? words.remove : words.add}: ${labelOf(name)}`}
      onClick={() => (isThere ? onValue(field.isNullable ? null : undefined) : onValue(blankOf(schema, whole) as Json))}
    >
      {isThere ? words.remove : words.add}
    </Button>
  )
}

const ObjectNode = (props: Of<"object">) => {
  const { issues, name, path, shape, value } = props
  const error = errorAt(issues, path)
  return (
    <fieldset>
      <legend>{labelOf(name)}</legend>
      <Optional {...props} />
      {error !== undefined && <p class="field-error">{error}</p>}
      {isObject(value) && <Properties {...props} schema={shape.schema} value={value} />}
    </fieldset>
  )
}

const VariantsNode = (props: Of<"variants">) => {
  const { issues, name, onValue, path, shape, value, whole } = props
  const current = variantOf(value, shape.variants) ?? (isObject(value) ? shape.variants[0] : undefined)
  const error = errorAt(issues, path)
  return (
    <fieldset>
      <legend>{labelOf(name)}</legend>
      <Optional {...props} />
      {error !== undefined && <p class="field-error">{error}</p>}
      {current !== undefined && isObject(value) && (
        <>
          <Select
            label={words.kind}
            value={nameOfVariant(current, shape.variants)}
            choices={shape.variants.map((variant) => {
              const key = nameOfVariant(variant, shape.variants)
              return { value: key, text: choiceOf("kind", key) }
            })}
            onValue={(chosen) => {
              const next = shape.variants.find((variant) => nameOfVariant(variant, shape.variants) === chosen)
              if (next !== undefined) onValue(blankOf(next, whole))
            }}
          />
          <Properties {...props} schema={current} value={value} />
        </>
      )}
    </fieldset>
  )
}

const ListNode = (props: Of<"list">) => {
  const { issues, name, onValue, path, shape, value, whole } = props
  const list = Array.isArray(value) ? (value as ReadonlyArray<Json>) : []
  const error = errorAt(issues, path)
  return (
    <fieldset>
      <legend>{labelOf(name)}</legend>
      {error !== undefined && <p class="field-error">{error}</p>}
      {list.map((entry, at) => (
        <div key={at} class="list-entry">
          <Node
            {...props}
            schema={shape.item}
            name={words.entry(at + 1)}
            path={[...path, at]}
            isRequired
            value={entry}
            onValue={(next) => onValue(list.map((before, other) => (other === at ? (next ?? "") : before)))}
          />
          <Button
            small
            kind="quiet"
            icon="bin"
            label={`${words.remove}: ${labelOf(name)}, ${words.entry(at + 1)}`}
            onClick={() => onValue(list.filter((_, other) => other !== at))}
          >
            {words.remove}
          </Button>
        </div>
      ))}
      {list.length < shape.max && (
        <Button
          small
          kind="quiet"
          icon="plus"
          label={`${words.add}: ${labelOf(name)}`}
          onClick={() => onValue([...list, blankOf(shape.item, whole)])}
        >
          {words.add}
        </Button>
      )}
    </fieldset>
  )
}

export const Node = (props: NodeProps) => {
  const field = fieldOf(props.schema, props.whole)
  const { shape } = field
  switch (shape.kind) {
    case "text":
      return <TextNode {...props} field={field} shape={shape as never} />
    case "number":
      return <NumberNode {...props} field={field} shape={shape} />
    case "free":
      return <FreeNode {...props} field={field} shape={shape as never} />
    case "json":
      return <JsonNode {...props} field={field} shape={shape as never} />
    case "flag":
      return <FlagNode {...props} field={field} shape={shape} />
    case "choice":
      return <ChoiceNode {...props} field={field} shape={shape} />
    case "object":
      return <ObjectNode {...props} field={field} shape={shape} />
    case "variants":
      return <VariantsNode {...props} field={field} shape={shape} />
    case "list":
      return <ListNode {...props} field={field} shape={shape} />
  }
}

/** The fields of the whole, without a frame around them. */
export const SchemaForm = ({
  eventTypes,
  issues,
  onValue,
  value,
  whole
}: Pick<NodeProps, "eventTypes" | "issues" | "whole"> & {
  readonly value: JsonObject
  readonly onValue: (value: JsonObject) => void
}) => {
  const { shape } = fieldOf(whole, whole)
  if (shape.kind !== "object") return null
  return (
    <Properties
      schema={shape.schema}
      whole={whole}
      value={value}
      onValue={(next) => onValue(next as JsonObject)}
      path={[]}
      issues={issues}
      eventTypes={eventTypes}
    />
  )
}
