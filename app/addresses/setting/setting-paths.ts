import { pictured } from '../noun-paths.ts'
import { ownSubscriptionPaths } from './subscription-paths.ts'

/** What an organisation sets up for itself. */
export const ownSettingPaths = {
  ...ownSubscriptionPaths,
  mail: () => '/setting/mail',
  mailEdit: () => '/setting/mail/edit',
  mailTest: () => '/setting/mail/test',
  mailVerify: () => '/setting/mail/verify',
  mailRemove: () => '/setting/mail/remove',
  brand: () => '/setting/brand',
  brandColour: () => '/setting/brand/colour',
  brandPicture: (picture: string) => `/setting/brand/picture/${picture}`,
  brandPictureRemove: (picture: string) => `/setting/brand/remove/${picture}`,
} as const

/** A picture of an organisation: one of the demo's lies among the public files, all others in the organisation's store. */
export const brandPicture = (picture: string, file: string | null) =>
  file?.startsWith('/') ? file : pictured(`/brand/${picture}`, file)
