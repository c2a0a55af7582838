export { builtinEsign } from './builtin-esign.ts';
export { sealSigningJob } from './seal-signing.ts';
export { supplementCertificatesJob } from './supplement-certificates.ts';
export { resealPendingJob } from './sweep-signings.ts';
