/** What organisations have subscribed to, as operators see it. */
const subscriptionPaths = {
  list: () => '/admin/subscription',
  view: (id: string) => `/admin/subscription/view/${id}`,
  renew: (id: string) => `/admin/subscription/renew/${id}`,
  extend: (id: string) => `/admin/subscription/extend/${id}`,
  credit: (id: string) => `/admin/subscription/credit/${id}`,
  setting: () => '/admin/subscription/setting',
} as const

/** What the platform bills. */
const platformInvoicePaths = {
  list: () => '/admin/platform-invoice',
  view: (id: string) => `/admin/platform-invoice/view/${id}`,
  paper: (id: string) => `/admin/platform-invoice/paper/${id}`,
  /** `look`: how often one has looked whether it is made. */
  download: (id: string, look?: number) => `/admin/platform-invoice/pdf/${id}${look ? `?look=${look}` : ''}`,
  file: (id: string) => `/admin/platform-invoice/file/${id}`,
  paid: (id: string) => `/admin/platform-invoice/paid/${id}`,
  cancel: (id: string) => `/admin/platform-invoice/cancel/${id}`,
} as const

/** Invoices of the platform that are paid online, on the main host: by the code of one, then by that of its payment. */
export const billingPaths = {
  pay: (code: string, model?: string) => `/billing/${code}${model ? `?model=${model}` : ''}`,
  go: (code: string) => `/billing/go/${code}`,
  status: (code: string) => `/billing/status/${code}`,
} as const

/** The same of an organisation's own. */
export const ownSubscriptionPaths = {
  subscription: () => '/setting/subscription',
  subscriptionRenew: () => '/setting/subscription/renew',
  subscriptionUpgrade: () => '/setting/subscription/upgrade',
  subscriptionFree: () => '/setting/subscription/free',
  subscriptionKeep: () => '/setting/subscription/keep',
  subscriptionAuto: () => '/setting/subscription/auto',
  subscriptionLetGo: (id: string) => `/setting/subscription/invoice/cancel/${id}`,
  subscriptionInvoice: (id: string) => `/setting/subscription/invoice/print/${id}`,
  subscriptionFile: (id: string) => `/setting/subscription/invoice/download/${id}`,
} as const

export const adminSubscriptionPaths = {
  subscription: subscriptionPaths,
  platformInvoice: platformInvoicePaths,
} as const
