import { useNavigate } from '@tanstack/react-router';
import type { Cell, PlaceDetails } from '@vialkeep/contract/places.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Card } from '../../ui/layout/card.tsx';
import { BoxGrid, CellSign, nameCell } from './box-grid.tsx';
import classes from './storage.module.css';
import { storageTexts as texts } from './storage.texts.ts';
import type { useFill } from './use-fill.ts';

type Props = { box: PlaceDetails; fill: ReturnType<typeof useFill> };

/** The positions of a box, and what can be done with the one in focus. */
export function BoxCard({ box, fill }: Props) {
  const [active, setActive] = useState(1);
  const navigate = useNavigate();
  const lab = useBenchLab();
  const cells = box.cells ?? [];
  const cell = cells.find(({ position }) => position === active);
  const fillFrom = ({ position, code }: Cell) => {
    if (code !== null || box.retired_at) return;
    fill.setTarget(position);
    void navigate(linkTo(addresses.storagePlace, { id: box.id }, { ...lab.inLink, fill: 1 }));
  };
  return (
    <Card>
      <h2 className={classes.title}>
        {texts.filled(box.filled, box.capacity)}, {texts.free(box.capacity - box.filled)}
      </h2>
      <BoxGrid
        name={box.name}
        columns={box.columns ?? 1}
        cells={cells}
        active={active}
        onActive={setActive}
        onChoose={fillFrom}
      />
      {cell && <p className={classes.chosen}>{nameCell(cell)}</p>}
      {cell && !box.retired_at && (
        <BenchActions>
          {cell.code === null ? (
            <BenchButton onClick={() => fillFrom(cell)}>{texts.fillFrom}</BenchButton>
          ) : (
            <BenchButton busy={fill.busy} onClick={() => fill.takeOut(cell.code ?? '')}>
              {texts.takeOut}
            </BenchButton>
          )}
        </BenchActions>
      )}
      <p className={classes.said}>{texts.keys}</p>
      <ul className={classes.signs} aria-label={texts.legend}>
        <li>
          <CellSign cell={{ code: '', held: false, reserved: false }} /> {texts.legendVial}
        </li>
        <li>
          <CellSign cell={{ code: '', held: true, reserved: false }} /> {texts.legendHeld}
        </li>
        <li>
          <CellSign cell={{ code: '', held: false, reserved: true }} /> {texts.legendReserved}
        </li>
      </ul>
    </Card>
  );
}
