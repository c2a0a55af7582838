import { Navigate } from '@tanstack/react-router';
import { listCards } from '@vialkeep/contract/cards.ts';
import { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { listLocations } from '@vialkeep/contract/locations.ts';
import { ProductId, productsFor, readProduct } from '@vialkeep/contract/products.ts';
import { currentSession, type SessionUser } from '@vialkeep/contract/session.ts';
import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { useEffect, useState } from 'react';
import { refresh, useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { refreshSession, useCurrentSession, useMay } from '../../kernel/session/current-session.ts';
import { FailedState, WaitingState } from '../../ui/feedback/load-state.tsx';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { checkoutTexts as texts } from './checkout.texts.ts';
import { checkoutFieldsFor } from './checkout-fields.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { checkoutLink } from './sections/checkout-link.ts';

/** The checkout of the processing fee (F093). */
export function ProcessingFeeScreen() {
  return <Checkout productId={1} action="checkout.buy" />;
}

/** The checkout of the referral fee (F097). */
export function ReferralFeeScreen() {
  return <Checkout productId={13} action="checkout.buy" />;
}

/** Sells every product except the fees, which have their own screens (F098). */
export function ProductScreen() {
  const { id } = usePathParams(addresses.product);
  const productId = ProductId.safeParse(Number(id)).data;
  if (productId === undefined) return <ToDashboard />;
  if (productId === 1 || productId === 13) return <Navigate {...checkoutLink(productId)} replace />;
  return <Checkout productId={productId} action="checkout.buy" />;
}

/** The checkout for patients who order their own vials (F101). */
export function PatientVialsScreen() {
  return <Checkout productId={2} action="checkout.buy_own_vials" />;
}

type Props = { productId: ProductId; action: 'checkout.buy' | 'checkout.buy_own_vials' };

/** Admits users who can buy this product; the dashboard shows all others the reason. */
function Checkout({ productId, action }: Props) {
  const session = useCurrentSession();
  const mayBuy = useMay(action);
  const [openedBy, setOpenedBy] = useState<SessionUser | null>(null);
  if (openedBy) return <WithSalesRep productId={productId} user={openedBy} mayBuy={mayBuy} />;
  if (!session) return <WaitingState text={texts.loading} />;
  const { user } = session;
  const isSold = productsFor(user.subscription.id).includes(productId);
  if (!mayBuy || !isSold) return <ToDashboard />;
  // An order in progress stays open even if an administrator changes the user.
  setOpenedBy(user);
  return null;
}

/**
 * The sales rep is checked when the checkout opens. If the rep is deactivated later, the server refuses the order with
 * a reason and the typed input stays (F108).
 */
function WithSalesRep({ productId, user, mayBuy }: { productId: ProductId; user: SessionUser; mayBuy: boolean }) {
  const repId = user.saless_rep_id;
  const rep = useApi(salesRepExists, { params: { id: repId ?? 0 } }, { enabled: repId !== null });
  const [isAdmitted, setAdmitted] = useState(false);
  // Each order mounts a new form.
  const [order, setOrder] = useState(1);
  if (!isAdmitted && rep.data?.exists) setAdmitted(true);
  if (repId === null || (!isAdmitted && rep.data?.exists === false)) return <WithoutSalesRep />;
  return (
    <OpenCheckout key={order} productId={productId} user={user} mayBuy={mayBuy} onDone={() => setOrder(order + 1)} />
  );
}

/** The dashboard shows the reason after its data is loaded. */
function WithoutSalesRep() {
  useEffect(() => void refreshSession(), []);
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
  // If the cards cannot be listed, the list is empty and the user can still type a card (2-operations 8).
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
  return <Navigate {...linkTo(addresses.dashboard)} replace />;
}
