/** The workspace whose console this is, and who looks at it. */
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Customer, User } from "../../../sdk/src/index.ts"
import type { Role } from "./kinds.ts"

export interface Workspace {
  readonly customer: Customer
  readonly user: User
  readonly again: () => void
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export const useWorkspace = (): Workspace => {
  const found = useContext(WorkspaceContext)
  if (found === undefined) throw new Error("no workspace: this page is shown to whoever is signed in")
  return found
}

const order: ReadonlyArray<Role> = ["member", "admin", "owner"]

export const isAtLeast = (held: Role, needed: Role) => order.indexOf(held) >= order.indexOf(needed)

/** The role that is missing, or undefined: whoever looks may do it. */
export const useMissingRole = (needed: Role | undefined): Role | undefined => {
  const found = useContext(WorkspaceContext)
  return needed === undefined || found === undefined || isAtLeast(found.user.role, needed) ? undefined : needed
}
