import { readOwnStorage, replaceStorageCard } from '@vialkeep/contract/storage.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts } from './billing.texts.ts';
import { TypedCardForm } from './typed-card-form.tsx';

const texts = billingTexts.cardForm;

/** Saves another card, which is the one on file from then on. */
export function ReplaceCardModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.done);
  };
  return (
    <FormModal opened={opened} title={texts.title} onClose={onClose}>
      {opened && <ReplaceCardForm onSaved={close} onCancel={onClose} />}
    </FormModal>
  );
}

function ReplaceCardForm({ onSaved, onCancel }: { onSaved: () => void; onCancel: () => void }) {
  const command = useCommand(replaceStorageCard, { refreshes: [readOwnStorage], onDone: onSaved });
  return (
    <div className={classes.parts}>
      <p className={classes.lead}>{texts.lead}</p>
      <TypedCardForm
        label={texts.title}
        submit={texts.submit}
        busy={command.busy}
        refusal={command.refusal}
        onCard={({ card_token, full_name, expiration_date }) =>
          command.run({ body: { card_token, full_name, expiration_date } })
        }
        onCancel={onCancel}
      />
    </div>
  );
}
