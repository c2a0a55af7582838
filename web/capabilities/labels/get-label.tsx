import { IconTruckDelivery } from '@tabler/icons-react';
import { type ListedLabel, makeLabel } from '@vialkeep/contract/labels.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { labelRoutes } from './label-routes.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.file;

/**
 * Shown if a carrier is configured. If the carrier may already have made a label, an administrator must check before
 * requesting it again.
 */
export function GetLabel({ label, onMade }: { label: ListedLabel; onMade: (version: number) => void }) {
  const notices = useNotices();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const command = useCommand(makeLabel, {
    refreshes: labelRoutes,
    onDone: ({ alerts, version }) => {
      setDialogOpen(false);
      const remarks = alerts.length > 0 ? ` ${texts.remarks}: ${alerts.join(' ')}` : '';
      notices.success(`${texts.saved}${remarks}`);
      onMade(version);
    },
    onRefused: (failure) => {
      setDialogOpen(false);
      // The uncertain state is stored with the request; the reload also shows changes of other users.
      if (!('reason' in failure && failure.reason === 'label_uncertain')) notices.error(failure.message);
      void refresh(labelRoutes);
    },
  });
  const doubt = label.carrier_doubt;
  const make = (has_looked: boolean) =>
    void command.run({ params: { id: label.id }, body: { version: label.version, has_looked } });

  return (
    <div className={classes.get}>
      {doubt && <WarningNote>{doubt}</WarningNote>}
      <div className={classes.getLine}>
        <Button
          icon={<IconTruckDelivery size={16} aria-hidden />}
          busy={command.busy}
          onClick={() => (doubt ? setDialogOpen(true) : make(false))}
        >
          {doubt ? texts.getAgain : texts.get}
        </Button>
        <span className={classes.aside}>{texts.getNote}</span>
      </div>
      <ConfirmModal
        opened={isDialogOpen}
        danger
        title={texts.getAgain}
        confirm={texts.getAgain}
        cancel={texts.close}
        busy={command.busy}
        onConfirm={() => make(true)}
        onCancel={() => setDialogOpen(false)}
      >
        {texts.looked}
      </ConfirmModal>
    </div>
  );
}
