/** What an endpoint's values are sealed for: the store that writes them and the pump that reads them agree here. */

export const secretPlace = (webhook_config_id: string): string => `webhook:${webhook_config_id}`

/** Of the headers a tenant wants to be sent along, JSON. */
export const headersPlace = (webhook_config_id: string): string => `webhook-headers:${webhook_config_id}`
