/** The contract of every versioned list (coin rules, badges, ...): they all edit the open draft. Contract part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { Access, type Permission, RequiredPermission } from "./Access.ts"
import { alreadyExists, notFound, validationFailed } from "./Failure.ts"
import { offsetPage, offsetQuery } from "./Page.ts"

const id = { id: Schema.String }

const whichVersion = {
  version: Schema.optionalKey(Schema.String).annotate({
    description: "a config_version_id or number; default: the open draft, else the active version"
  })
}

interface DraftCollectionOptions<Item, Input> {
  /** stored form of an entry and the body of POST and PUT */
  readonly item: Item
  readonly input: Input
  /** lets publishable keys with this permission read the active version's entries */
  readonly permission?: Permission
}

/** GET list, POST, GET, PUT and DELETE of one of a version's lists; `path` is its route. */
export const draftCollection = <
  const Path extends `/${string}`,
  Item extends Schema.Top,
  Input extends Schema.Top & { readonly DecodingServices: never; readonly EncodingServices: never }
>(
  path: Path,
  { input, item, permission }: DraftCollectionOptions<Item, Input>
) => {
  const one = `${path}/:id` as const
  const list = HttpApiEndpoint.get("list", path, {
    query: { ...offsetQuery, ...whichVersion },
    success: offsetPage(item),
    error: notFound
  }).annotate(Access, "tenant_read")
  const get = HttpApiEndpoint.get("get", one, {
    params: id,
    query: whichVersion,
    success: item,
    error: notFound
  }).annotate(Access, "tenant_read")
  return [
    permission === undefined ? list : list.annotate(RequiredPermission, permission),
    permission === undefined ? get : get.annotate(RequiredPermission, permission),
    HttpApiEndpoint.post("create", path, {
      payload: input,
      success: item.pipe(HttpApiSchema.status(201)),
      error: [alreadyExists, validationFailed]
    }),
    HttpApiEndpoint.put("replace", one, {
      params: id,
      payload: input,
      success: item,
      error: [notFound, alreadyExists, validationFailed]
    }),
    HttpApiEndpoint.delete("remove", one, { params: id, success: HttpApiSchema.NoContent, error: notFound })
  ] as const
}
