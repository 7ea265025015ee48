import { versionedList } from "../../kit/contract/VersionedList.ts"

versionedList({
  path: "/token-types",
  id: "token_type_id",
  key: "token_key",
  body: (token_key) => ({ token_key, name: "A token", kind: "primary" })
})
