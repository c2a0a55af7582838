import type { readVials, VialEntryType, VialState } from '@vialkeep/contract/vials.ts';
import type { z } from 'zod';
import { formatCount } from '../../ui/display/formats.ts';

export type VialCounts = z.infer<typeof readVials.answer>['data']['user_vials'];

/** The texts of 2-operations 2.4, and the product's additions. */
export const vialsTexts = {
  title: 'Vials Information',
  available: (count: number) => `Vials Available: ${formatCount(count)}`,
  added: (count: number) => `Vials Added: ${formatCount(count)}`,
  shipped: (count: number) => `Vials Shipped: ${formatCount(count)}`,
  otherCounts: {
    reserved: (count: number) => `Reserved: ${formatCount(count)}`,
    held: (count: number) => `In quarantine: ${formatCount(count)}`,
    heldForPatient: (count: number) => `Being checked: ${formatCount(count)}`,
    discarded: (count: number) => `Discarded: ${formatCount(count)}`,
  },
  afterProcessing: 'Note: New shipments will appear after processing.',
  processing: 'Processing...',
  tables: { added: 'Vials added', shipped: 'Vials shipped' } satisfies Record<VialEntryType, string>,
  tabs: { added: 'Added', shipped: 'Shipped' } satisfies Record<VialEntryType, string>,
  quantity: 'Qty',
  date: 'Date',
  tracking: 'Tracking ID',
  note: 'Note',
  action: 'Action',
  addVials: 'Add vials',
  shipVials: 'Ship vials',
  enterOne: 'Enter 1 or more',
  edit: (entry: string) => `Edit ${entry}`,
  save: (entry: string) => `Save ${entry}`,
  delete: (entry: string) => `Delete ${entry}`,
  cancel: 'Cancel editing',
  /** The accessible name of a row: '4 vials of 16 Sep 2026'. */
  entry: (quantity: number, day: string) => `${vials(quantity)} of ${day}`,
  wasAdded: (quantity: number) => `${vials(quantity)} added.`,
  wasShipped: (quantity: number) => `${vials(quantity)} shipped.`,
  wasSaved: 'Entry saved.',
  wasDeleted: 'Entry deleted.',
  remove: {
    title: 'Delete',
    question: { added: 'Take these vials off the list?', shipped: 'Take this shipment back?' } satisfies Record<
      VialEntryType,
      string
    >,
    consequence: 'What was recorded before stays in the chain of custody.',
    confirm: 'Delete',
    cancel: 'Cancel',
  },
  choose: {
    open: 'Choose vials',
    without: 'Without a choice the oldest vials are shipped.',
    filter: 'Filter codes',
    label: 'Vials to ship',
    vial: (code: string, oldCode: string | null) => (oldCode === null ? code : `${code} (${oldCode})`),
    chosen: (count: number) => `${formatCount(count)} chosen`,
    none: 'There are no vials in store.',
    more: (shown: number) => `Showing the first ${shown}. Type to narrow the list.`,
    failed: 'Could not load the vials.',
  },
  plot: {
    title: 'Vials in store',
    subtitle: (from: string) => `In store since ${from}`,
    series: 'In store',
    axis: { day: 'Day', week: 'Week', month: 'Month' },
    /** Vials in quarantine are in store too. */
    finding: (of: VialCounts) =>
      [
        `${vials(of.vials_available + of.vials_quarantined)} in store: ${formatCount(of.vials_added)} added`,
        `${formatCount(of.vials_shipped)} shipped`,
        ...(of.vials_discarded > 0 ? [`${formatCount(of.vials_discarded)} discarded`] : []),
      ].join(', ') + '.',
    empty: 'No vials have been added yet.',
    noneYet: 'Nothing in store yet',
    file: 'vials-in-store.csv',
  },
  list: {
    title: 'Every vial',
    note: 'Each container with its code and where it is.',
    loading: 'Loading vials...',
    filter: 'Type to filter by code',
    code: 'Code',
    oldCode: 'Old code',
    state: 'State',
    added: 'Added',
    shipped: 'Shipped',
    tracking: 'Tracking ID',
    noneYet: 'A vial appears here when it is added.',
    show: (code: string) => `Show QR code of ${code}`,
    qr: (code: string) => `QR code of vial ${code}`,
    held: 'In quarantine',
    heldForPatient: 'Being checked',
    states: {
      stored: 'In store',
      shipped: 'Shipped',
      discarded: 'Discarded',
      withdrawn: 'Taken off the list',
    } satisfies Record<VialState, string>,
  },
  history: {
    title: 'Vials History',
    available: (count: number) => `Available: ${formatCount(count)}`,
    shipped: (count: number) => `Shipped: ${formatCount(count)}`,
    process: 'Process',
    quantity: 'Quantity',
    date: 'Date',
    entry: (id: number, type: VialEntryType) => `Vial: ID#${id} - ${type}`,
    loading: 'Loading vials...',
    failed: 'Could not load your vials.',
    noneYet: 'Your vials appear here when the lab has stored them.',
  },
} as const;

function vials(count: number): string {
  return count === 1 ? '1 vial' : `${formatCount(count)} vials`;
}
