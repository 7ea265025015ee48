/** What the page of versions says. */
export const publish = {
  title: "Publish",
  intro: "A published version never changes. New buddies start with it; those that are there stay with theirs.",
  nothing: "There is no draft",
  nothingText: "Change a rule or use a preset, and what you changed shows here.",
  draft: (number: number) => `Draft ${number}`,
  compared: "Compared with the version that is live.",
  first: "Your first version: everything in it is new.",
  changes: "What changes",
  same: "The draft is the same as the live version.",
  head: ["Change", "Part", "Key", "Field", "Before", "After"],
  op: { added: "added", removed: "removed", changed: "changed" },
  more: (count: number) => `and ${count} more`,
  buddies: (pinned: number) =>
    pinned === 0
      ? "There is no buddy of an earlier version."
      : pinned === 1
        ? "One buddy of an earlier version stays with it until you move it."
        : `${pinned} buddies of earlier versions stay with them until you move them.`,
  errors: "This has to be mended first",
  warnings: "Worth knowing",
  send: "Publish",
  sure: {
    title: (number: number) => `Publish draft ${number}?`,
    text: "It becomes the live version at once, and cannot be changed afterwards. A later draft can replace it."
  },
  done: (number: number) => `Version ${number} is live.`,
  next: "Next: create a key, and send an event.",
  keys: "Create an API key",
  versions: "Versions",
  versionHead: ["Version", "State", "Published", "By"],
  active: "live",
  states: { draft: "draft", published: "published", archived: "archived" },
  move: {
    title: "Buddies of earlier versions",
    text: "Moving them changes which rules pay from now on. What they have stays.",
    look: "See how many would move",
    none: "All buddies have the live version.",
    would: (count: number) => (count === 1 ? "One buddy would move." : `${count} buddies would move.`),
    send: (count: number) => (count === 1 ? "Move one buddy" : `Move ${count} buddies`),
    done: "They have the live version now.",
    busy: "Moving …"
  },
  errorsOf: {
    config_empty: "The draft is empty: add a rule first.",
    config_not_draft: "Somebody has published this draft meanwhile."
  } as Readonly<Record<string, string>>
}
