/**
 * The events about a delivery, each with the object that it carries. They are recorded and never delivered (assumption
 * `webhook-events`). Not in the model, whose rows name events of any kind.
 */
export const webhookDeliveryEvents = {
  'webhooks.deliver': 'webhook_delivery',
  'webhooks.retry': 'webhook_delivery',
} as const
