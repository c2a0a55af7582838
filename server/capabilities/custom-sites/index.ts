export { certificateChallenges } from './certificate-challenges.ts';
export { completeFolders } from './complete-folders.ts';
export { monitorCustomSitesJob as watchCustomSitesJob } from './watch-custom-sites.ts';
