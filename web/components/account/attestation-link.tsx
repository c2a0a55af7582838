import { Anchor } from '@mantine/core';
import { readAttestationFile } from '@vialkeep/contract/documents.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type ReactNode, useState } from 'react';
import { documentAddress } from '../../kernel/api/document-address.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { newTab } from '../../kernel/navigation/new-tab.ts';
import { SupplementLink } from '../../ui/display/document-link.tsx';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';

/**
 * Fetches the address of a center's attestation and opens it in a new tab; the link to its supplement then appears
 * beside it (F150).
 */
export function AttestationLink({ centerId, children }: { centerId: UserId; children: ReactNode }) {
  const [refused, setRefused] = useState<string | null>(null);
  const [supplemented, setSupplemented] = useState<string | null>(null);
  const command = useCommand(readAttestationFile, { onRefused: ({ message }) => setRefused(message) });

  async function open() {
    const tab = newTab();
    const answer = await command.run({ params: { id: centerId } });
    if (!answer) return tab.close();
    tab.leadTo(documentAddress(answer.file));
    setSupplemented(answer.has_supplement ? answer.file : null);
  }

  return (
    <>
      <Anchor component="button" type="button" inherit ta="start" onClick={() => void open()} aria-busy={command.busy}>
        {children}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </Anchor>
      {supplemented !== null && <SupplementLink file={supplemented} />}
      <AlertDialog text={refused} onClose={() => setRefused(null)} />
    </>
  );
}
