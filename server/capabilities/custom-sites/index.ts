export { certificateChallenges } from './certificate-challenges.ts';
export { completeFolders } from './complete-folders.ts';
export { monitorCustomSitesJob } from './monitor-custom-sites.ts';
