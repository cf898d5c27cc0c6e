import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The operator's pages of subscriptions and of what the platform bills. */
export const adminSubscriptionRoutes: RouteConfigEntry[] = [
  route('admin/subscription', 'routes/main/subscription/list.tsx'),
  route('admin/subscription/view/:id', 'routes/main/subscription/view.tsx'),
  route('admin/subscription/renew/:id', 'routes/main/subscription/renew.tsx'),
  route('admin/subscription/extend/:id', 'routes/main/subscription/extend.tsx'),
  route('admin/subscription/credit/:id', 'routes/main/subscription/credit.tsx'),
  route('admin/subscription/setting', 'routes/main/subscription/setting.tsx'),
  route('admin/platform-invoice', 'routes/main/platform-invoice/list.tsx'),
  route('admin/platform-invoice/view/:id', 'routes/main/platform-invoice/view.tsx'),
  route('admin/platform-invoice/pdf/:id', 'routes/main/platform-invoice/download.tsx'),
  route('admin/platform-invoice/file/:id', 'routes/main/platform-invoice/file.ts'),
  route('admin/platform-invoice/paid/:id', 'routes/main/platform-invoice/paid.tsx'),
  route('admin/platform-invoice/cancel/:id', 'routes/main/platform-invoice/cancel.tsx'),
]

/** On paper, without the frame of a page. */
export const adminPlatformPaperRoutes: RouteConfigEntry[] = [
  route('admin/platform-invoice/paper/:id', 'routes/main/platform-invoice/paper.tsx'),
]

/** Whoever has the code of an invoice of the platform pays it here, on the main host. */
export const billingRoutes: RouteConfigEntry[] = [
  route('billing/:code', 'routes/main/billing/pay.tsx'),
  route('billing/go/:code', 'routes/main/billing/go.tsx'),
  route('billing/status/:code', 'routes/main/billing/status.tsx'),
]

/** An organisation's own. */
export const ownSubscriptionRoutes: RouteConfigEntry[] = [
  route('setting/subscription', 'routes/tenant/setting/subscription/view.tsx'),
  route('setting/subscription/renew', 'routes/tenant/setting/subscription/renew.tsx'),
  route('setting/subscription/upgrade', 'routes/tenant/setting/subscription/upgrade.tsx'),
  route('setting/subscription/free', 'routes/tenant/setting/subscription/free.tsx'),
  route('setting/subscription/keep', 'routes/tenant/setting/subscription/keep.ts'),
  route('setting/subscription/auto', 'routes/tenant/setting/subscription/auto.ts'),
  route('setting/subscription/invoice/cancel/:id', 'routes/tenant/setting/subscription/let-go.ts'),
  route('setting/subscription/invoice/download/:id', 'routes/tenant/setting/subscription/download.ts'),
]

export const ownSubscriptionPaperRoutes: RouteConfigEntry[] = [
  route('setting/subscription/invoice/print/:id', 'routes/tenant/setting/subscription/print.tsx'),
]
