import { versionedList } from "../../kit/contract/VersionedList.ts"

versionedList({
  path: "/skill-sets",
  id: "skill_set_id",
  key: "skill_set_key",
  body: (skill_set_key) => ({
    skill_set_key,
    name: "A set",
    skills: [],
    level_curve: { mode: "quadratic", base: 100 }
  })
})
