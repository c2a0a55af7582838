/** The texts of the session behind the login, as specified. They are not part of the login page. */
export const frameTexts = {
  agreement: {
    title: 'Private Membership Agreement',
    accept: 'I accept and agree the Private Membership Agreement',
    submit: 'Continue',
    cancel: 'Cancel',
    loading: 'Loading data....',
    failed: 'Could not load the agreement.',
    sections: 'Sections',
  },
  visits: {
    over: (who: string, date: string, from: string, to: string) =>
      `${who} worked in your account on ${date}, ${from}–${to} UTC.`,
    goesOn: (who: string, since: string) => `${who} has been working in your account since ${since}.`,
    who: (name: string, plan: string) => `${name} (${plan})`,
    reason: (reason: string) => `Reason: ${reason}.`,
    see: 'See where you are logged in',
    ok: 'OK',
  },
  centers: {
    title: 'Associated Harvest Centers',
    center: 'Harvest Center',
    filter: 'Type to filter by ID - Company',
    loading: 'Loading Harvest Centers...',
    access: 'Access to this HC',
    noneYet: 'A harvest center appears here once it has accepted you as its staff.',
    modal: {
      title: 'Access',
      question: 'Are you sure you want to access this Harvest Center account?',
      confirm: 'Proceed',
      cancel: 'Cancel',
    },
  },
} as const;
