import type { Handler } from '../../kernel/http/handle.ts';
import { createApiKeyHandler } from './create-api-key.ts';
import { replaceApiKeyHandler, revokeApiKeyHandler } from './end-api-key.ts';
import { listApiKeysHandler } from './list-api-keys.ts';

export const apiKeysHandlers: readonly Handler[] = [
  listApiKeysHandler,
  createApiKeyHandler,
  replaceApiKeyHandler,
  revokeApiKeyHandler,
];
