/** Style sheets that need no permission of the page's policy; each text is parsed once, however many mounts use it. */
const sheets = new Map<string, CSSStyleSheet>()

export const sheetOf = (text: string): CSSStyleSheet => {
  const sheet = sheets.get(text) ?? new CSSStyleSheet()
  if (!sheets.has(text)) sheet.replaceSync(text)
  sheets.set(text, sheet)
  return sheet
}
