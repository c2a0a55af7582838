import { walkLedger } from './walk-ledger.ts';
import { withServices } from './with-services.ts';

/** `npm run verify-ledger`: verifies the chains of custody and every count and vial derived from them. */
await withServices(async (services) => ((await walkLedger(services)) === 0 ? 0 : 1));
