import type { Permission } from '#app/domain/core/access/access.ts'
import { paths } from '#app/paths.ts'
import type { MenuTab } from './place.ts'

/** A family's credit, of the office and of a family alike. */
export const creditTabs: readonly MenuTab<Permission>[] = [
  {
    label: 'menu.family_credit',
    href: paths.family.credits(),
    permission: 'family_credit.view',
    rare: true,
  },
  {
    label: 'credit_refund.plural',
    href: paths.credit_refund.list(),
    permission: 'credit_refund.view',
    rare: true,
  },
]

/** Donations; the pages of one are beside the public page on which anybody gives. */
export function giving(): MenuTab<Permission>[] {
  return (['infaq', 'zakat'] as const).map((kind) => ({
    label: `menu.${kind}`,
    href: paths[kind].list(),
    permission: 'donation.view',
    also: [`/${kind}`],
    features: [kind],
  }))
}
