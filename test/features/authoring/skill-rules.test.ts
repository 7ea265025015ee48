import { versionedList } from "../../kit/contract/VersionedList.ts"

versionedList({
  path: "/skill-rules",
  id: "rule_id",
  key: "rule_key",
  body: (rule_key) => ({
    rule_key,
    skill_key: "focus",
    trigger: { event_type: "lesson.completed" },
    amount: { mode: "fixed", value: 10 }
  })
})
