export { deleteOldDeliveries } from './delete-old-deliveries.ts';
export { insertEndpoint, sealedSigningSecrets } from './new-endpoint.ts';
