export { createMainSite, createSite, updateSite } from './save-site.ts';
export { presentSite } from './sites.present.ts';
