/** What an organisation sets up for itself. */
export const ownSettingPaths = {
  mail: () => '/setting/mail',
  mailEdit: () => '/setting/mail/edit',
  mailTest: () => '/setting/mail/test',
  mailVerify: () => '/setting/mail/verify',
  mailRemove: () => '/setting/mail/remove',
} as const
