import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of credit that goes back to its family; its voucher is beside the other sheets. */
export const creditRefundRoutes: RouteConfigEntry[] = [
  route('credit-refund', 'routes/tenant/credit-refund/list.tsx'),
  route('credit-refund/view/:id', 'routes/tenant/credit-refund/view.tsx'),
  route('credit-refund/new/:id', 'routes/tenant/credit-refund/new.tsx'),
  route('credit-refund/approve/:id', 'routes/tenant/credit-refund/approve.ts'),
  route('credit-refund/reject/:id', 'routes/tenant/credit-refund/reject.tsx'),
  route('credit-refund/withdraw/:id', 'routes/tenant/credit-refund/withdraw.ts'),
  route('credit-refund/cancel/:id', 'routes/tenant/credit-refund/cancel.tsx'),
  route('credit-refund/pay/:id', 'routes/tenant/credit-refund/pay.tsx'),
  route('credit-refund/reveal/:id', 'routes/tenant/credit-refund/reveal.tsx'),
]
