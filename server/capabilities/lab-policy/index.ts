export { actOncePerScan, type ScanOutcome } from './act-once-per-scan.ts';
export { type BenchSettings, readBenchSettings } from './lab-settings.queries.ts';
export { type Bench, type BenchOperator, readBench, requireBench } from './require-bench.ts';
export { type Lab, refuseAtBench, requireLab } from './require-lab.ts';
export { proveSigner, type SignedRecord, type Signer, signRecord } from './sign-record.ts';
export { verifySignatures } from './verify-signatures.ts';
