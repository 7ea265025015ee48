/** Pure rules of visits: days, and who is a program. */
const day_ms = 86_400_000

/** Of UTC, `YYYY-MM-DD`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** `days` whole days, the last of them today: first and last. */
export const windowOf = (now: number, days: number): { readonly from: string; readonly to: string } => ({
  from: dayOf(now - (days - 1) * day_ms),
  to: dayOf(now)
})

/**
 * Programs that follow links say so in their user agent: crawlers, and the previews of messengers and networks, which
 * look before anybody does.
 */
const programs = new RegExp(
  [
    "bot\\b|bot[/_-]|crawl|spider|slurp|preview|fetcher|monitor|uptime|pingdom|lighthouse",
    "facebookexternalhit|facebookcatalog|embedly|whatsapp/|skypeuripreview|pinterest/0|vkshare",
    // Servers of open networks: each one that somebody's post comes to looks for itself.
    "mastodon|pleroma|akkoma|misskey|lemmy|cardyb",
    "curl/|wget/|python[-/]|go-http-client|okhttp|java/|node-fetch|axios|http\\.rb|guzzle|libwww|httpie|postman",
    // Whoever leaves an address that explains it, and whoever says to be like a browser, as of these only old ones do.
    "\\+(?:https?:|mailto:)|\\(compatible; (?!msie|konqueror)"
  ].join("|"),
  "i"
)

/** Nobody is counted who says nothing of the program in use: no browser does that. */
export const isProgram = (user_agent: string | undefined): boolean =>
  user_agent === undefined || user_agent.trim() === "" || programs.test(user_agent)
