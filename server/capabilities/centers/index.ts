export { addHarvestCenter } from './add-harvest-center.ts';
