/** Pages with the real loader and the smallest widgets, on a site of another origin than the service's. */
import { Context, Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { browser, type Browser } from "../browser/Browser.ts"
import { type Site, site, visit, type Visit } from "../browser/ForeignPage.ts"
import { TestApp } from "../service/TestApp.ts"
import { smallBuild } from "./SmallWidgets.ts"

export interface PageOptions {
  /** inside of `<head>`, before the loader */
  readonly head?: string
  /** of the loader's script; `defer` unless told otherwise */
  readonly script?: string
  readonly headers?: Readonly<Record<string, string>>
}

export class LoaderPages extends Context.Service<
  LoaderPages,
  {
    /** where the loader comes from */
    readonly root: string
    readonly site: Site
    /** a visitor of a page with this body */
    page(body: string, options?: PageOptions): Effect.Effect<Visit>
  }
>()("hatchery/test/LoaderPages") {
  static readonly layer = Layer.effect(
    LoaderPages,
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      yield* call("GET", "root:/cdn/widget.js")
      const chromium: Browser = yield* browser
      const own = yield* site
      return LoaderPages.of({
        root: baseUrl,
        site: own,
        page: (body, { head = "", headers = {}, script = "defer" } = {}) => {
          const loader = `<script ${script} src="${baseUrl}/cdn/widget.js"></script>`
          const html = `<!doctype html><html lang="en"><head><title>A page</title>${head}${loader}</head>`
          return visit(chromium, own, `${html}<body>${body}</body></html>`, headers)
        }
      })
    })
  ).pipe(Layer.provideMerge(Layer.provide(TestApp.layer(), smallBuild())))
}

/** What is drawn in the element, once it contains that. */
export const shows = (page: Page, selector: string, text: string) =>
  Effect.promise(async () => {
    await page.waitForFunction(
      ([where, wanted]) => {
        const element = document.querySelector(where!)
        const root = element?.shadowRoot ?? element?.querySelector("div")?.shadowRoot
        return root?.textContent?.includes(wanted!) === true
      },
      [selector, text] as const
    )
  })

/** Waits until the page has told of it, see ForeignPage. */
export const tells = (page: Page, line: string) =>
  Effect.promise(async () => {
    await page.waitForFunction(
      (wanted) => (window as unknown as { told: ReadonlyArray<string> }).told.includes(wanted),
      line
    )
  })

/** Runs in the page; what stands in `code` is an expression. */
export const inPage = <A>(page: Page, code: string): Effect.Effect<A> =>
  Effect.promise(() => page.evaluate(code) as Promise<A>)
