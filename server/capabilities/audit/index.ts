export { readableChanges } from './audit.present.ts';
export { verifyOrigins } from './verify-origins.ts';
