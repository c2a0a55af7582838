import { knockedOutFiles } from '../../harness/knocked-out.ts';

// Read by the switch that the plugin puts into each exported function.
Object.assign(globalThis, { knockedOut: knockedOutFiles() });
