import type { Handler } from '../../kernel/http/handle.ts';
import { deleteWebhookHandler, replaceWebhookSecretHandler, updateWebhookHandler } from './change-endpoint.ts';
import { createWebhookHandler } from './create-endpoint.ts';
import { listDeliveriesHandler } from './list-deliveries.ts';
import { listWebhooksHandler } from './list-endpoints.ts';
import { listEventsHandler } from './list-events.ts';
import { resendDeliveryHandler, resendSinceHandler } from './resend.ts';
import { testWebhookHandler } from './test-endpoint.ts';

export const webhooksHandlers: readonly Handler[] = [
  listWebhooksHandler,
  createWebhookHandler,
  updateWebhookHandler,
  deleteWebhookHandler,
  testWebhookHandler,
  replaceWebhookSecretHandler,
  listDeliveriesHandler,
  resendDeliveryHandler,
  resendSinceHandler,
  listEventsHandler,
];
