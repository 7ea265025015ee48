import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { liveHandlers } from "../../../resource/Http.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { profileTemplates, ProfileTemplatesApi } from "./Api.ts"
import { ProfileApplications } from "./Service.ts"
import { ProfileTemplateStore } from "./Store.ts"

export const ProfileTemplatesHttp = HttpApiBuilder.group(
  feature(ProfileTemplatesApi),
  "profile-templates",
  Effect.fn(function* (handlers) {
    const applications = yield* ProfileApplications
    return handlers.handleAll({
      ...liveHandlers(profileTemplates, yield* ProfileTemplateStore),
      applyBulk: Effect.fnUntraced(function* ({ payload: { dry_run = false, ...request } }) {
        const { customer_id } = yield* Principal
        if (dry_run) return yield* applications.plan(customer_id, request)
        const operation_id = yield* applications.start(customer_id, request)
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(Layer.provide([ProfileTemplateStore.layer, ProfileApplications.layer]))
