import { listErasures, repeatErasure } from '../capabilities/privacy/index.ts';
import { withServices } from './with-services.ts';

const [command, ...ids] = process.argv.slice(2);

/**
 * `npm run erasures`: prints the number and day of every erased person, to be kept beside the backups.
 * `npm run erasures -- repeat 1043 1050`: erases these people again, after an older backup was restored.
 */
await withServices(async (services) => {
  if (command === undefined) {
    for (const { id, erased_at } of await listErasures(services.store.read('platform'))) {
      console.log(`${id} ${erased_at?.toISOString().slice(0, 10)}`);
    }
    return 0;
  }
  if (command !== 'repeat' || ids.length === 0 || ids.some((id) => !/^[1-9]\d{0,8}$/.test(id))) {
    console.error('Say who: npm run erasures -- repeat ID [ID…]. Without arguments it prints the list.');
    return 1;
  }
  let failed = 0;
  for (const id of ids) {
    try {
      console.log(await repeatErasure(services, Number(id)));
    } catch (problem) {
      console.error(problem instanceof Error ? problem.message : problem);
      failed += 1;
    }
  }
  return failed === 0 ? 0 : 1;
});
