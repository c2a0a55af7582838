import { readOwnEmail } from '@vialkeep/contract/email-changes.ts';
import { getUser, type ShownUser, updateUser } from '@vialkeep/contract/profile.ts';
import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '../../kernel/api/query.ts';
import { storeUser } from '../../kernel/session/session.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { type FormOf, useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { profileTexts } from './profile.texts.ts';
import { type OwnProfile, profileShape } from './profile-shape.ts';

/** Edits the user's own record; the answer replaces the stored user. */
export function useProfileForm(user: ShownUser) {
  const notices = useNotices();
  const form = useSchemaForm(profileShape(user), buildProfileValues(user));
  useNewTemplate(form, user);
  const command = useCommand(updateUser, {
    refreshes: [getUser, readOwnEmail],
    onDone: (saved) => {
      storeUser(saved);
      // A changed email waits for confirmation; the form shows the current one.
      form.setFieldValue('email', saved.email);
      form.setFieldValue('password_current', '');
      notices.success(profileTexts.profile.saved);
    },
  });
  return { form, command, save: (values: OwnProfile) => command.run({ params: { id: user.id }, body: values }) };
}

/** Signing adds a template id while the form is open; only that field is updated, other input stays (V-07). */
function useNewTemplate(form: FormOf<OwnProfile>, user: ShownUser): void {
  const take = useEffectEvent(() => {
    if (form.getValues().template_id === user.template_id) return;
    form.setFieldValue('template_id', user.template_id);
    form.resetDirty(buildProfileValues(user));
  });
  useEffect(() => take(), [user.template_id]);
}

function buildProfileValues(user: ShownUser): OwnProfile {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    company: user.company,
    phone_number: user.phone_number,
    email: user.email,
    address1: user.address1,
    address2: user.address2,
    city: user.city,
    state_desc: user.state_desc,
    country_desc: user.country_desc,
    zip_code: user.zip_code,
    template_id: user.template_id,
    hc_logo: user.hc_logo,
    password_current: '',
  };
}
