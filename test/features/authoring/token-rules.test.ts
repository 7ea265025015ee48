import { versionedList } from "../../kit/contract/VersionedList.ts"

versionedList({
  path: "/token-rules",
  id: "rule_id",
  key: "rule_key",
  body: (rule_key) => ({
    rule_key,
    token_key: "gem",
    trigger: { event_type: "lesson.completed" },
    amount: { mode: "fixed", value: 10 }
  })
})
