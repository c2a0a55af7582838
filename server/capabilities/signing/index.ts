export { builtinEsign } from './builtin-esign.ts';
export { sealSigningJob } from './seal-signing.ts';
export { supplementCertificatesJob } from './supplement-certificates.ts';
export { resealPendingJob as sweepSigningsJob } from './sweep-signings.ts';
