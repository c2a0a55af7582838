import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import { z } from 'zod';
import type { TimelineEntry } from '../../../components/sample/custody-entries.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.custody;

const DocumentFacts = z.object({
  document: z.number().catch(0),
  name: z.string().catch(''),
  origin: z.enum(['signing', 'upload']).nullable().catch(null),
  sha256: z.string().nullable().catch(null),
  state: z.enum(['declined', 'expired', 'revoked']).nullable().catch(null),
});

/** A timeline entry about one of the patient's documents. */
export function documentEntry(event: CustodyEvent, title: (name: string) => string): TimelineEntry {
  const { document, name, origin, sha256, state } = DocumentFacts.parse(event.facts);
  const lines = [
    state && texts.documentStates[state],
    origin === 'upload' && texts.documentUploaded,
    texts.documentId(document),
    sha256 && texts.documentDigest(sha256),
  ];
  return {
    id: `document ${event.id}`,
    kind: 'consent',
    source: 'recorded',
    title: title(name),
    when: momentOf(event),
    who: event.who?.name ?? null,
    onBehalfOf: event.on_behalf_of?.name ?? null,
    details: lines.filter(Boolean).join(' · '),
  };
}

/** The server's time of the record, unless the event happened on another day. */
function momentOf({ at, occurred_on }: CustodyEvent): string {
  return occurred_on === null || at.startsWith(occurred_on) ? at : occurred_on;
}
