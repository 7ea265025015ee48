/** The contract of every versioned list (coin rules, badges, ...): they all edit the open draft. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Access, type Permission, RequiredPermission } from "./Access.ts"
import { alreadyExists, notFound, validationFailed } from "./Failure.ts"
import { offsetPage, offsetQuery } from "./Page.ts"
import { says } from "./Words.ts"

const id = { id: Schema.String }

const whichVersion = {
  version: Schema.optionalKey(Schema.String).annotate({
    description: "a config_version_id or number; default: the open draft, else the active version"
  })
}

interface DraftCollectionOptions<Item, Input> {
  /** what one entry is called: `coin rule` */
  readonly noun: string
  /** stored form of an entry and the body of POST and PUT */
  readonly item: Item
  readonly input: Input
  /** lets publishable keys with this permission read the active version's entries */
  readonly permission?: Permission
}

const toDraft =
  "The change goes to the open draft, which is opened when there is none, and counts once it is published."

/** The same words for the same five endpoints of every list. */
const wordsOf = (noun: string) => {
  const one = `${/^[aeiou]/u.test(noun) ? "an" : "a"} ${noun}`
  return {
    list: says(`List ${noun}s`, "In their order. Of the open draft, else of the active version."),
    get: says(`Show ${one}`, "Of the open draft, else of the active version."),
    create: says(`Create ${one}`, `${toDraft} Keys are unique in the list.`),
    replace: says(`Replace ${one}`, `${toDraft} Fields left out take their defaults.`),
    remove: says(`Delete ${one}`, `${toDraft} What it has paid or given stays.`)
  }
}

/** GET list, POST, GET, PUT and DELETE of one of a version's lists; `path` is its route. */
export const draftCollection = <
  const Path extends `/${string}`,
  Item extends Schema.Top,
  Input extends Schema.Top & { readonly DecodingServices: never; readonly EncodingServices: never }
>(
  path: Path,
  { input, item, noun, permission }: DraftCollectionOptions<Item, Input>
) => {
  const one = `${path}/:id` as const
  const words = wordsOf(noun)
  const list = HttpApiEndpoint.get("list", path, {
    query: { ...offsetQuery, ...whichVersion },
    success: offsetPage(item),
    error: notFound
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(words.list)
  const get = HttpApiEndpoint.get("get", one, {
    params: id,
    query: whichVersion,
    success: item,
    error: notFound
  })
    .annotate(Access, "tenant_read")
    .annotateMerge(words.get)
  return [
    permission === undefined ? list : list.annotate(RequiredPermission, permission),
    permission === undefined ? get : get.annotate(RequiredPermission, permission),
    HttpApiEndpoint.post("create", path, {
      payload: input,
      success: item.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, validationFailed]
    }).annotateMerge(words.create),
    HttpApiEndpoint.put("replace", one, {
      params: id,
      payload: input,
      success: item,
      error: [notFound, alreadyExists, validationFailed]
    }).annotateMerge(words.replace),
    HttpApiEndpoint.delete("remove", one, {
      params: id,
      success: HttpApiSchema.NoContent,
      error: notFound
    }).annotateMerge(words.remove)
  ] as const
}
