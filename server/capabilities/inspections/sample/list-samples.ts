import { listSamples } from '@vialkeep/contract/inspections.ts';
import { handleInspector } from '../inspector.ts';
import { findSamples } from './samples.queries.ts';

export const listSamplesHandler = handleInspector(listSamples, async ({ inspector, read, note, query }) => {
  const samples = await read((db) => findSamples(db, inspector, query.search, query));
  note({ seen: samples.results.map(({ id }) => id) });
  return samples;
});
