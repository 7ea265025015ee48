// Written by sdk/generate from contract/openapi.json.
/** The payload of each event. */
export interface WebhookEvents {
}

export const webhookShapes = {

} as const
