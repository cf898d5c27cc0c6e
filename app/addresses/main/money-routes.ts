import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** What came in through the platform, what it earned by it, and where each sen of it is. */
export const adminMoneyRoutes: RouteConfigEntry[] = [
  route('admin/collection', 'routes/main/collection/list.tsx'),
  route('admin/revenue', 'routes/main/revenue/list.tsx'),
  route('admin/revenue/view/:id', 'routes/main/revenue/view.tsx'),
  route('admin/revenue/cost', 'routes/main/revenue/cost.tsx'),
  route('admin/revenue/cost/new', 'routes/main/revenue/cost-new.tsx'),
]
