import { createLocation } from '@vialkeep/contract/locations.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { presentLocation } from './locations.present.ts';
import { locationsOf, lockLocations, moveDefault, ownLocation } from './locations.queries.ts';

export const createLocationHandler = handle(createLocation, ({ access, actor, body, write }) => {
  const { default: wanted = false, user: _givenAlong, ...details } = body;
  access.authorize(ownRecords(actor));
  return write(async (work) => {
    await lockLocations(work, actor.userId);
    const [first] = await locationsOf(work.db, actor.userId);
    const { id } = await work.db
      .insertInto('locations')
      .values({ ...details, domain_id: actor.domainId, user_id: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The first location becomes the default, whatever the body says (C-38).
    const isDefault = wanted || first === undefined;
    if (isDefault) await moveDefault(work, actor.userId, id);
    await audit(work, {
      domainId: actor.domainId,
      action: 'locations.create',
      subject: 'location',
      subjectId: id,
      facts: { default: isDefault },
    });
    return presentLocation(await ownLocation(work.db, access, id));
  });
});
