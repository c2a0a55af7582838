import { formatDay } from '../../../ui/display/formats.ts';

const on = (words: string, day: string | null, otherwise = words) => (day ? `${words} ${formatDay(day)}` : otherwise);

/** The texts of the dashboard sections about patients. The specification has none. */
export const overviewTexts = {
  attention: {
    title: (count: number, most: number) =>
      count === 1 ? '1 thing needs you' : `${count}${count >= most ? '+' : ''} things need you`,
    waiting: 'Looking what needs you...',
    nothing: 'Nothing needs you right now.',
    couldNotLoad: 'Could not look what needs you.',
    kinds: {
      plating_failed: (day: string | null) => (day ? `Plating of ${formatDay(day)} failed` : 'Plating failed'),
      sterility_ended: (day: string | null) => `${on('Sterility test ended', day)}, no result yet`,
      estimate_passed: (day: string | null) => on('Vials were expected', day, 'Vials are late'),
      not_received: (day: string | null) => `${on('Shipped', day)}, not received yet`,
      ready_without_vials: (day: string | null) => `${on('Ready since', day, 'Ready')}, no vials recorded`,
    },
  },
  showAll: (count: string) => `Show all ${count}`,
  showFewer: 'Show fewer',
  worklist: {
    loading: 'Loading samples...',
    couldNotLoad: 'Could not load these samples.',
    partly: (count: string) => `The newest of ${count}`,
    arriving: { title: 'Arriving', none: 'Nothing is on its way.', line: (day: string | null) => on('Shipped', day) },
    toPlate: {
      title: 'To plate',
      none: 'Nothing waits to be plated.',
      line: (day: string | null) => on('Received', day),
    },
    ending: {
      title: 'Sterility ending',
      none: 'No sterility test is running.',
      line: (day: string | null) => (day ? `Ends ${formatDay(day)}` : 'No end recorded'),
      ended: (day: string) => `Ended ${formatDay(day)}, no result yet`,
    },
  },
  plots: {
    loading: 'Loading plots...',
    couldNotLoad: 'Could not load the plots.',
    endings: {
      title: 'Sterility tests ending per day, next 14 days',
      axis: 'Day',
      series: 'Tests ending',
      empty: 'No sterility test ends in the next 14 days.',
      file: 'sterility-tests-ending.csv',
    },
    stock: {
      title: 'Vials available',
      subtitle: (center: string, first: string, last: string) => `${center}, ${first} to ${last}`,
      axis: 'Month',
      series: 'Available',
      finding: (count: number) => `${count === 1 ? '1 vial is' : `${count} vials are`} available today.`,
      empty: 'No vials yet.',
      file: 'vials-available.csv',
    },
    durations: {
      title: 'Days from received to ready',
      subtitle: (lab: string) => `${lab}, samples of the last 90 days`,
      axis: 'Ready on',
      series: 'Days',
      reference: '45 days',
      empty: 'No sample became ready in the last 90 days.',
      file: 'received-to-ready.csv',
    },
  },
} as const;
