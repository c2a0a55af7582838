import type { PaperSite } from '../../../pdf/render/document-text.ts';
import type { SummaryRequest } from '../../../pdf/seal/seal-request.ts';
import type { ExportedSample } from './exported-sample.ts';

/** The newest events on the page; data/custody.ndjson has all of them. */
const MOST_EVENTS = 200;

/** What the first page of an export says. */
export function buildSummary(
  { inspector, file, at }: ExportedSample,
  site: PaperSite,
  verifyAt: string,
): SummaryRequest {
  const left = file.custody.length - MOST_EVENTS;
  const moment = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return {
    title: `Sample of ${file.sample.name}`,
    site,
    paragraphs: [
      `This is the file of one sample, exported in a read-only inspection for ${inspector.agency}.`,
      'SHA256SUMS lists every file beside this page, and manifest.p7s is its signature. HOW-TO-CHECK.txt says how both are checked.',
      ...(inspector.withNames
        ? []
        : ['The inspection shows no names: people appear by number, and documents are listed only.']),
      ...(left > 0 ? [`The ${left} oldest events are only in data/custody.ndjson.`] : []),
    ],
    facts: [
      { label: 'Patient', value: `#${file.sample.id}` },
      { label: 'Exported at', value: moment },
      { label: 'Inspection', value: `No. ${inspector.inspectionId} for ${inspector.agency}` },
      { label: 'Reason', value: inspector.reason },
      { label: 'Vials', value: `${file.vials_available} in store, ${file.vials_shipped} shipped` },
      { label: 'Events of custody', value: String(file.custody.length) },
      { label: 'Documents', value: String(file.documents.length) },
      { label: 'Changes', value: String(file.changes_count) },
      { label: 'Openings', value: String(file.openings_count) },
    ],
    digests: file.documents.flatMap(({ name, sha256 }, index) =>
      typeof sha256 === 'string' ? [{ label: `SHA-256 of document ${index + 1}, ${name}`, sha256 }] : [],
    ),
    events: file.custody.slice(-MOST_EVENTS).map((event) => ({
      at: new Date(event.at),
      what: event.kind,
      who: event.who?.name ?? site.brand,
    })),
    reference: `Inspection ${inspector.inspectionId}, sample #${file.sample.id}`,
    verifyAt,
    sealedAt: at,
  };
}
