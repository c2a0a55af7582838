import { useSigningModal } from '../../components/signing/use-signing-modal.tsx';
import { Button } from '../../ui/actions/button.tsx';

const titles = ['Attestation', 'Processing', 'Storage'];

/** Fakes a provider that shows a page and reports the signature after a delay. */
export function KitSigning() {
  const signing = useSigningModal({
    documents: titles.map((title) => ({
      key: title,
      title,
      signed: title === 'Attestation',
      ask: () => Promise.resolve({ signLink: '/verify', documentId: `kit-${title}` }),
      isSigned: () => Promise.resolve(true),
    })),
    onChanged: () => undefined,
  });
  return (
    <>
      <Button busy={signing.asking !== null} onClick={() => signing.begin('Processing')}>
        Sign
      </Button>
      {signing.modal}
    </>
  );
}
