import { readAgreement } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { agreementText } from './agreement-text.ts';

export const readAgreementHandler = handle(readAgreement, async () => agreementText);
