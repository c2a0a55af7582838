import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import { describe, expect, test } from 'vitest';
import type { TimelineItem } from '../../../components/sample/custody-entries.ts';
import { patientRecord as record } from '../testing/patient-record.ts';
import { chainOfCustody } from './chain-of-custody.ts';

const TODAY = '2026-11-15';

const lab = { id: 7, name: 'Cryo Desk' };

function event(id: number, kind: CustodyEvent['kind'], facts: object, more: object = {}): CustodyEvent {
  // @NOTE user ids are branded; these are invented.
  return {
    id,
    kind,
    at: '2026-09-07T10:12:00Z',
    occurred_on: null,
    who: lab,
    on_behalf_of: null,
    facts,
    ...more,
  } as CustodyEvent;
}

const set = (to: unknown, from: unknown = null) => ({ from, to });

const textOf = (details: unknown) => (typeof details === 'string' ? details : null);

function told(items: readonly TimelineItem[]): string[] {
  return items.map((item) => {
    if ('missing' in item) return `(${item.missing})`;
    return [item.title, item.when, item.source === 'recorded' ? item.who : item.source, textOf(item.details)]
      .filter(Boolean)
      .join(' | ');
  });
}

describe('Change of the processing data', () => {
  test('a change becomes one entry for each step on its day, and one entry for all other fields', () => {
    const changed = event(1, 'processing.changed', {
      date_adipose_received_by_lab: set('2026-09-05'),
      estimated_date_vials_ready_to_ship: set('2026-10-20'),
      lab_id: set('CB-1', ''),
      hla_typing_test: set(2),
      stemcell_plating_successful: set(2),
    });
    const patient = record({ date_adipose_received_by_lab: '2026-09-05', stemcell_plating_successful: 2 });
    const chain = chainOfCustody([changed], patient, TODAY);
    expect(told(chain)).toEqual([
      '(Shipped to lab)',
      'Received by lab | 2026-09-05 | Cryo Desk | est. ready 20 Oct 2026 (received + 45 days) · recorded 7 Sep 2026, 10:12 UTC',
      '(Plating initiated)',
      'Plating failed | 2026-09-07T10:12:00Z | Cryo Desk',
      'Processing data changed | 2026-09-07T10:12:00Z | Cryo Desk | Lab ID: empty → CB-1 · HLA Typing Test: empty → No',
    ]);
  });

  test('a changed day shows its previous value, and a removed day is a change', () => {
    const corrected = event(1, 'processing.changed', { date_adipose_shipped_to_lab: set('2026-09-07', '2026-09-03') });
    const removed = event(2, 'processing.changed', { date_adipose_shipped_to_lab: set(null, '2026-09-07') });
    expect(told(chainOfCustody([corrected, removed], record(), TODAY))).toEqual([
      'Shipped to lab, corrected | 2026-09-07 | Cryo Desk | before: 3 Sep 2026',
      'Shipped to lab, removed | 2026-09-07T10:12:00Z | Cryo Desk | before: 7 Sep 2026',
    ]);
  });

  test('a manual estimate is shown even if the day of receipt changes with it', () => {
    const changed = event(1, 'processing.changed', {
      date_adipose_received_by_lab: set('2026-09-07'),
      estimated_date_vials_ready_to_ship: set('2026-12-01'),
      estimated_date_set_manually: set(true, false),
    });
    const [, received, rest] = told(
      chainOfCustody([changed], record({ date_adipose_received_by_lab: '2026-09-07' }), TODAY),
    );
    expect(received).toBe('Received by lab | 2026-09-07 | Cryo Desk');
    expect(rest).toContain('Estimated Date Vials Ready to Ship: empty → 1 Dec 2026 · Set date manually: No → Yes');
  });
});

