import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** Statements of the bank, their lines, and what the platform has paid to the account. */
export const bankRoutes: RouteConfigEntry[] = [
  route('payout', 'routes/tenant/payout/list.tsx'),
  route('payout/view/:id', 'routes/tenant/payout/view.tsx'),
  route('bank-statement', 'routes/tenant/bank-statement/list.tsx'),
  route('bank-statement/new', 'routes/tenant/bank-statement/new.tsx'),
  route('bank-statement/view/:id', 'routes/tenant/bank-statement/view.tsx'),
  route('bank-statement/map/:id', 'routes/tenant/bank-statement/map.tsx'),
  route('bank-statement/undo/:id', 'routes/tenant/bank-statement/undo.ts'),
  route('bank-statement/remove/:id', 'routes/tenant/bank-statement/remove.ts'),
  route('bank-line', 'routes/tenant/bank-line/list.tsx'),
  route('bank-line/view/:id', 'routes/tenant/bank-line/view.tsx'),
  route('bank-line/accept/:id', 'routes/tenant/bank-line/accept.ts'),
  route('bank-line/assign/:id', 'routes/tenant/bank-line/assign.tsx'),
  route('bank-line/ignore/:id', 'routes/tenant/bank-line/ignore.tsx'),
  route('bank-line/reopen/:id', 'routes/tenant/bank-line/reopen.ts'),
  route('bank-line/undo/:id', 'routes/tenant/bank-line/undo.ts'),
]
