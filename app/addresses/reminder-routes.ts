import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of reminders of fees, and of how they are set. */
export const reminderRoutes: RouteConfigEntry[] = [
  route('setting/reminder', 'routes/tenant/setting/reminder/view.tsx'),
  route('setting/reminder/edit', 'routes/tenant/setting/reminder/edit.tsx'),
  route('setting/reminder/wording', 'routes/tenant/setting/reminder/wording.tsx'),
]