describe('Chain of custody', () => {
  test('an entry that only the form has is marked and names no person', () => {
    const patient = record({ date_adipose_shipped_to_lab: '2026-09-03' });
    expect(told(chainOfCustody([], patient, TODAY))).toEqual(['Shipped to lab | 2026-09-03 | from form']);
  });

  test('a missing step is a gap before the first later step', () => {
    const patient = record({ date_adipose_shipped_to_lab: '2026-09-03', sterility_start_date: '2026-10-29' });
    expect(told(chainOfCustody([], patient, TODAY))).toEqual([
      'Shipped to lab | 2026-09-03 | from form',
      '(Received by lab)',
      '(Plating initiated)',
      'Sterility test started | 2026-10-29 | from form',
    ]);
  });

  test('vials are dated by the day they moved, and corrections by the time they were made', () => {
    const values = { quantity: 6, date: '2026-11-02', tracking_id: null, note: 'Rack B' };
    const codes = ['A', 'B', 'C', 'D', 'E', 'F'];
    const events = [
      event(
        1,
        'vials.added',
        { entry: 88, quantity: 6, after: values, codes: { made: codes } },
        { occurred_on: '2026-11-02' },
      ),
      event(
        2,
        'vials.shipped',
        { entry: 89, quantity: 1, after: { ...values, tracking_id: '7711' }, codes: { shipped: ['A'] } },
        { occurred_on: '2026-11-03', who: { id: 9, name: 'Beth Lowell' }, on_behalf_of: lab },
      ),
      event(
        3,
        'vials.entry_changed',
        { entry: 88, before: values, after: { ...values, quantity: 5 }, codes: { withdrawn: ['F'] } },
        { at: '2026-11-04T08:00:00Z' },
      ),
      event(
        4,
        'vials.entry_deleted',
        { entry: 89, before: values, after: null, codes: {} },
        { at: '2026-11-05T08:00:00Z' },
      ),
    ];
    const chain = chainOfCustody(events, record(), TODAY);
    expect(told(chain)).toEqual([
      '6 vials added | 2026-11-02 | Cryo Desk | Note: Rack B · A, B, C, D and 2 more',
      '1 vial shipped | 2026-11-03 | Beth Lowell | tracking 7711 · Note: Rack B · A',
      'Vial entry ID#88 changed | 2026-11-04T08:00:00Z | Cryo Desk | Quantity: 6 → 5 · F',
      'Vial entry ID#89 deleted | 2026-11-05T08:00:00Z | Cryo Desk | 6 vials',
    ]);
    expect(chain[1]).toMatchObject({ onBehalfOf: 'Cryo Desk' });
  });
});

describe('Document in the chain of custody', () => {
  test('a document is shown by its name and outcome, never by the id that opens it', () => {
    const facts = { document: 12, kind: 'storage', name: 'Vialkeep Official Storage Agreement' };
    const chain = chainOfCustody(
      [
        event(1, 'document.requested', facts),
        event(2, 'document.refused', { ...facts, state: 'declined' }, { who: null }),
        event(3, 'document.completed', { ...facts, origin: 'upload', sha256: 'ab'.repeat(32) }),
        event(4, 'document.linked', { ...facts, status: 'Completed', sha256: 'ab'.repeat(32) }),
        event(5, 'document.hidden', facts),
      ],
      record({}),
      TODAY,
    );
    const name = 'Vialkeep Official Storage Agreement';
    const at = '2026-09-07T10:12:00Z';
    expect(told(chain).filter((line) => line.startsWith(name))).toEqual([
      `${name}: signature requested | ${at} | Cryo Desk | document ID#12`,
      `${name}: not signed | ${at} | declined by the signer · document ID#12`,
      `${name}: completed | ${at} | Cryo Desk | signed on paper and uploaded · document ID#12 · SHA-256 abababababababab…`,
      `${name}: linked to this patient | ${at} | Cryo Desk | document ID#12 · SHA-256 abababababababab…`,
      `${name}: deleted | ${at} | Cryo Desk | document ID#12`,
    ]);
  });
});

describe('Steps at the bench in the chain of custody', () => {
  const at = '2026-09-07T10:12:00Z';
  const events = [
    event(1, 'bench.quarantined', { codes: ['A', 'B'], reason: 'missing' }),
    event(2, 'vials.discarded', { codes: { discarded: ['A'] } }),
    event(3, 'tissue.received', {}),
  ];

  test('the lab reads quarantine, and the patient that the vials are being checked', () => {
    expect(told(chainOfCustody(events, record(), TODAY))).toEqual([
      `In quarantine: 2 vials | ${at} | Cryo Desk | A, B`,
      `Discarded: 1 vial | ${at} | Cryo Desk | A`,
      `Tissue accepted at the lab | ${at} | Cryo Desk`,
    ]);
    expect(told(chainOfCustody(events, record(), TODAY, 'patient'))).toEqual([
      `Being checked: 2 vials | ${at} | Cryo Desk | A, B`,
      `Discarded: 1 vial | ${at} | Cryo Desk | A`,
      `Your tissue arrived at the lab | ${at} | Cryo Desk`,
    ]);
  });
});
