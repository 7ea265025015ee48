/** What is kept of whoever looks at a page. */
import { createHmac } from "node:crypto"

const user_agent_max = 512

/** The same for one address and browser until the day is over, and nothing anybody could be known by. */
export const visitorOf = (salt: Uint8Array, address: string, user_agent: string): string =>
  createHmac("sha256", salt)
    .update(`${address}\n${user_agent.slice(0, user_agent_max)}`)
    .digest("hex")
    .slice(0, 32)
