export { findStampOfFile } from './find-stamp.ts';
export { timestampChainsJob } from './stamp-chain-heads.ts';
export { timestampSealsJob } from './stamp-seals.ts';
export { verifyTimeStamps } from './verify-time-stamps.ts';
