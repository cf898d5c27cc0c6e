import { pictured } from '../noun-paths.ts'
import { helpSettingPaths } from './help-paths.ts'
import { ownSubscriptionPaths } from './subscription-paths.ts'

/** What an organisation sets up for itself. */
export const ownSettingPaths = {
  bank: () => '/setting/bank',
  bankChange: () => '/setting/bank/change',
  bankLetter: (id: string) => `/setting/bank/letter/${id}`,
  bankDay: () => '/setting/bank/day',
  bankDayWithdraw: (id: string) => `/setting/bank/day/withdraw/${id}`,
  bankWithdraw: (id: string) => `/setting/bank/withdraw/${id}`,
  ...ownSubscriptionPaths,
  ...helpSettingPaths,
  invoice: () => '/setting/invoice',
  invoiceEdit: () => '/setting/invoice/edit',
  year: () => '/setting/year',
  mail: () => '/setting/mail',
  mailEdit: () => '/setting/mail/edit',
  mailTest: () => '/setting/mail/test',
  mailVerify: () => '/setting/mail/verify',
  mailRemove: () => '/setting/mail/remove',
  domain: () => '/setting/domain',
  domainEdit: () => '/setting/domain/edit',
  domainCheck: () => '/setting/domain/check',
  domainRemove: () => '/setting/domain/remove',
  brand: () => '/setting/brand',
  brandColour: () => '/setting/brand/colour',
  brandPicture: (picture: string) => `/setting/brand/picture/${picture}`,
  brandPictureRemove: (picture: string) => `/setting/brand/remove/${picture}`,
} as const

/** The operator's desk of the accounts that organisations ask for. */
export const adminBankPaths = {
  list: () => '/admin/entity-bank',
  view: (id: string) => `/admin/entity-bank/view/${id}`,
  letter: (id: string) => `/admin/entity-bank/letter/${id}`,
  confirm: (id: string) => `/admin/entity-bank/confirm/${id}`,
  refuse: (id: string) => `/admin/entity-bank/refuse/${id}`,
}

/** A picture of an organisation: one of the demo's lies among the public files, all others in the organisation's store. */
export const brandPicture = (picture: string, file: string | null) =>
  file?.startsWith('/') ? file : pictured(`/brand/${picture}`, file)
