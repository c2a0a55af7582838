import { useNavigate } from '@tanstack/react-router';
import { listPayoutRuns, makePayoutRun } from '@vialkeep/contract/payouts.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { payoutsTexts } from './payouts.texts.ts';
import { utcToday } from './utc-today.ts';

const texts = payoutsTexts.make;
type Props = { opened: boolean; onClose: () => void };

export function MakeRunModal({ opened, onClose }: Props) {
  // Of the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const navigate = useNavigate();
  const openRun = (id: number) => {
    onClose();
    notices.success(texts.done(id));
    void navigate(linkTo(addresses.payouts, {}, { run: id }));
  };
  return (
    <FormModal opened={opened} title={texts.title} onClose={onClose}>
      {opened && <MakeRunForm onMade={openRun} onClose={onClose} />}
    </FormModal>
  );
}

function MakeRunForm({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const { domain } = useUser();
  const sites = useApi(listDomains, {}).data ?? [];
  const form = useRouteForm(makePayoutRun, { domain_id: domain.id, cutoff: utcToday() });
  const command = useCommand(makePayoutRun, {
    refreshes: [listPayoutRuns, readWaiting],
    onDone: ({ id }) => onMade(id),
  });
  return (
    <Form form={form} command={command} label={texts.title} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <p>{texts.lead}</p>
        {sites.length > 1 && <SelectField name="domain_id" label={payoutsTexts.site} options={sites} required />}
        <DateField name="cutoff" label={payoutsTexts.cutoff} max={utcToday()} required />
      </Fields>
      <FormActions>
        <Button onClick={onClose}>{payoutsTexts.cancelForm}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}
