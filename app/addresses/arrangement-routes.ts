import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of paying in parts; its sheet is beside the others. */
export const arrangementRoutes: RouteConfigEntry[] = [
  route('arrangement', 'routes/tenant/arrangement/list.tsx'),
  route('arrangement/view/:id', 'routes/tenant/arrangement/view.tsx'),
  route('arrangement/new/:id', 'routes/tenant/arrangement/new.tsx'),
  route('arrangement/approve/:id', 'routes/tenant/arrangement/approve.ts'),
  route('arrangement/reject/:id', 'routes/tenant/arrangement/reject.tsx'),
  route('arrangement/withdraw/:id', 'routes/tenant/arrangement/withdraw.ts'),
  route('arrangement/end/:id', 'routes/tenant/arrangement/end.tsx'),
]
