import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import type { ChartPoint } from '../../ui/charts/chart-figure/chart-data.ts';
import { ChartFigure } from '../../ui/charts/chart-figure.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Wizard, WizardBack } from '../../ui/layout/wizard.tsx';
import classes from './kit.module.css';
import { KitFrame } from './kit-frame.tsx';

const months = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'];
const amounts = [4200, 3900, 5100, 6100, 5800, 7200, 6900, 0, 8100, 8800, 9300, 4100];
const stock = [12, 14, 14, 22, 20, null, 31, 36, 33, 40, 44, 48];

const byMonth: ChartPoint[] = months.map((label, at) => ({
  label,
  values: { amount: amounts[at] ?? 0 },
  soFar: at === months.length - 1,
}));
const vials: ChartPoint[] = months.map((label, at) => ({
  label,
  values: { available: stock[at] ?? null, preparation: 40 - (stock[at] ?? 0) / 2 },
}));

const amountSeries = [{ key: 'amount', label: 'Amount' }];
const vialSeries = [
  { key: 'available', label: 'Available' },
  { key: 'preparation', label: 'In preparation' },
];

const daySeries = [{ key: 'days', label: 'Days' }];
const durations: ChartPoint[] = [
  { label: '#12, 4 Sep 2026', day: '2026-09-04', values: { days: 41 } },
  { label: '#14, 20 Sep 2026', day: '2026-09-20', values: { days: 44 } },
  { label: '#15, 21 Sep 2026', day: '2026-09-21', values: { days: 53 } },
  { label: '#19, 8 Nov 2026', day: '2026-11-08', values: { days: 39 } },
];

export function KitPlotsScreen() {
  return (
    <KitFrame title="Plots and steps">
      <div className={classes.two}>
        <ChartFigure
          title="Amount by month"
          subtitle="Your transactions, Dec 2025 to Nov 2026"
          kind="bars"
          unit="dollars"
          axis="Month"
          series={amountSeries}
          points={byMonth}
          finding="October was the best month so far: $9,300.00."
          empty="No transactions in this period."
          file="amount-by-month.csv"
        />
        <ChartFigure
          title="Vials"
          subtitle="North Clinic, Dec 2025 to Nov 2026"
          kind="steps"
          unit="count"
          axis="Month"
          series={vialSeries}
          points={vials}
          finding="48 vials are available, 36 more than a year ago. Nothing was recorded in May."
          empty="No vials in this period."
          file="vials.csv"
        />
        <ChartFigure
          title="Days from received to ready"
          subtitle="Front Range Lab, Sep to Nov 2026"
          kind="dots"
          unit="days"
          axis="Ready on"
          series={daySeries}
          points={durations}
          reference={{ value: 45, label: '45 days' }}
          finding="3 of 4 samples were ready within 45 days."
          empty="No sample became ready in this period."
          file="days.csv"
        />
        <ChartFigure
          title="Nothing yet"
          subtitle="Lakeside, Nov 2026"
          kind="bars"
          unit="dollars"
          axis="Month"
          series={amountSeries}
          points={[]}
          finding=""
          empty="No transactions in this period."
          file="empty.csv"
        />
        <ChartFigure
          title="One month"
          subtitle="Cedar Health, Nov 2026"
          kind="bars"
          unit="dollars"
          axis="Month"
          series={amountSeries}
          points={byMonth.slice(-1)}
          finding="The first month with transactions."
          empty="No transactions in this period."
          file="one.csv"
        />
      </div>
      <Card>
        <Steps />
      </Card>
    </KitFrame>
  );
}

function Steps() {
  const [at, setAt] = useState(0);
  const step = (name: string, title: string, last = false) => ({
    name,
    title,
    content: (
      <div className={classes.row}>
        <WizardBack />
        {!last && (
          <Button kind="primary" onClick={() => setAt(at + 1)}>
            Next
          </Button>
        )}
      </div>
    ),
  });
  return (
    <Wizard
      label="Create user"
      at={at}
      onStep={setAt}
      steps={[
        step('Membership', 'Choose a membership'),
        step('Details', 'Who is it?'),
        step('Done', 'The user has been created', true),
      ]}
    />
  );
}
