import { Navigate, useParams } from '@tanstack/react-router';
import { listCards } from '@vialkeep/contract/cards.ts';
import { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import { ProductId, productsFor, readProduct } from '@vialkeep/contract/products.ts';
import { currentSession, type SessionUser } from '@vialkeep/contract/session.ts';
import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { useEffect, useState } from 'react';
import { refresh, useApi } from '../../kernel/api/query.ts';
import { useCurrentSession, useMay } from '../../kernel/session/current-session.ts';
import { linkTo } from '../../ui/actions/link.tsx';
import { FailedState, WaitingState } from '../../ui/feedback/load-state.tsx';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { checkoutTexts as texts } from './checkout.texts.ts';
import { checkoutFieldsFor } from './checkout-fields.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { checkoutAddress } from './sections/checkout-address.ts';

/** F093 */
export function ProcessingFeeScreen() {
  return <Checkout productId={1} action="checkout.buy" />;
}

/** F097 */
export function ReferralFeeScreen() {
  return <Checkout productId={13} action="checkout.buy" />;
}

/** F098; the fees have screens of their own. */
export function ProductScreen() {
  const { id }: Record<string, string | undefined> = useParams({ strict: false });
  const productId = ProductId.safeParse(Number(id)).data;
  if (productId === undefined) return <ToDashboard />;
  if (productId === 1 || productId === 13) return <Navigate {...linkTo({ to: checkoutAddress(productId) })} replace />;
  return <Checkout productId={productId} action="checkout.buy" />;
}

/** F101 */
export function PatientVialsScreen() {
  return <Checkout productId={2} action="checkout.buy_own_vials" />;
}

type Props = { productId: ProductId; action: 'checkout.buy' | 'checkout.buy_own_vials' };

/** Lets in who can buy this; everybody else finds the reason on the dashboard. */
function Checkout({ productId, action }: Props) {
  const session = useCurrentSession();
  const mayBuy = useMay(action);
  const [openedBy, setOpenedBy] = useState<SessionUser | null>(null);
  if (openedBy) return <WithSalesRep productId={productId} user={openedBy} mayBuy={mayBuy} />;
  if (!session) return <WaitingState text={texts.loading} />;
  const { user } = session;
  const isSold = productsFor(user.subscription.id).includes(productId);
  if (!mayBuy || !isSold) return <ToDashboard />;
  // An order that is being typed stays, whatever an administrator changes meanwhile.
  setOpenedBy(user);
  return null;
}

/**
 * F108: whether there is a sales rep is asked when the checkout opens. One who is deactivated later stops the order, which
 * says so, and takes nothing away that is typed.
 */
function WithSalesRep({ productId, user, mayBuy }: { productId: ProductId; user: SessionUser; mayBuy: boolean }) {
  const repId = user.saless_rep_id;
  const rep = useApi(salesRepExists, { params: { id: repId ?? 0 } }, { enabled: repId !== null });
  const [isAdmitted, setAdmitted] = useState(false);
  // Each order has a form of its own.
  const [order, setOrder] = useState(1);
  if (!isAdmitted && rep.data?.exists) setAdmitted(true);
  if (repId === null || (!isAdmitted && rep.data?.exists === false)) return <WithoutSalesRep />;
  return (
    <OpenCheckout key={order} productId={productId} user={user} mayBuy={mayBuy} onDone={() => setOrder(order + 1)} />
  );
}

/** The dashboard says why, once it knows of it. */
function WithoutSalesRep() {
  useEffect(() => void refresh([currentSession]), []);
  return <ToDashboard />;
}

type OpenProps = { productId: ProductId; user: SessionUser; mayBuy: boolean; onDone: () => void };

function OpenCheckout({ productId, user, mayBuy, onDone }: OpenProps) {
  const asks = checkoutFieldsFor(productId, user.subscription.id);
  const keepsCards = useMay('cards.list');
  const keepsLocations = useMay('locations.list');
  const product = useApi(readProduct, { params: { id: productId } });
  const cards = useApi(listCards, { body: { user_id: user.id } }, { enabled: keepsCards });
  const locations = useApi(listLocations, { params: { userId: user.id } }, { enabled: keepsLocations });
  const centers = useApi(listCentersOfReferral, { params: { id: user.id } }, { enabled: asks.referral });
  const needed = [product, ...(keepsLocations ? [locations] : []), ...(asks.referral ? [centers] : [])];
  const failed = needed.find(({ isError, data }) => isError && data === undefined);
  // 2-operations 8: cards that cannot be listed are none; a new one can still be typed.
  const isWaiting = needed.some(({ data }) => data === undefined) || (keepsCards && cards.isPending);

  if (failed) {
    return (
      <Screen title={titleOf(productId, '')}>
        <FailedState what={texts.failed} failure={failed.error} onRetry={() => void failed.refetch()} />
      </Screen>
    );
  }
  if (isWaiting || !product.data) return <WaitingState text={texts.loading} />;
  return (
    <Screen title={titleOf(productId, product.data.name)}>
      {!mayBuy && <WarningNote>{texts.taken}</WarningNote>}
      <Card title={texts.about}>{product.data.description}</Card>
      <CheckoutForm
        opening={{
          asks,
          product: product.data,
          user,
          locations: locations.data ?? [],
          cards: cards.data?.payments ?? [],
          centers: centers.data ?? [],
        }}
        keepsCards={keepsCards}
        onDone={onDone}
        onStale={() => void refresh([readProduct, listCards, listCentersOfReferral, currentSession])}
      />
    </Screen>
  );
}

function titleOf(productId: ProductId, name: string): string {
  const isFee = productId === 1 || productId === 13;
  return isFee ? texts.payments.buttons[productId] : texts.title(name);
}

function ToDashboard() {
  return <Navigate {...linkTo({ to: '/dashboard' })} replace />;
}
