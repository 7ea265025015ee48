/** Answers anybody may read and keep for a minute, counted from when they were read. */
import { parcelOf } from "./Parcel.ts"
import { for_a_minute, publicAnswer } from "./PublicAnswers.ts"

/** Pages of others may read it, and are told so by name. */
const headers = { "cache-control": for_a_minute, vary: "Accept-Encoding, Origin" }

export const publicJson = (body: unknown) => publicAnswer(parcelOf("application/json", JSON.stringify(body)), headers)
