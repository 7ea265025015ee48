/** Who did something, by name: what the service keeps with it is an account or a key. */
import { api } from "./api.ts"
import { useRead } from "./read.ts"
import { isAtLeast, useWorkspace } from "./workspace.tsx"

const read = async (signal: AbortSignal): Promise<ReadonlyMap<string, string>> => {
  const [members, keys] = await Promise.all([api.members.list({ signal }), api.auth.listApiKeys({ signal })])
  return new Map([
    ...members.data.map(({ accountId, email }) => [accountId, email] as const),
    ...keys.data.map(({ apiKeyId, label }) => [apiKeyId, label] as const)
  ])
}

const nobody: ReadonlyMap<string, string> = new Map()

/** Undefined while names are read. Who left has no name any more, and who may not list others knows their own. */
export const useNames = (): ((id: string) => string) | undefined => {
  const { user } = useWorkspace()
  const maySee = isAtLeast(user.role, "admin")
  const { data, error } = useRead((signal) => (maySee ? read(signal) : Promise.resolve(nobody)), [maySee])
  if (data === undefined && error === undefined) return undefined
  return (id) => (id === user.accountId ? user.email : (data?.get(id) ?? id))
}
