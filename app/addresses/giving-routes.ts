import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** What was given, and what becomes of it. */
export const givingRoutes: RouteConfigEntry[] = [
  ...(['infaq', 'zakat'] as const).flatMap((kind) => [
    route(`${kind}/list`, `routes/tenant/${kind}/list.tsx`),
    route(`${kind}/new`, `routes/tenant/${kind}/new.tsx`),
    route(`${kind}/view/:id`, `routes/tenant/${kind}/view.tsx`),
  ]),
  route('infaq/reveal/:id', 'routes/tenant/infaq/reveal.tsx'),
  route('zakat-type/authority/:id', 'routes/tenant/zakat-type/authority.tsx'),
  route('zakat-type/letter/:id', 'routes/tenant/zakat-type/letter.ts'),
  route('zakat-type/withdraw/:id', 'routes/tenant/zakat-type/withdraw.ts'),
  route('fund', 'routes/tenant/fund/list.tsx'),
  route('fund-move', 'routes/tenant/fund-move/list.tsx'),
  route('fund-move/view/:id', 'routes/tenant/fund-move/view.tsx'),
  route('fund-move/new/:id', 'routes/tenant/fund-move/new.tsx'),
  route('fund-move/approve/:id', 'routes/tenant/fund-move/approve.ts'),
  route('fund-move/reject/:id', 'routes/tenant/fund-move/reject.tsx'),
  route('fund-move/withdraw/:id', 'routes/tenant/fund-move/withdraw.ts'),
]

/** Where anybody gives. */
export const givingPublicRoutes: RouteConfigEntry[] = [
  route('infaq/pay', 'routes/tenant/infaq/pay.tsx'),
  route('zakat/pay', 'routes/tenant/zakat/pay.tsx'),
]

/** The operator's look at who may collect zakat. */
export const adminZakatRoutes: RouteConfigEntry[] = [
  route('admin/zakat', 'routes/main/zakat/list.tsx'),
  route('admin/zakat/view/:id', 'routes/main/zakat/view.tsx'),
  route('admin/zakat/letter/:id', 'routes/main/zakat/letter.ts'),
  route('admin/zakat/confirm/:id', 'routes/main/zakat/confirm.ts'),
  route('admin/zakat/refuse/:id', 'routes/main/zakat/refuse.tsx'),
]
