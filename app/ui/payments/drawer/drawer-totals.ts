import type { DrawerSum } from '#app/domain/payments/drawers/drawer.ts'

/** Totals over all methods; an open drawer has no counted sum yet. */
export function drawerTotals(sums: readonly DrawerSum[]): Record<string, number> {
  const of = (key: 'expected_sen' | 'counted_sen' | 'difference_sen') =>
    sums.reduce((total, sum) => total + (sum[key] ?? 0), 0)
  const expected = { expected_sen: of('expected_sen') }
  if (sums.some(({ counted_sen }) => counted_sen === null)) return expected
  return { ...expected, counted_sen: of('counted_sen'), difference_sen: of('difference_sen') }
}
