/** At most so much of a text, and no half of a character at its end: neither JSON nor a table takes one. */
export const beginning = (text: string, length_max: number): string => {
  const cut = text.slice(0, length_max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
