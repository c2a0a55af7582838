import {
  type AdministeredPrivacyRequest,
  decidePrivacyRequest,
  listPrivacyRequests,
  PRIVACY_ANSWER_MAX,
} from '@vialkeep/contract/privacy.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { PlainSelectField } from '../../ui/form/fields/select-field.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';

const texts = privacyTexts.administered;
type RequestDecision = keyof typeof texts.decisions;
type Props = { request: AdministeredPrivacyRequest | null; onClose: () => void };

export function DecideModal({ request, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (message: string) => {
    onClose();
    notices.success(message);
  };
  return (
    <FormModal opened={request !== null} title={texts.decideTitle} onClose={onClose}>
      {request && <DecideForm key={request.id} request={request} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type DecideFormProps = { request: AdministeredPrivacyRequest; onDone: (message: string) => void; onCancel: () => void };

function DecideForm({ request, onDone, onCancel }: DecideFormProps) {
  const decisions = decisionsOn(request);
  const form = useRouteForm(decidePrivacyRequest, { decision: decisions[0] ?? 'refused', answer: '' });
  const command = useCommand(decidePrivacyRequest, {
    refreshes: [listPrivacyRequests, readWaiting],
    onDone: ({ message }) => onDone(message),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.decideTitle}
      onSubmit={(body) => command.run({ params: { id: request.id }, body })}
    >
      <Fields>
        <Facts
          facts={[
            [privacyTexts.kind, privacyTexts.kinds[request.kind]],
            [texts.person, texts.personName(request.person.name, request.person.id)],
            [privacyTexts.due, formatDay(request.due_on)],
            [texts.asked, request.text || texts.nothing],
          ]}
        />
        <PlainSelectField
          name="decision"
          label={texts.decision}
          options={decisions.map((value) => ({ value, label: texts.decisions[value] }))}
          required
        />
        <TextAreaField
          name="answer"
          label={privacyTexts.answer}
          help={texts.answerHelp}
          maxLength={PRIVACY_ANSWER_MAX}
        />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{privacyTexts.cancel}</Button>
        <Submit>{texts.save}</Submit>
      </FormActions>
    </Form>
  );
}

function decisionsOn({ may }: AdministeredPrivacyRequest): RequestDecision[] {
  return [
    ...(may.includes('review') ? (['in_review'] as const) : []),
    ...(may.includes('answer') ? (['done'] as const) : []),
    ...(may.includes('refuse') ? (['refused'] as const) : []),
  ];
}
