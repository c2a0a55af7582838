export { certificateChallenges } from './certificate-challenges.ts';
export { watchCustomSitesJob } from './watch-custom-sites.ts';
