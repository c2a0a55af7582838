import { useState } from 'react';
import { Refused } from '../../kernel/api/failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { CopyField } from '../../ui/actions/copy-field.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState, WaitingState } from '../../ui/feedback/load-state.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { SidePanel } from '../../ui/overlays/side-panel.tsx';
import classes from './kit.module.css';
import { KitFormModal } from './kit-form-modal.tsx';
import { KitFrame } from './kit-frame.tsx';
import { KitSigning } from './kit-signing.tsx';

type Open = 'plain' | 'confirm' | 'danger' | 'message' | 'form' | 'alert' | 'panel' | null;

export function KitFeedbackScreen() {
  const notices = useNotices();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  return (
    <KitFrame title="Feedback">
      <Card title="Bars">
        <div className={classes.row}>
          <Button onClick={() => notices.success('Record has been updated!')}>Success</Button>
          <Button onClick={() => notices.error('Coupon code already exists.')}>Error</Button>
          <Button onClick={() => notices.info('Your session has ended.')}>Note</Button>
        </div>
      </Card>
      <Card title="Modals">
        <div className={classes.row}>
          <Button onClick={() => setOpen('plain')}>Plain</Button>
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('danger')}>Danger</Button>
          <Button onClick={() => setOpen('message')}>Message</Button>
          <Button onClick={() => setOpen('form')}>Form</Button>
          <Button onClick={() => setOpen('alert')}>Alert</Button>
          <Button onClick={() => setOpen('panel')}>Side panel</Button>
          <KitSigning />
        </div>
      </Card>
      <Card title="Words for states">
        <div className={classes.row}>
          <StatusPill tone="done">Completed</StatusPill>
          <StatusPill tone="waiting">Pending</StatusPill>
          <StatusPill tone="failed">Failed</StatusPill>
          <StatusPill tone="moving">Shipped</StatusPill>
          <StatusPill tone="none">Draft</StatusPill>
          <Avatar email="ana@example.org" name="Ana Whitfield" />
        </div>
      </Card>
      <div className={classes.two}>
        <Card title="To take along">
          <CopyField
            label="Referral link"
            value="https://vialkeep.test/sales-rep-registration?srid=606"
            help="For people you bring in."
            qr
          />
        </Card>
        <Card title="Nothing there">
          <EmptyState
            title="Empty table. There's nothing to show"
            why="No patients yet."
            action={<Button>Add</Button>}
          />
        </Card>
        <Card title="Waiting">
          <WaitingState text="Loading users..." />
        </Card>
        <Card title="Failed">
          <FailedState what="Could not load this." failure={unavailable} onRetry={() => undefined} />
        </Card>
      </div>
      <ConfirmModal opened={open === 'plain'} title="Vials" cancel={null} onConfirm={close} onCancel={close}>
        Every vial has been counted.
      </ConfirmModal>
      <ConfirmModal
        opened={open === 'confirm'}
        title="Access"
        confirm="Proceed"
        facts={[['Harvest Center', '#ID: 412 North Clinic']]}
        onConfirm={close}
        onCancel={close}
      >
        Are you sure you want to access this Harvest Center account?
      </ConfirmModal>
      <ConfirmModal
        opened={open === 'danger'}
        title="Delete User"
        confirm="Delete"
        danger
        failure={unavailable}
        onConfirm={close}
        onCancel={close}
      >
        The user becomes inactive and can be re-activated.
      </ConfirmModal>
      <MessageModal opened={open === 'message'} title="Change Password" onClose={close}>
        New Password and Confirmation Password do not match!
      </MessageModal>
      <KitFormModal opened={open === 'form'} onClose={close} />
      <SidePanel opened={open === 'panel'} title="Suggested Resources" onClose={close}>
        <Spinner />
      </SidePanel>
      <AlertDialog text={open === 'alert' ? 'Something must be read.' : null} onClose={close} />
    </KitFrame>
  );
}

const unavailable = new Refused({
  status: 503,
  reason: 'unavailable',
  message: 'The service is not available right now. Please try again shortly.',
});
