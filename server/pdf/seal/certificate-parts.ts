import { Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactElement } from 'react';
import { BODY, FAINT_INK, LINE } from '../render/page-parts.ts';
import type { Typeface } from '../render/typeface.ts';
import type { SealEvent, SealRequest } from './seal-request.ts';

export const NOT_RECORDED = 'Not recorded';

/** 2026-11-15 07:04:05 UTC */
export function utcMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** How the signer was identified, and which other people changed their login shortly before. */
export function identityFacts({ identifiedBy, loginChanges = [] }: Pick<SealRequest, 'identifiedBy' | 'loginChanges'>) {
  return [
    { label: 'Identified by', value: identifiedBy ?? NOT_RECORDED },
    ...(loginChanges.length === 0 ? [] : [{ label: 'In the 30 days before', value: loginChanges.join('; ') }]),
  ];
}

const HEADING = { fontSize: 11, fontWeight: 700, marginBottom: 5 } as const;

export function digestBlock(title: string, sha256: string): ReactElement {
  return h(
    View,
    { wrap: false, style: { marginBottom: 14 } },
    h(Text, { style: HEADING }, title),
    h(Text, { style: { fontFamily: 'Courier', fontSize: 9, lineHeight: 1.4 } }, formatDigest(sha256)),
  );
}

export function eventList(events: readonly SealEvent[], typeface: Typeface): ReactElement {
  return h(
    View,
    {},
    h(Text, { style: HEADING }, 'What happened'),
    events.map((event, index) => eventRow(event, index, typeface)),
  );
}

/** The address and the code for checking the document. */
export function verifyBox(
  { verifyAt, code }: Pick<SealRequest, 'verifyAt' | 'code'>,
  typeface: Typeface,
): ReactElement {
  return h(
    View,
    { wrap: false, style: { marginTop: 16, padding: 12, borderWidth: 0.75, borderColor: LINE, borderRadius: 3 } },
    h(Text, { style: HEADING }, 'Is this document genuine?'),
    h(
      Text,
      { style: BODY },
      typeface.show(
        `Enter the code below, or drop the file, at ${verifyAt}. Any program that checks signatures in PDF files also shows whether a single byte was changed.`,
      ),
    ),
    h(Text, { style: { fontFamily: 'Courier-Bold', fontSize: 15, marginTop: 8 } }, code),
  );
}

function eventRow({ at, what, who, from, device }: SealEvent, index: number, typeface: Typeface): ReactElement {
  const small = { fontSize: 8.5, lineHeight: 1.4 };
  const origin = [from, device].filter((part) => part !== undefined && part !== '').join(', ');
  return h(
    View,
    {
      key: `event ${index}`,
      wrap: false,
      style: { flexDirection: 'row', gap: 12, paddingVertical: 4, borderTopWidth: 0.75, borderTopColor: LINE },
    },
    h(Text, { style: { ...small, width: 122, flexShrink: 0, color: FAINT_INK } }, utcMoment(at)),
    h(
      View,
      { style: { flex: 1 } },
      h(Text, { style: small }, typeface.show(`${what}: ${who}`)),
      origin === '' ? null : h(Text, { style: { ...small, color: FAINT_INK } }, typeface.show(origin)),
    ),
  );
}

/** In groups of eight, so that two can be compared by eye. */
function formatDigest(digest: string): string {
  return digest.replace(/(.{8})(?=.)/g, '$1 ');
}
