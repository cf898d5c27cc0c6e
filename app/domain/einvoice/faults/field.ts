/** What somebody corrects so that a document is accepted; a link leads to it where it can be edited. */
export const faultFields = [
  'organisation.name',
  'organisation.tin',
  'organisation.id',
  'organisation.address',
  'organisation.phone',
  'organisation.email',
  'organisation.msic',
  'organisation.activity',
  'organisation.sst',
  'organisation.certificate',
  'organisation.secret',
  'organisation.intermediary',
  'buyer.name',
  'buyer.tin',
  'buyer.id',
  'buyer.address',
  'buyer.phone',
  'buyer.email',
  'trainer.tin',
  'fee.classification',
  'fee.tax',
  'fee.description',
  'document.time',
  'document.number',
  'document.period',
  'document.prepaid',
  'document.payment',
  'document.currency',
  'document.amount',
  'document.original',
  'document.lines',
  'document.signature',
  'document.structure',
] as const
export type FaultField = (typeof faultFields)[number]

/** Whose data or doing it is; `us`: a mistake of Lunas, which nobody at the organisation can correct. */
export const faultOwners = ['portal', 'organisation', 'buyer', 'fee', 'us'] as const
export type FaultOwner = (typeof faultOwners)[number]
