export { verifyOrigins } from './verify-origins.ts';
