import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of reminders of fees, and of how they are set. */
export const reminderRoutes: RouteConfigEntry[] = [
  route('reminder', 'routes/tenant/reminder/list.tsx'),
  route('reminder/view/:id', 'routes/tenant/reminder/view.tsx'),
  route('reminder/send/:id', 'routes/tenant/reminder/send.ts'),
  route('reminder/ask/:id', 'routes/tenant/reminder/ask.tsx'),
  route('reminder/hold/:id', 'routes/tenant/reminder/hold.tsx'),
  route('reminder-hold', 'routes/tenant/reminder/holds.tsx'),
  route('reminder-hold/lift/:id', 'routes/tenant/reminder/lift.ts'),
  route('setting/reminder', 'routes/tenant/setting/reminder/view.tsx'),
  route('setting/reminder/edit', 'routes/tenant/setting/reminder/edit.tsx'),
  route('setting/reminder/wording', 'routes/tenant/setting/reminder/wording.tsx'),
]
