import { randomInt } from 'node:crypto'
import { hashPassword } from '#app/domain/accounts/passwords.server.ts'
import { type NewEntityInput, nametagOf } from '#app/domain/entities/forms.ts'
import { prepareTenant } from '#app/domain/entities/prepare.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { asOwner } from '#db/owner.ts'
import { type NewEntity, type Provisioned, provision } from '#db/provision.ts'

export interface Created {
  place: Provisioned
  /** Printed once and kept nowhere; null when it was given. */
  password: string | null
}

/**
 * Makes an organisation with its defaults and its first superadmin, who signs in by the contact's e-mail address: all
 * of it or nothing. Without a password one is made up.
 */
export async function createTenant(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  { password: given, ...input }: NewEntityInput,
): Promise<Created> {
  const password = given ?? oneTimePassword()
  const password_hash = await hashPassword(password)
  const { default_locale, contact_email, name } = input
  const contact_name = input.contact_name ?? name
  const appUser = decodeURIComponent(new URL(appUrl).username)
  const place = await asOwner(ownerUrl, (owner) =>
    provision(owner, appUser, entityOf(input), async (trx, { id }) => {
      const superadmin = { name: contact_name, email: contact_email, password_hash }
      const fpx = input.fpx_seller_id !== undefined
      const { subdomain } = input
      const t = i18nOf(default_locale).getFixedT(default_locale)
      await prepareTenant(trx, t, { id, name, subdomain, default_locale, fpx, superadmin })
    }),
  )
  return { place, password: given === undefined ? password : null }
}

/** What was left out is empty: it is asked for in the organisation's own settings. */
function entityOf(input: Omit<NewEntityInput, 'password'>): NewEntity {
  const { name } = input
  return {
    ...input,
    contact_name: input.contact_name ?? name,
    contact_phone: input.contact_phone ?? '',
    company_name: input.company_name ?? name,
    registration_number: input.registration_number ?? '',
    nametag: input.nametag ?? nametagOf(name),
    theme_colour: input.theme_colour ?? null,
    fpx_seller_id: input.fpx_seller_id ?? null,
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `k7mf-2xpd-9wqt-hc4e`: 80 random bits that can be read out on the phone. */
function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 4 }, group).join('-')
}
