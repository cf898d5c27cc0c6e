import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { registerEntity, rejectRegistration } from '#app/domain/platform/registrations/change-registration.ts'
import type { RegistrationInput } from '#app/domain/platform/registrations/registration.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

type Asked = Pick<
  RegistrationInput,
  'subdomain' | 'organisation_name' | 'organisation_type' | 'contact_name'
> & { package: string }

/** One whose fee is open, one that has nothing to pay, and one that was turned away. */
const asked: Asked[] = [
  {
    subdomain: 'seri-melur',
    organisation_name: 'Pusat Tuisyen Seri Melur',
    organisation_type: 'tuition',
    contact_name: 'Rosnah binti Kadir',
    package: 'STANDARD',
  },
  {
    subdomain: 'cempaka-kecil',
    organisation_name: 'Tadika Cempaka Kecil',
    organisation_type: 'kindergarten',
    contact_name: 'Lim Siew Hoon',
    package: 'ASAS',
  },
  {
    subdomain: 'kelab-pantai',
    organisation_name: 'Kelab Renang Pantai',
    organisation_type: 'club',
    contact_name: 'Ravi a/l Suppiah',
    package: 'ASAS',
  },
]

/** Organisations that ask the operator of the demo to be let in. */
export async function addRegistrations(
  trx: Transaction<DB>,
  { ring, today, wordsOf }: { ring: Keyring; today: string; wordsOf: (locale: Locale) => TFunction },
): Promise<void> {
  const packages = await trx.selectFrom('platform.package').select(['id', 'code']).execute()
  for (const [index, { package: code, ...said }] of asked.entries()) {
    const { organisation_name: name, subdomain } = said
    const { id } = await registerEntity(
      trx,
      systemActor,
      { ring, today, t: wordsOf('my') },
      {
        ...said,
        ...{ package_id: packages.find((one) => one.code === code)!.id, company_name: name },
        ...{ registration_number: `20260100000${index}`, contact_phone: `+6031234567${index}` },
        ...{ contact_email: `pejabat@${subdomain}.test`, locale: 'my' },
        address: { line1: `${index + 3}, Jalan Melur`, city: 'Ipoh', state: 'Perak', postcode: '30000' },
        ...{ bank_code: 'MB2U0227', account_name: name, account_number: `00000000456${index}` },
        agreed_terms_version: shippedVersion('terms')!,
      },
    )
    if (said.organisation_type !== 'club') continue
    const reject_reason = 'Sijil pendaftaran kelab sudah tamat tempoh'
    await rejectRegistration(trx, systemActor, id, { version: 1, reject_reason }, today)
  }
}
