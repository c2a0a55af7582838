import { declineHandler } from './decline.ts';
import { readSigningHandler } from './read-signing.ts';
import { readSigningFileHandler } from './read-signing-file.ts';
import { signHandler } from './sign.ts';

export const signingHandlers = [readSigningHandler, readSigningFileHandler, signHandler, declineHandler];
