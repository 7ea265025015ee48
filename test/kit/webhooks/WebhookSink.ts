/** A receiver of webhooks; see the test kit. */
export {
  hang,
  type Received,
  type Script,
  status,
  type WebhookSink,
  webhookSink
} from "../../../src/testing/WebhookSink.ts"
