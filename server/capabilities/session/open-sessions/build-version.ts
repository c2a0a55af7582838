import { buildVersion } from '@vialkeep/contract/session.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';

export const buildVersionHandler = handlePublic(buildVersion, async ({ services }) => ({ version: services.version }));
