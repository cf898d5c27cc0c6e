import { type RouteConfigEntry, route } from '@remix-run/route-config'

/** The pages of a change of year. */
export const rolloverRoutes: RouteConfigEntry[] = [
  route('rollover', 'routes/tenant/rollover/list.tsx'),
  route('rollover/new', 'routes/tenant/rollover/new.tsx'),
  route('rollover/view/:id', 'routes/tenant/rollover/view.tsx'),
  route('rollover/edit/:id', 'routes/tenant/rollover/edit.tsx'),
  route('rollover/preview/:id', 'routes/tenant/rollover/preview.ts'),
  route('rollover/run/:id', 'routes/tenant/rollover/run.ts'),
  route('rollover/undo/:id', 'routes/tenant/rollover/undo.tsx'),
  route('rollover/remove/:id', 'routes/tenant/rollover/remove.ts'),
  route('rollover/discounts/:id', 'routes/tenant/rollover/discounts.tsx'),
  route('rollover-class', 'routes/tenant/rollover/classes.tsx'),
  route('rollover/class/:id', 'routes/tenant/rollover/class.tsx'),
  route('rollover-seat', 'routes/tenant/rollover/seats.tsx'),
  route('rollover/seat/:id', 'routes/tenant/rollover/seat.tsx'),
  route('rollover-family', 'routes/tenant/rollover/families.tsx'),
  route('rollover/family/:id', 'routes/tenant/rollover/family.tsx'),
]
