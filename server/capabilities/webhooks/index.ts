export { deleteOldDeliveries } from './delete-old-deliveries.ts';
export { insertEndpoint } from './new-endpoint.ts';
