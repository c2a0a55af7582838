export { certificateChallenges } from './certificate-challenges.ts';
export { completeFolders } from './complete-folders.ts';
export { monitorCustomSitesJob } from './watch-custom-sites.ts';
