export { requestsDueSoon } from './privacy.queries.ts';
