import { roles } from '#app/domain/core/access/access.ts'

/**
 * The mobile number of the account that shows a role: `+601000000` and two digits in the order of {@link roles}, 11 for the superadmin to 18 for the
 * parent, which no operator gives out. The same in each organisation, so that one number is known in several. Undefined
 * for anybody else.
 */
export function demoPhone(mailbox: string | undefined): string | undefined {
  const index = roles.indexOf(mailbox as (typeof roles)[number])
  return index < 0 ? undefined : `+601000000${11 + index}`
}
