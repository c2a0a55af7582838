import { readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import {
  type Difference,
  listDifferences,
  listReconciliations,
  type ResolveHow,
  resolveDifference,
} from '@vialkeep/contract/reconciliation.ts';
import { listRefunds } from '@vialkeep/contract/refunds.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { RadioCardsField } from '../../ui/form/fields/radio-cards.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import classes from './reconciliation.module.css';
import { reconciliationTexts as texts } from './reconciliation.texts.ts';

const refreshes = [listDifferences, listReconciliations, listRefunds, readWaiting, readMoneyOverview];

type Props = { item: Difference | null; onClose: () => void };

/** Asks how a difference is resolved, and says what follows from each way. */
export function ResolveDifference({ item, onClose }: Props) {
  const notices = useNotices();
  const close = (resolved: Difference) => {
    onClose();
    notices.success(resolved.words);
  };
  return (
    <FormModal opened={item !== null} title={texts.resolveTitle} onClose={onClose}>
      {item && <ResolveForm item={item} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type ResolveFormProps = { item: Difference; onDone: (item: Difference) => void; onCancel: () => void };

function ResolveForm({ item, onDone, onCancel }: ResolveFormProps) {
  const [first = 'explained'] = item.may;
  const form = useRouteForm(resolveDifference, { how: first, note: '' });
  const command = useCommand(resolveDifference, { refreshes, onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.resolveTitle}
      onSubmit={(body) => command.run({ params: { id: item.id }, body })}
    >
      <Fields>
        <div className={classes.lines}>
          <span>{item.words}</span>
          <Facts
            facts={[
              [texts.ours, amountOf(item.ours)],
              [texts.theirs, amountOf(item.theirs)],
            ]}
          />
        </div>
        <RadioCardsField name="how" label={texts.how} cards={[]} after={item.may.map(cardOf)} required />
        <TextAreaField name="note" label={texts.note} maxLength={1_000} rows={3} required />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{texts.keep}</Button>
        <Submit>{texts.resolve}</Submit>
      </FormActions>
    </Form>
  );
}

function amountOf(amount: number | null): string {
  return amount === null ? texts.nothing : formatDollars(amount);
}

function cardOf(how: ResolveHow) {
  return { value: how, label: texts.hows[how], note: texts.consequences[how] };
}
