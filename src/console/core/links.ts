/** Addresses of single things, which have pages of their own. */
const below = (page: string) => (id: string) => `/${page}/${encodeURIComponent(id)}`

export const eventPath = below("events")
export const buddyPath = below("players")
export const webhookPath = below("webhooks")
