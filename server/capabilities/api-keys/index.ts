export { keyScopes, neverByKey } from './key-scopes.ts';
export { insertKey } from './new-key.ts';
export { revokeKeysSince } from './revoke-keys-since.ts';
