import { useEffect, useState } from 'react';
import { minutesLeft, timeLeft, toldTimeLeft } from '../../kernel/session/time-left.ts';
import { OVER_CHECK_MS, TIME_LEFT_CHECK_MS } from '../../kernel/timings.ts';

type Props = {
  until: string;
  /** Called repeatedly after the client's clock says that the time is over. */
  onOver: () => void;
};

/** Counts down the minutes. Screen readers announce only a few of them. */
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
