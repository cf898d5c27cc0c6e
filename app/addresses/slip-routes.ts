import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** Slips of transfers, as the office decides of them and a signed-in family follows its own. */
export const slipRoutes: RouteConfigEntry[] = [
  route('transfer-slip', 'routes/tenant/transfer-slip/list.tsx'),
  route('transfer-slip/view/:id', 'routes/tenant/transfer-slip/view.tsx'),
  route('transfer-slip/confirm/:id', 'routes/tenant/transfer-slip/confirm.tsx'),
  route('transfer-slip/settle/:id', 'routes/tenant/transfer-slip/settle.ts'),
  route('transfer-slip/reject/:id', 'routes/tenant/transfer-slip/reject.tsx'),
  route('transfer-slip/withdraw/:id', 'routes/tenant/transfer-slip/withdraw.ts'),
  route('transfer-slip/picture/:id', 'routes/tenant/transfer-slip/picture.ts'),
  route('transfer-slip/file/:id', 'routes/tenant/transfer-slip/file.ts'),
]

/** The organisation's own DuitNow QR. */
export const duitNowRoutes: RouteConfigEntry[] = [
  route('setting/duitnow', 'routes/tenant/setting/duitnow/view.tsx'),
  route('setting/duitnow/edit', 'routes/tenant/setting/duitnow/edit.tsx'),
  route('setting/duitnow/confirm', 'routes/tenant/setting/duitnow/confirm.ts'),
  route('setting/duitnow/remove', 'routes/tenant/setting/duitnow/remove.ts'),
]
