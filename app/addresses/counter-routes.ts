import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** Where a clerk takes what families bring. */
export const counterRoutes: RouteConfigEntry[] = [
  route('payment/counter', 'routes/tenant/counter/find.tsx'),
  route('payment/counter/:id', 'routes/tenant/counter/take.tsx'),
  route('payment/counter/done/:id', 'routes/tenant/counter/done.tsx'),
  route('drawer', 'routes/tenant/drawer/list.tsx'),
  route('drawer/open', 'routes/tenant/drawer/open.tsx'),
  route('drawer/view/:id', 'routes/tenant/drawer/view.tsx'),
  route('drawer/move/:id', 'routes/tenant/drawer/move.tsx'),
  route('drawer/close/:id', 'routes/tenant/drawer/close.tsx'),
  route('drawer/confirm/:id', 'routes/tenant/drawer/confirm.ts'),
]
