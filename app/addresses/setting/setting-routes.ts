import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** What an organisation sets up for itself: its mail server and its looks. */
export const ownSettingRoutes: RouteConfigEntry[] = [
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
]

/** Its pictures, for anybody. */
export const brandRoutes: RouteConfigEntry[] = [
  route('brand/:picture', 'routes/tenant/setting/brand/file.ts'),
]
