import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** Where an operator comes to an organisation's own host, and leaves it again. */
export const helpRoutes: RouteConfigEntry[] = [
  route('help/enter', 'routes/tenant/help/enter.tsx'),
  route('help/leave', 'routes/tenant/help/leave.ts'),
]

/** Where an organisation lets one look. */
export const helpSettingRoutes: RouteConfigEntry[] = [
  route('setting/help', 'routes/tenant/setting/help/view.tsx'),
  route('setting/help/code', 'routes/tenant/setting/help/code.tsx'),
  route('setting/help/withdraw/:id', 'routes/tenant/setting/help/withdraw.ts'),
  route('setting/help/end/:id', 'routes/tenant/setting/help/end.ts'),
]

/** The operator's side. */
export const entityHelpRoutes: RouteConfigEntry[] = [
  route('admin/entity/help/:id', 'routes/main/entity/help.tsx'),
  route('admin/entity/help/open/:id', 'routes/main/entity/help-open.ts'),
  route('admin/entity/help/leave/:id', 'routes/main/entity/help-leave.ts'),
]
