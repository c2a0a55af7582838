import { MantineProvider } from '@mantine/core';
import type { ProcessFields } from '@vialkeep/contract/stage.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RelationTree } from '../account/relation-tree.tsx';
import type { TimelineItem } from './custody-entries.ts';
import { CustodyTimeline } from './custody-timeline.tsx';
import { StageStrip } from './stage-strip.tsx';
import { StageMark, StageTrack } from './stage-track.tsx';
import { VialRack } from './vial-rack.tsx';

const failed: ProcessFields = {
  date_adipose_shipped_to_lab: '2026-09-03',
  date_adipose_received_by_lab: '2026-09-05',
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: '2026-09-09',
  stemcell_plating_successful: 2,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  date_vials_ready_to_ship: null,
};
const TODAY = '2026-10-24';

describe('Stage track', () => {
  test('the track names the current step', () => {
    const html = drawn(<StageTrack patient={failed} today={TODAY} audience="staff" />);
    expect(html.match(/aria-current="step"/g)).toHaveLength(1);
    expect(textOf(html.slice(html.indexOf('aria-current="step"')))).toMatch(/Plating 9 Sep 2026 failed/);
  });

  test('V-17 staff see a failed plating, and the patient reads who will contact them', () => {
    const staff = textOf(drawn(<StageTrack patient={failed} today={TODAY} audience="staff" />));
    expect(staff).toContain('failed');
    expect(staff).toContain('4 days late');
    const html = drawn(<StageTrack patient={failed} today={TODAY} audience="patient" />);
    expect(html).not.toMatch(/fail|late/i);
    expect(textOf(html)).toContain('Growing your cells');
    expect(textOf(html)).toContain('Your center will contact you about the next step.');
  });

  test('a table row shows the stage, the failure and the delay in words', () => {
    expect(textOf(drawn(<StageMark patient={failed} today={TODAY} />))).toBe('Plating failed 4 d late');
  });
});

test('a vial rack is announced as its two counts', () => {
  expect(drawn(<VialRack available={5} shipped={4} />)).toContain('aria-label="Available: 5, shipped: 4"');
  expect(textOf(drawn(<VialRack available={70} shipped={4} />))).toBe('+14 more');
  expect(textOf(drawn(<VialRack available={0} shipped={0} />))).toBe('Available: 0, shipped: 0');
});

describe('Chain of custody', () => {
  const items: TimelineItem[] = [
    {
      id: 1,
      kind: 'shipment',
      title: 'Shipped to lab',
      when: '2026-09-03',
      source: 'recorded',
      who: 'Berta Lind',
      onBehalfOf: 'North Clinic',
    },
    { id: 2, kind: 'receipt', missing: 'Received by lab' },
    { id: 3, kind: 'plating', title: 'Plating', when: '2026-09-09', source: 'from form', who: 'Somebody' },
    { id: 4, kind: 'vials', title: '5 vials added', when: '2026-11-02T09:30:00Z', source: 'recorded' },
  ];
  const text = textOf(drawn(<CustodyTimeline items={items} />));

  test('the timeline shows the events in order, with the precision that is known', () => {
    expect(text).toMatch(/Shipped to lab 3 Sep 2026 · Berta Lind on behalf of North Clinic .* 2 Nov 2026, 09:30 UTC$/);
  });

  test('the timeline shows where a record is missing', () => expect(text).toContain('Received by lab no record'));

  test('an entry that was read from a form names no person', () => {
    expect(text).toContain('Plating from form 9 Sep 2026');
    expect(text).not.toContain('Somebody');
  });

  test('an empty timeline says that there is nothing', () => {
    expect(textOf(drawn(<CustodyTimeline items={[]} />))).toBe('Nothing has been recorded yet.');
  });
});

test('a relation tree is readable as text, including empty places', () => {
  const rep = { label: 'Sales Rep', name: 'Jonas Reyes', id: 606, children: [{ label: 'Sales Manager', name: null }] };
  const html = drawn(
    <RelationTree label="Relations" relations={[{ label: 'Harvest Center', name: 'North Clinic', children: [rep] }]} />,
  );
  expect(textOf(html)).toBe('Harvest Center: North Clinic Sales Rep: #606 · Jonas Reyes Sales Manager: No Assigned');
  expect(html.match(/<ul/g)).toHaveLength(3);
});

test('a stage strip shows each stage with its count, and which one is chosen', () => {
  const cell = { count: 3, note: 'oldest 6 d' };
  const cells = { awaiting: cell, shipped: cell, received: cell, plating: cell, sterility: cell, ready: cell };
  const html = drawn(<StageStrip cells={cells} chosen="plating" onChoose={() => undefined} />);
  expect(textOf(html)).toMatch(/^Not shipped 3 oldest 6 d Shipped 3 .* Ready to ship 3 oldest 6 d$/);
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(5);
});

function drawn(piece: ReactNode): string {
  return renderToStaticMarkup(<MantineProvider env="test">{piece}</MantineProvider>).replaceAll(
    /<style[^>]*>.*?<\/style>|<script[^>]*>.*?<\/script>/gs,
    '',
  );
}

function textOf(html: string): string {
  return html
    .replace(/^[^<]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
