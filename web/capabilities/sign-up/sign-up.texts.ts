const created = (what: string) => ({ title: `New ${what}`, created: `New ${what} Created` });

/** The texts of the public sign-up pages, as specified. */
export const signUpTexts = {
  pages: {
    salesRep: created('Sales Rep'),
    salesManager: created('Sales Manager'),
    salesDistributor: created('Sales Distributor'),
    admin: {
      ...created('Admin'),
      // S-01
      lead: 'Your account begins as a sales rep. An administrator of this site then makes it an admin.',
    },
    harvestCenter: created('Harvest Center'),
    referralCenter: created('Referral Harvest Center'),
    staff: { ...created('HC Staff Account'), page: 'New HC Staff' },
  },
  firstName: 'First Name',
  lastName: 'Last Name',
  doctorFirstName: 'Dr. First Name',
  doctorLastName: 'Dr. Last Name',
  email: 'E-mail',
  password: 'Password',
  passwordHelp: 'Required. Min Length 8',
  clinic: 'Clinic Name',
  clinicPhone: 'Clinic Phone Number',
  addressGroup: 'Where Are You Located?',
  line1: 'Address Line 1',
  line2: 'Address Line 2 (Optional)',
  // The help text says 'Required', but the field is optional (C-06).
  postalCodeRequired: 'Required',
  submit: 'Submit',
  login: 'Login Page',
  close: 'Close',
  invitation: {
    by: 'Invited by',
    to: 'You ask to work for',
    rep: 'Sales Rep',
    center: 'Harvest Center',
    unknown: 'We do not know who this link is from. Please ask whoever sent it for a new one.',
    approval: 'The center approves you before you can work in its account.',
    referralApproval: 'The center approves you before you can order for patients there.',
  },
  signing: {
    details: 'Your clinic',
    sign: 'Signature',
    signTitle: 'Sign the attestation',
    document: 'Attestation',
    next: 'Next',
    back: 'back',
    states: {
      asking: 'Loading Document',
      ready: 'waiting to complete process...',
      waiting: 'waiting to complete process...',
      finishing: 'waiting to complete process...',
      done: 'Signed. Please submit your registration.',
    },
    openInTab: 'Open in a new tab',
    notOpened: 'The document could not be opened.',
    again: 'Try again',
  },
  links: {
    title: 'Referral links',
    harvestCenter: 'Copy Harvest Center Sign Up Link',
    referralCenter: 'Copy Referral Harvest Center Sign Up Link',
    note: 'Whoever registers by one of these links becomes your client.',
  },
} as const;
