import { EventBody } from '@vialkeep/contract/events.ts';
import { listEvents } from '@vialkeep/contract/webhooks.ts';
import { handle } from '../../kernel/http/handle.ts';
import { messageOf } from './sign-message.ts';
import { filterVisible, listEventsAfter } from './visible-events.ts';

/** Looks at so many events and shows those that the caller may see, so that the cost of a call has a limit. */
export const listEventsHandler = handle(listEvents, async ({ actor, db, query }) => {
  const looked = await listEventsAfter(db, query.after, query.limit + 1);
  const page = looked.slice(0, query.limit);
  const visible = await filterVisible(db, actor, page);
  return {
    // A test is about an endpoint, which gets it, and about nothing that a reader could have missed.
    results: visible
      .filter(({ type }) => type !== 'webhook.test')
      .map((event) => ({ id: event.id, event: EventBody.parse(messageOf(event)) })),
    next: page.at(-1)?.id ?? query.after,
    more: looked.length > page.length,
  };
});
