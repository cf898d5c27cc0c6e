import { systemActor } from '#app/domain/core/actor.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { invitationToSend, invite } from '#app/domain/identity/passwords/invitation.ts'
import { hashPassword } from '#app/domain/identity/passwords/passwords.ts'
import { type NewEntityInput, nametagOf } from '#app/domain/organisation/entities/entity-form.ts'
import { prepareTenant } from '#app/domain/platform/entities/prepare-tenant.ts'
import { environment } from '#app/environment.ts'
import { productWordsOf } from '#app/i18n/i18n.ts'
import { paths } from '#app/paths.ts'
import { asOwner } from '#db/owner.ts'
import { type NewEntity, type Provisioned, provision } from '#db/provisioning/provision.ts'

export interface Created {
  place: Provisioned
  /** Path with which the superadmin chooses a password, printed once; null when a password was given. */
  invitation: string | null
}

/**
 * Makes an organisation with its defaults and its first superadmin, who signs in by the contact's e-mail address: all
 * of it or nothing. Without a password they are invited to choose one: by mail, and by the path that is returned.
 */
export async function createTenant(
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl: string },
  { password: given, ...input }: NewEntityInput,
): Promise<Created> {
  const password_hash = given === undefined ? null : await hashPassword(given)
  let invitation: string | null = null
  const { default_locale, contact_email, name } = input
  const contact_name = input.contact_name ?? name
  const appUser = decodeURIComponent(new URL(appUrl).username)
  const place = await asOwner(ownerUrl, (owner) =>
    provision(owner, appUser, entityOf(input), async (trx, { id, schema }) => {
      const superadmin = { name: contact_name, email: contact_email, password_hash }
      const fpx = input.fpx_seller_id !== undefined
      const { subdomain, organisation_type } = input
      const tenant = { id, name, subdomain, default_locale, organisation_type, fpx, superadmin }
      const { superadmin_id } = await prepareTenant(trx, productWordsOf, tenant)
      if (password_hash) return
      const keys = { ring: environmentKeyring(environment), place: schema }
      const sent = await invite(trx, systemActor, keys, superadmin_id)
      invitation = paths.invitation({ token: (await invitationToSend(trx, keys, sent))!.token })
    }),
  )
  return { place, invitation }
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
