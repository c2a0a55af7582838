import type { ReactNode } from 'react';

/** What an entry is about; decides its picture and the chip that filters it. */
export type TimelineKind =
  | 'consent'
  | 'label'
  | 'shipment'
  | 'receipt'
  | 'plating'
  | 'sterility'
  | 'ready'
  | 'vials'
  | 'order'
  | 'change';

/** A place of the portal, or one outside it. */
export type TimelineLink = { text: string; to: string } | { text: string; href: string };

export type TimelineEntry = {
  id: string | number;
  kind: TimelineKind;
  title: string;
  /** A day ('YYYY-MM-DD') or a moment; it is shown as exactly as it is known. */
  when: string | null;
  /** Only what was recorded has a person: nobody is made up for what was read from a form. */
  source: 'recorded' | 'from form';
  who?: string | null;
  onBehalfOf?: string | null;
  links?: readonly TimelineLink[];
  details?: ReactNode;
};

/** A link of the chain that should be there and is not. */
export type TimelineGap = { id: string | number; kind: TimelineKind; missing: string };

export type TimelineItem = TimelineEntry | TimelineGap;

export const timelineTexts = {
  label: 'Chain of custody',
  filter: 'Show only',
  newestFirst: 'Newest first',
  nothing: 'Nothing has been recorded yet.',
  noRecord: 'no record',
  fromForm: 'from form',
  onBehalfOf: (whom: string) => `on behalf of ${whom}`,
  shown: (shown: number, all: number) => `${shown} of ${all} entries`,
  kinds: {
    consent: 'Consents',
    label: 'Labels',
    shipment: 'Shipped',
    receipt: 'Received',
    plating: 'Plating',
    sterility: 'Sterility',
    ready: 'Ready to ship',
    vials: 'Vials',
    order: 'Orders',
    change: 'Changes',
  } satisfies Record<TimelineKind, string>,
};
