/** What the page of widgets says. */
export const widgets = {
  title: "Widgets",
  intro: "What your users see. Set the look, watch it on your test player, and take the line of HTML with you.",
  theme: {
    title: "Look",
    note: "For all widgets of this workspace.",
    mode: "Light or dark",
    modes: { auto: "as the page's visitor has it", light: "light", dark: "dark" },
    accent: "Accent",
    accentPick: "Pick the accent",
    radius: "Corners",
    radii: { none: "square", sm: "a little round", md: "round", lg: "very round" },
    font: "Letters",
    fonts: { system: "of the system", rounded: "rounded", serif: "with serifs", mono: "monospaced" },
    save: "Save the look",
    saved: "The look is saved.",
    good: (ratio: string) => `Contrast with white ${ratio} : 1. Good to read.`,
    poor: (ratio: string) =>
      `Contrast with white only ${ratio} : 1. Widgets shift it until it can be told apart; 4.5 is good.`
  },
  suggest: {
    title: "Suggest a look",
    brand: "Colour of your brand",
    brandHint: "As in #6c5ce7",
    description: "Or a few words about your product",
    send: "Suggest",
    use: "Use this one",
    option: (at: number) => `Suggestion ${at}`
  },
  preview: {
    title: "Live preview",
    note: (user: string) => `The four widgets for ${user}, your test player. They are the real ones.`,
    none: "Your test player has not hatched yet.",
    unpublished: "Publish a version first: then your test player can hatch.",
    hatch: "Hatch the test player",
    hatching: "Hatching …",
    publish: "Go to publishing"
  },
  snippet: {
    title: "Put it on your page",
    mount: "Widget",
    mounts: { buddy: "Buddy", marketplace: "Marketplace", leaderboard: "Leaderboard", path: "Path" },
    source: "Where its token comes from",
    sources: {
      embed: "Your server mints an embed token (read only)",
      session: "Your server mints a session (with actions)",
      url: "An address of yours answers with a token",
      publishable: "A publishable key mints it in the page"
    },
    label: "HTML of the widget",
    server: "On your server"
  }
}
