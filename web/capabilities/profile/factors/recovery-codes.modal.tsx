import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useUser } from '../../../kernel/session/session.ts';
import { site } from '../../../kernel/site.ts';
import { COPIED_MS } from '../../../kernel/timings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PrintSheet } from '../../../ui/layout/print-sheet.tsx';
import { ModalFrame } from '../../../ui/overlays/modal-frame.tsx';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';

const texts = factorsTexts.codes;

type Props = {
  /** Empty while there is nothing to show. */
  codes: readonly string[];
  onKept: () => void;
};

/** Shows new recovery codes once. Only its own button closes it: a stray Escape would lose them. */
export function RecoveryCodesModal({ codes, onKept }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // Without a secure page there is no clipboard; the codes can be selected as one text.
  const copy = () =>
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => {},
    );

  return (
    <ModalFrame
      opened={codes.length > 0}
      title={texts.title}
      footer={
        <>
          <Button icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {texts.print}
          </Button>
          <Button
            icon={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void copy()}
          >
            {copied ? texts.copied : texts.copy}
          </Button>
          <Button kind="primary" onClick={onKept}>
            {texts.kept}
          </Button>
        </>
      }
    >
      <p className={classes.lead}>{texts.lead}</p>
      <ul className={classes.codes} aria-label={texts.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <span role="status" className="visually-hidden">
        {copied && texts.copied}
      </span>
      {codes.length > 0 && (
        <PrintSheet>
          <PrintedCodes codes={codes} />
        </PrintSheet>
      )}
    </ModalFrame>
  );
}

function PrintedCodes({ codes }: Pick<Props, 'codes'>) {
  const { email } = useUser();
  return (
    <>
      <h1>{texts.printTitle(site.product)}</h1>
      <p>{texts.printAccount(email)}</p>
      <ul className={classes.printed}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>{texts.printNote}</p>
    </>
  );
}
