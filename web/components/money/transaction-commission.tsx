import { type CommissionLine, readTransactionCommission } from '@vialkeep/contract/commissions.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { CollapsibleGroup } from '../../ui/form/layout/collapsible-group.tsx';
import classes from './commission-line.module.css';
import { commissionLineTexts as texts } from './commission-line.texts.ts';
import { LineState } from './line-state.tsx';
import { LineWords } from './line-words.tsx';

/** The commission of a transaction, line by line, for users who administer commissions. */
export function TransactionCommission({ id }: { id: number }) {
  if (!useMay('commissions.administer')) return null;
  return (
    <CollapsibleGroup legend={texts.title} names={[]}>
      <Lines id={id} />
    </CollapsibleGroup>
  );
}

function Lines({ id }: { id: number }) {
  const commission = useApi(readTransactionCommission, { params: { id } });
  return (
    <Loaded query={commission} loading={texts.loading} failed={texts.failed}>
      {({ base, refunded, lines }) =>
        lines.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <>
            <Facts
              facts={[
                [texts.base, formatDollars(base)],
                [texts.refunded, refunded === 0 ? null : formatDollars(refunded)],
              ]}
            />
            <ul className={classes.lines}>
              {lines.map((line) => (
                <Entry key={line.id} line={line} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function Entry({ line }: { line: CommissionLine }) {
  return (
    <li className={classes.line}>
      <span className={classes.person}>{line.person.name}</span>
      <span className={classes.amount}>{formatDollars(line.amount)}</span>
      <LineWords line={line} />
      <LineState line={line} />
    </li>
  );
}
