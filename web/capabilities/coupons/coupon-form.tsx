import { type Coupon, createCoupon, listCoupons, readCoupon, updateCoupon } from '@vialkeep/contract/coupons.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listProductOptions } from '@vialkeep/contract/products.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { MoneyField, NumberField } from '../../ui/form/fields/number-field.tsx';
import { MultiSelectField, SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../ui/form/layout/changed-meanwhile.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useVersionedForm } from '../../ui/form/state/use-versioned-form.ts';
import { CenterField } from './center-field.tsx';
import { changedFields } from './coupon-labels.ts';
import { bodyOf, buildCouponValues, CouponValues, mergedValues } from './coupon-values.ts';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.form;

const states = [
  { value: 1, label: couponsTexts.active },
  { value: 0, label: couponsTexts.inactive },
];

export function CouponForm({ coupon, onDone }: { coupon: Coupon | null; onDone: () => void }) {
  const { form, command, base, before, isSaved, save } = useCouponForm(coupon, onDone);
  const domains = useApi(listDomains, {});
  const products = useApi(listProductOptions, {});
  const { domain } = form.getValues();

  // With a single site there is nothing to choose.
  const only = domains.data?.length === 1 ? domains.data[0]?.value : undefined;
  const choose = useEffectEvent((id: DomainId) => {
    if (form.getValues().domain !== null) return;
    form.setInitialValues({ ...form.getInitialValues(), domain: id });
    form.setFieldValue('domain', id);
  });
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only]);

  return (
    <Form
      form={form}
      command={command}
      onSubmit={save}
      label={coupon ? texts.editTitle : texts.createTitle}
      draft={base ? `coupon-${base.id}-${base.version}` : 'new-coupon'}
    >
      {before && base && <ChangedMeanwhile changes={changedFields(before, base, products.data ?? [])} />}
      <Fields>
        <Fields columns={2}>
          <TextField name="name" label={texts.name} help={texts.nameHelp} autoComplete="off" required />
          <SelectField name="status" label={texts.status} options={states} required />
          <SelectField name="domain" label={texts.domain} help={texts.domainHelp} options={domains.data ?? []} />
          <TextField name="code" label={texts.code} help={texts.codeHelp} autoComplete="off" required />
          <MoneyField
            name="discount_amount"
            label={texts.discount}
            help={texts.discountHelp}
            placeholder={texts.discountPlaceholder}
            required
          />
          <NumberField name="max_use_number" label={texts.maxUse} help={texts.maxUseHelp} min={0} required />
        </Fields>
        <MultiSelectField
          name="product_ids"
          label={texts.products}
          help={texts.optional}
          options={products.data ?? []}
        />
        <CenterField domainId={domain} chosen={base?.hc_desc[0]} />
      </Fields>
      <FormActions>
        <Submit disabled={isSaved}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function useCouponForm(coupon: Coupon | null, onDone: () => void) {
  const notices = useNotices();
  const [isSaved, setSaved] = useState(false);
  const { form, base, before, onRefused } = useVersionedForm<Coupon | null, typeof CouponValues>({
    opened: coupon,
    schema: CouponValues,
    valuesOf: buildCouponValues,
    merged: mergedValues,
    readAgain: async () => coupon && call(readCoupon, { params: { id: coupon.id } }),
  });
  const saved = (message: string) => () => {
    setSaved(true);
    notices.success(message, { onSucceeded: onDone });
  };
  const refreshes = [listCoupons, readCoupon];
  const creation = useCommand(createCoupon, { refreshes, onDone: saved(texts.created) });
  const change = useCommand(updateCoupon, { refreshes, onDone: saved(texts.updated), onRefused });
  const save = (values: CouponValues) =>
    base
      ? change.run({ params: { id: base.id }, body: { ...bodyOf(values), version: base.version } })
      : creation.run({ body: bodyOf(values) });
  return { form, command: base ? change : creation, base, before, isSaved, save };
}
