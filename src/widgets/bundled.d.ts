/** What the bundler puts in. */

/** of the package */
declare const HATCHERY_VERSION: string
/** the part of the addresses of all files that were built together */
declare const HATCHERY_BUILD: string

/** The text of a style sheet, without comments. */
declare module "*.css" {
  const text: string
  export default text
}
