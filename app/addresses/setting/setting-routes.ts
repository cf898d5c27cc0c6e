import { type RouteConfigEntry, route } from '@remix-run/route-config'
import { helpSettingRoutes } from './help-routes.ts'

/** What an organisation sets up for itself: its mail server and its looks. */
export const ownSettingRoutes: RouteConfigEntry[] = [
  route('setting/bank', 'routes/tenant/setting/bank/view.tsx'),
  route('setting/bank/change', 'routes/tenant/setting/bank/change.tsx'),
  route('setting/bank/letter/:id', 'routes/tenant/setting/bank/letter.ts'),
  route('setting/bank/day', 'routes/tenant/setting/bank/day.tsx'),
  route('setting/bank/day/withdraw/:id', 'routes/tenant/setting/bank/day-withdraw.ts'),
  route('setting/bank/withdraw/:id', 'routes/tenant/setting/bank/withdraw.ts'),
  route('setting/invoice', 'routes/tenant/setting/invoice/view.tsx'),
  route('setting/invoice/edit', 'routes/tenant/setting/invoice/edit.tsx'),
  route('setting/year', 'routes/tenant/setting/year.tsx'),
  route('setting/mail', 'routes/tenant/setting/mail/view.tsx'),
  route('setting/mail/edit', 'routes/tenant/setting/mail/edit.tsx'),
  route('setting/mail/test', 'routes/tenant/setting/mail/test.tsx'),
  route('setting/mail/verify', 'routes/tenant/setting/mail/verify.tsx'),
  route('setting/mail/remove', 'routes/tenant/setting/mail/remove.ts'),
  route('setting/domain', 'routes/tenant/setting/domain/view.tsx'),
  route('setting/domain/edit', 'routes/tenant/setting/domain/edit.tsx'),
  route('setting/domain/check', 'routes/tenant/setting/domain/check.ts'),
  route('setting/domain/remove', 'routes/tenant/setting/domain/remove.ts'),
  route('setting/brand', 'routes/tenant/setting/brand/view.tsx'),
  route('setting/brand/colour', 'routes/tenant/setting/brand/colour.tsx'),
  route('setting/brand/picture/:picture', 'routes/tenant/setting/brand/picture.tsx'),
  route('setting/brand/remove/:picture', 'routes/tenant/setting/brand/remove.ts'),
  ...helpSettingRoutes,
]

/** Its pictures, for anybody. */
export const brandRoutes: RouteConfigEntry[] = [
  route('brand/:picture', 'routes/tenant/setting/brand/file.ts'),
]

/** The operator's look at the accounts that organisations ask for. */
export const adminBankRoutes: RouteConfigEntry[] = [
  route('admin/entity-bank', 'routes/main/entity-bank/list.tsx'),
  route('admin/entity-bank/view/:id', 'routes/main/entity-bank/view.tsx'),
  route('admin/entity-bank/letter/:id', 'routes/main/entity-bank/letter.ts'),
  route('admin/entity-bank/confirm/:id', 'routes/main/entity-bank/confirm.tsx'),
  route('admin/entity-bank/refuse/:id', 'routes/main/entity-bank/refuse.tsx'),
]
