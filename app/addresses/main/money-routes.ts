import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** What came in through the platform, what it earned by it, and where each sen of it is. */
export const adminMoneyRoutes: RouteConfigEntry[] = [
  route('admin/collection', 'routes/main/collection/list.tsx'),
  route('admin/collection/view/:id', 'routes/main/collection/view.tsx'),
  route('admin/report/collection', 'routes/main/report/collection.tsx'),
  route('admin/report/daily', 'routes/main/report/daily.tsx'),
  route('admin/trace', 'routes/main/trace/search.tsx'),
  route('admin/equation', 'routes/main/equation/list.tsx'),
  route('admin/equation/view/:id', 'routes/main/equation/view.tsx'),
  route('admin/revenue', 'routes/main/revenue/list.tsx'),
  route('admin/revenue/view/:id', 'routes/main/revenue/view.tsx'),
  route('admin/revenue/cost', 'routes/main/revenue/cost.tsx'),
  route('admin/revenue/cost/new', 'routes/main/revenue/cost-new.tsx'),
  route('admin/payout', 'routes/main/payout/list.tsx'),
  route('admin/payout/view/:id', 'routes/main/payout/view.tsx'),
  route('admin/payout/approve/:id', 'routes/main/payout/approve.ts'),
  route('admin/payout/release/:id', 'routes/main/payout/release.ts'),
  route('admin/payout/hold/:id', 'routes/main/payout/hold.tsx'),
  route('admin/payout/cancel/:id', 'routes/main/payout/cancel.tsx'),
  route('admin/payout/paid/:id', 'routes/main/payout/paid.tsx'),
  route('admin/payout/failed/:id', 'routes/main/payout/failed.tsx'),
  route('admin/payout/send', 'routes/main/payout/send.tsx'),
  route('admin/payout/file/:id', 'routes/main/payout/file.ts'),
  route('admin/payout/waiting', 'routes/main/payout/waiting.tsx'),
  route('admin/payout/prepare/:id', 'routes/main/payout/prepare.tsx'),
  route('admin/payout/day/:id', 'routes/main/payout/day.tsx'),
  route('admin/payout-day/accept/:id', 'routes/main/payout-day/accept.ts'),
  route('admin/payout-day/refuse/:id', 'routes/main/payout-day/refuse.tsx'),
  route('admin/payout-adjustment', 'routes/main/payout-adjustment/list.tsx'),
  route('admin/payout-adjustment/view/:id', 'routes/main/payout-adjustment/view.tsx'),
  route('admin/payout-adjustment/new', 'routes/main/payout-adjustment/new.tsx'),
  route('admin/payout-adjustment/approve/:id', 'routes/main/payout-adjustment/approve.ts'),
  route('admin/payout-adjustment/reject/:id', 'routes/main/payout-adjustment/reject.tsx'),
  route('admin/payout-adjustment/withdraw/:id', 'routes/main/payout-adjustment/withdraw.ts'),
  route('admin/payout-layout', 'routes/main/payout-layout/list.tsx'),
  route('admin/payout-layout/new', 'routes/main/payout-layout/new.tsx'),
  route('admin/payout-layout/edit/:id', 'routes/main/payout-layout/edit.tsx'),
  route('admin/payout-layout/remove/:id', 'routes/main/payout-layout/remove.ts'),
]

/** Reports on paper and as files: their names have two parts. */
export const adminReportRoutes: RouteConfigEntry[] = [
  route('admin/report/:report/print', 'routes/main/list/print.tsx', { id: 'routes/main/report.print' }),
  route('admin/report/:report/export/:format', 'routes/main/list/export.ts', {
    id: 'routes/main/report.export',
  }),
]
