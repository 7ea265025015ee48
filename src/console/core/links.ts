import { root } from "./place.ts"

/** Addresses of single things, which have pages of their own. */
const below = (page: string) => (id: string) => `/${page}/${encodeURIComponent(id)}`

/** A chapter of the reference, by its name there. */
export const chapterUrl = (name: string) => `${root}/docs/${name}`

export const eventPath = below("events")
export const buddyPath = below("players")
export const webhookPath = below("webhooks")
