export { saveSitePolicy } from './save-site-policy.ts';
