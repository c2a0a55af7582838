import { useEffect, useState } from 'react';
import { minutesLeft, timeLeft, toldTimeLeft } from '../../kernel/session/time-left.ts';
import { OVER_CHECK_MS, TIME_LEFT_CHECK_MS } from '../../kernel/timings.ts';

type Props = {
  until: string;
  /** Called again and again once this browser's clock says that it is over. */
  onOver: () => void;
};

/** Counts down the minutes. It is read out at a few of them only, and not each time it changes. */
export function TimeLeft({ until, onOver }: Props) {
  const [minutes, setMinutes] = useState(() => minutesLeft(until, Date.now()));
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const look = () => {
      setMinutes(minutesLeft(until, Date.now()));
      setOver(Date.now() >= Date.parse(until));
    };
    look();
    const timer = setInterval(look, TIME_LEFT_CHECK_MS);
    return () => clearInterval(timer);
  }, [until]);
  useEffect(() => {
    if (!isOver) return;
    onOver();
    const timer = setInterval(onOver, OVER_CHECK_MS);
    return () => clearInterval(timer);
  }, [isOver, onOver]);

  return (
    <>
      <span>{timeLeft(minutes)}</span>
      <span role="status" className="visually-hidden">
        {toldTimeLeft(minutes)}
      </span>
    </>
  );
}
