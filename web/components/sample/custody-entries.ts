import type { ReactNode } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';

/** The subject of an entry; decides its icon and its filter chip. */
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

/** A page of the portal, or an external address. */
export type TimelineLink = { text: string; to: PageLink } | { text: string; href: string };

export type TimelineEntry = {
  id: string | number;
  kind: TimelineKind;
  title: string;
  /** A day ('YYYY-MM-DD') or a timestamp, shown with the precision that is known. */
  when: string | null;
  /** Only recorded entries name a person; entries from the form have none. */
  source: 'recorded' | 'from form';
  who?: string | null;
  onBehalfOf?: string | null;
  links?: readonly TimelineLink[];
  details?: ReactNode;
};

/** A missing step in the chain. */
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
