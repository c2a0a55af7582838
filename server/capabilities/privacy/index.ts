export { requestsDueSoon } from './privacy.queries.ts';
export { listErasures, repeatErasure } from './repeat-erasures.ts';
