import type { Dispatch, PointerEvent, SetStateAction } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import classes from './sign.module.css';
import { signingTexts } from './signing.texts.ts';
import { begin, type Drawing, extend, PAD_RATIO, type Point, pathOf, undo } from './strokes.ts';

const texts = signingTexts.pad;
const WIDTH = 500;
const HEIGHT = WIDTH / PAD_RATIO;

type Props = { drawing: Drawing; onDraw: Dispatch<SetStateAction<Drawing>> };

/** An optional drawing. The typed name is the signature in any case. */
export function SignaturePad({ drawing, onDraw }: Props) {
  return (
    <details className={classes.offer}>
      <summary>{texts.offer}</summary>
      <div className={classes.drawing}>
        <p className={classes.hint}>{texts.hint}</p>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${texts.label}: ${texts.strokes(drawing.length)}`}
          className={classes.pad}
          onPointerDown={(event) => {
            if (!isPen(event)) return;
            const point = pointOf(event);
            event.currentTarget.setPointerCapture(event.pointerId);
            onDraw((before) => begin(before, point));
          }}
          onPointerMove={(event) => {
            if (!isPen(event) || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
            const point = pointOf(event);
            onDraw((before) => extend(before, point));
          }}
        >
          <line x1={24} x2={WIDTH - 24} y1={HEIGHT * 0.76} y2={HEIGHT * 0.76} className={classes.base} />
          <path d={drawing.map((stroke) => pathOf(stroke, WIDTH, HEIGHT)).join(' ')} className={classes.ink} />
        </svg>
        <div className={classes.tools}>
          <Button disabled={drawing.length === 0} onClick={() => onDraw(undo)}>
            {texts.undo}
          </Button>
          <Button disabled={drawing.length === 0} onClick={() => onDraw([])}>
            {texts.clear}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** The primary pointer: one finger, the stylus, or the main mouse button. */
function isPen({ isPrimary, buttons }: PointerEvent): boolean {
  return isPrimary && (buttons & 1) === 1;
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}
