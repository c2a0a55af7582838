export { builtinEsign } from './builtin-esign.ts';
export { resealPendingJob } from './reseal-pending.ts';
export { sealSigningJob } from './seal-signing.ts';
export { supplementCertificatesJob } from './supplement-certificates.ts';
