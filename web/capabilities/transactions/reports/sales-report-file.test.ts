import { SalesTransaction } from '@vialkeep/contract/transactions.ts';
import { expect, test } from 'vitest';
import { csv } from '../../../ui/display/csv.ts';
import { reportFile, reportRows } from './sales-report-file.ts';

const sold = SalesTransaction.parse({
  id: 1001,
  date: '2026-11-02T09:30:00.000Z',
  quantity: 2,
  amount: 615,
  coupon_code_used: '',
  coupon_code_amount: 0,
  patient: [{ id: 31 }],
  harvest_center: [{ id: 12, company: 'Stein Regenerative Clinic' }],
  referral_harvest_center: [],
  hc_staff_desc: [],
  product: [{ name: 'Harvesting Kit' }],
  sales_rep: [
    {
      id: 8,
      first_name: 'Julian',
      last_name: 'Reyes',
      sales_manager: [{ id: 5, first_name: 'Petra', last_name: 'Nolan' }],
    },
  ],
});

test.each([
  [615, '615.00'],
  [12.5, '12.50'],
  [0, '0.00'],
  [1234.56, '1234.56'],
])('an amount of %d dollars has two decimals in a report’s file', (amount, cell) => {
  const [header, rows] = reportRows('salesRep', [{ ...sold, amount }]);
  expect(csv(header, rows).trimEnd().split(',').at(-1)).toBe(cell);
});

test('F125–F127 each report’s file has its own name and columns', () => {
  expect(reportFile('salesRep', 8, new Date('2026-11-15T10:00:00Z'))).toBe('salesRep-8-2026-11-15T10:00:00.000Z.csv');
  expect(reportRows('salesRep', [sold])).toEqual([
    ['ID', 'Date', 'Patient ID', 'HC', 'RHC', 'Product', 'Amount'],
    [[1001, '2026-11-02', 31, 'Stein Regenerative Clinic', undefined, 'Harvesting Kit', '615.00']],
  ]);
  expect(reportRows('salesDistributor', [sold])[0].slice(-2)).toEqual(['Sales Rep Name', 'Sales Manager Name']);
  expect(reportRows('salesDistributor', [sold])[1][0]?.slice(-2)).toEqual(['#8 - Julian Reyes', '#5 - Petra Nolan']);
});
