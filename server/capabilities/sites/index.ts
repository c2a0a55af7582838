export { presentSite } from './sites.present.ts';
