export type * from './calls.generated.ts';
export {
  type CallInput,
  type CallName,
  type Client,
  type ClientOptions,
  createClient,
  type PagedCall,
} from './client.ts';
export { Refused } from './refused.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookFault, WebhookNotVerified } from './webhook.ts';
