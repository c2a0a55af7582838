import { exportCommissionStatement, printCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { DownloadButton } from '../../ui/actions/download-button.tsx';

type Props = { userId: number; month: string; texts: { readonly pdf: string; readonly csv: string } };

/** The buttons that download the statement of a person for a month. */
export function StatementFiles({ userId, month, texts }: Props) {
  const input = { params: { user_id: userId, month } };
  return (
    <>
      <DownloadButton route={printCommissionStatement} input={input}>
        {texts.pdf}
      </DownloadButton>
      <DownloadButton route={exportCommissionStatement} input={input}>
        {texts.csv}
      </DownloadButton>
    </>
  );
}
