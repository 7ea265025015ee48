/** A table a browser saves under a name instead of showing it. */
import { HttpServerResponse } from "effect/http"

/** What every answer with a table says of itself. */
export const csvFile = (name: string) => ({
  contentType: "text/csv; charset=utf-8",
  headers: { "content-disposition": `attachment; filename="${name}.csv"` }
})

export const csvAnswer = (name: string, text: string) => HttpServerResponse.text(text, csvFile(name))
