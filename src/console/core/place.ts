/** Where the console stands: the service may be behind a path of its own. Two slashes would lead to another host. */
const [, before = ""] = /^(.*?)\/console(?:\/|$)/i.exec(location.pathname) ?? []
const found = before.replace(/^\/+/, "/").replace(/\/+$/, "")

/** `https://host`, or with whatever the service is mounted under. */
export const root = location.origin + found

/** of the console's own addresses; what follows begins with `/` */
export const base = `${found}/console`

/** The address of a page of the console. */
export const hrefOf = (path: string) => (path === "/" ? base : base + path)

/** The folder of the build this script is of. */
export const build = /\/cdn\/([0-9a-f]{12})\//.exec(import.meta.url)?.[1] ?? ""
