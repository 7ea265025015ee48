/** What stands where an item has no picture: the sign of its category. */
import { Drawing } from "../../core/icons.tsx"

export const categories = ["background", "body", "feet", "hand", "neck", "face", "head", "accessory"] as const
export type Category = (typeof categories)[number]

const signs: Readonly<Record<Category, string>> = {
  background: "M6 36l11-14 8 9 6-7 11 12zM32 12a4 4 0 1 0 .1 0z",
  body: "M16 9l-9 7 4 7 4-2v18h18V21l4 2 4-7-9-7a8 8 0 0 1-16 0z",
  feet: "M10 10h12v14l14 5a6 6 0 0 1 4 6v3H10z",
  hand: "M14 40V24l-5-5a3 3 0 0 1 5-4l4 4V9a3 3 0 0 1 6 0v8h2V7a3 3 0 0 1 6 0v13h2v-6a3 3 0 0 1 5 0v17a9 9 0 0 1-9 9z",
  neck: "M8 12c8 8 24 8 32 0v9c-5 4-10 6-13 6l4 14-7-4-7 4 4-14c-3 0-8-2-13-6z",
  face: "M6 18h36v3h-3a9 9 0 0 1-14 4 3 3 0 0 0-2 0 9 9 0 0 1-14-4H6z",
  head: "M14 30V18a10 10 0 0 1 20 0v12h8v5H6v-5z",
  accessory: "M24 6l5 11 13 2-9 9 2 13-11-7-11 7 2-13-9-9 13-2z"
}

export const Hanger = ({ category }: { readonly category: string | undefined }) => (
  <Drawing name="hanger" box="0 0 48 48">
    <path d={signs[category as Category] ?? signs.accessory} fill="currentColor" />
  </Drawing>
)
