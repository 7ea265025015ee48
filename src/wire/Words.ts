/** What the reference says of an endpoint, beside the endpoint. */
import { OpenApi } from "effect/http-api"

/**
 * `summary`: at most 60 characters, what it does, no full stop. `description`: what holds, and what to do next; its
 * limits, refusals and headers are added by the reference itself.
 *
 *     HttpApiEndpoint.get("list", "/eggs", { ... }).annotateMerge(says("List eggs", "Newest first."))
 */
export const says = (summary: string, description: string) => OpenApi.annotations({ summary, description })
