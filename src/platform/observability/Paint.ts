/** Colours for whoever reads at a terminal. */

/** Escape codes by what they are for. */
const codes = { dim: 2, bold: 1, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const
export type Colour = keyof typeof codes
export type Paint = (text: string, colour: Colour) => string

/** NO_COLOR, set to anything, leaves text as it is. */
export const paintOf = ({ noColor }: { readonly noColor: string | undefined }): Paint =>
  noColor === undefined || noColor === ""
    ? (text, colour) => `\u001b[${codes[colour]}m${text}\u001b[0m`
    : (text) => text
