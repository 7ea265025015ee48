/** Orval writes the server of the document into its client: its requests go to BASE instead. */
const { fetch } = globalThis
const base = process.env.BASE
globalThis.fetch = (input, init) =>
  fetch(typeof input === "string" ? input.replace("http://localhost:4000", base) : input, init)
