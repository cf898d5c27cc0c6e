import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** What an organisation sets up for itself: its mail server. */
export const ownSettingRoutes: RouteConfigEntry[] = [
  route('setting/mail', 'routes/tenant/setting/mail/view.tsx'),
  route('setting/mail/edit', 'routes/tenant/setting/mail/edit.tsx'),
  route('setting/mail/test', 'routes/tenant/setting/mail/test.tsx'),
  route('setting/mail/verify', 'routes/tenant/setting/mail/verify.tsx'),
  route('setting/mail/remove', 'routes/tenant/setting/mail/remove.ts'),
]
