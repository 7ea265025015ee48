/** Words of the console's own parts for each other. */

/** asked: a call waits for somebody to sign in */
export type SessionChange = "signed-in" | "asked"

export type Role = "member" | "admin" | "owner"

/** What a page is told. */
export interface PageProps {
  /** what stands in the address behind the page's own name */
  readonly rest: string
}
