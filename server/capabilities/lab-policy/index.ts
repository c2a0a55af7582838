export { actOncePerScan, type ScanOutcome } from './act-once-per-scan.ts';
export { sha256OfRecord } from './canonical-json.ts';
export { type BenchSettings, readBenchSettings } from './lab-settings.queries.ts';
export { listLabReaders } from './list-lab-readers.ts';
export { listOperatorNames, listSignatures } from './people-at-the-bench.ts';
export { type Bench, type BenchOperator, findShift, hasOperators, readBench, requireBench } from './require-bench.ts';
export { type Lab, refuseAtBench, requireLab } from './require-lab.ts';
export { proveSigner, type SignedRecord, type Signer, signRecord } from './sign-record.ts';
export { verifySignatures } from './verify-signatures.ts';
