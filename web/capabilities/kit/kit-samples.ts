import type { ProcessFields } from '@vialkeep/contract/stage.ts';
import type { Relation } from '../../components/account/relation-tree.tsx';
import type { TimelineItem } from '../../components/sample/custody-entries.ts';
import type { StageStrip } from '../../components/sample/stage-strip.tsx';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';

export const KIT_TODAY = '2026-11-07';

const awaiting: ProcessFields = {
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  date_vials_ready_to_ship: null,
};
const shipped = { ...awaiting, date_adipose_shipped_to_lab: '2026-10-03' };
const received = { ...shipped, date_adipose_received_by_lab: '2026-10-05' };
const plating = { ...received, stemcell_plating_initiated_date: '2026-10-09' };
const failed = { ...plating, stemcell_plating_successful: 2 };
const sterility = {
  ...plating,
  stemcell_plating_successful: 1,
  sterility_start_date: '2026-10-29',
  sterility_end_date: '2026-11-12',
  sterility_complete: false,
};
const late = {
  ...sterility,
  date_adipose_shipped_to_lab: '2026-09-03',
  date_adipose_received_by_lab: '2026-09-05',
  stemcell_plating_initiated_date: null,
};
const ready = { ...sterility, sterility_complete: true, date_vials_ready_to_ship: '2026-11-06' };

/** One sample in each stage, and the failed and late ones. */
export const kitSamples = { awaiting, shipped, received, plating, failed, sterility, late, ready };

export const kitStages: Parameters<typeof StageStrip>[0]['cells'] = {
  awaiting: { count: 4 },
  shipped: { count: 3, note: 'oldest 6 d' },
  received: { count: 5 },
  plating: { count: 7, note: '1 failed', tone: 'failed' },
  sterility: { count: 6, note: '2 end soon', tone: 'waiting' },
  ready: { count: 1211, note: '48 vials' },
};

export const kitChain: readonly TimelineItem[] = [
  {
    id: 1,
    kind: 'consent',
    title: 'Consents signed 3/3',
    when: '2026-09-01T10:12:00Z',
    source: 'recorded',
    who: 'Ana Whitfield',
    links: [{ text: 'Screening Questionnaire', to: linkTo(addresses.kitPlots) }],
  },
  { id: 2, kind: 'label', missing: 'Label sent' },
  {
    id: 3,
    kind: 'shipment',
    title: 'Shipped to lab',
    when: '2026-09-03',
    source: 'recorded',
    who: 'Berta Lind',
    onBehalfOf: 'North Clinic',
    links: [{ text: 'tracking 7711 9981 2204', href: 'https://carrier.example.test/7711' }],
  },
  {
    id: 4,
    kind: 'receipt',
    title: 'Received by lab',
    when: '2026-09-05',
    source: 'from form',
    details: 'est. ready = received + 45 d',
  },
  { id: 5, kind: 'plating', title: 'Plating initiated', when: '2026-09-09', source: 'from form' },
  {
    id: 6,
    kind: 'vials',
    title: '5 vials added',
    when: '2026-11-02T09:30:00Z',
    source: 'recorded',
    who: 'Hiro Tanaka',
    details: 'Vial: ID#88',
  },
];

export const kitRelations: readonly Relation[] = [
  {
    label: 'Harvest Center',
    name: 'North Clinic',
    id: 412,
    children: [
      {
        label: 'Sales Rep',
        name: 'Jonas Reyes',
        id: 606,
        children: [
          {
            label: 'Sales Manager',
            name: 'Carla Nolan',
            id: 611,
            note: 'team West',
            children: [{ label: 'Sales Distributor', name: null }],
          },
          { label: 'Sales Manager', name: 'Farid Haddad', id: 614 },
        ],
      },
      { label: 'Sales Affiliate', name: null },
    ],
  },
];
