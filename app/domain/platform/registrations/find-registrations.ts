import { type Kysely, sql } from 'kysely'
import { addressNames, states } from '#app/domain/core/contact/address.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { filesOf } from './change-draft.ts'
import { type RegistrationState, registrationStates } from './registration.ts'

const state = sql<RegistrationState>`case
  when registration.status <> 'pending' or approval_asked_at is null then registration.status
  when approval_fault is null then 'making' else 'failed' end`

/** Registrations of organisations, the newest first. */
export const registrationList = operatorList<Selected<typeof listed>>()({
  name: 'registration',
  title: 'registration.plural',
  access: { view: 'admin.registration.view', print: 'admin.registration.print' },
  columns: [
    { key: 'organisation_name', label: 'registration.organisation_name', room: 'who', sort: true },
    { key: 'reference', label: 'registration.reference', kind: 'number', sort: true },
    { key: 'created_at', label: 'registration.created_at', kind: 'instant', sort: true },
    { key: 'subdomain', label: 'registration.subdomain', room: 'wide', sort: true },
    { key: 'package', label: 'registration.package', room: 'wide', sort: true },
    { key: 'fee', label: 'registration.fee', words: 'registration.fees', none: 'registration.fees.free' },
    { key: 'total_sen', label: 'registration.total_sen', kind: 'money', room: 'much' },
    { key: 'status', label: 'registration.status', kind: 'status' },
  ],
  filters: {
    from: onDay('registration.from', { until: 'to' }),
    to: onDay('registration.to'),
    place: oneOf('registration.state', states),
    status: oneOf('registration.status', registrationStates, 'common.status'),
  },
  tabs: { filter: 'status', column: 'status' },
  defaultSort: '-created_at',
  query(db, _reader, { q, from, to, place, status }) {
    let query = listed(db)
    const day = sql<string>`(registration.created_at at time zone 'Asia/Kuala_Lumpur')::date`
    if (from) query = query.where(day, '>=', from)
    if (to) query = query.where(day, '<=', to)
    if (place) query = query.where('registration.state', '=', place)
    if (status) query = query.where(state, '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, [
          'registration.organisation_name',
          'registration.company_name',
          'registration.reference',
          'registration.subdomain',
          'registration.contact_name',
          'registration.contact_email',
        ]),
      )
    return query
  },
})

function listed(db: Kysely<DB>) {
  return withFee(db)
    .select(['registration.id', 'registration.organisation_name', 'registration.reference'])
    .select(['registration.created_at', 'registration.subdomain', 'platform.package.name as package'])
    .select(['invoice.status as fee', 'invoice.total_sen', state.as('status')])
}

/**
 * One registration with all its answers. The account number is masked; of passwords and keys it says only whether they were
 * given. Refuses not_found.registration.
 */
export async function registration(db: Kysely<DB>, ring: Keyring, id: string) {
  const row = await withFee(db)
    .leftJoin('platform.operator', 'platform.operator.id', 'registration.decided_by')
    .selectAll('registration')
    .select(['platform.package.name as package_name', 'platform.package.trial_days'])
    .select(['invoice.id as invoice_id', 'invoice.number as invoice_number', 'invoice.total_sen'])
    .select(['invoice.due_on', 'invoice.status as invoice_status', 'invoice.paid_on'])
    .select(['invoice.reference as invoice_reference', 'invoice.version as invoice_version'])
    .select(['platform.operator.name as decider', state.as('stands')])
    .where('registration.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.registration')
  const { account_number_sealed, smtp_password_sealed, gateway_secret_sealed, ip, user_agent, ...said } = row
  const cell = { place: 'platform', table: 'entity_registration', column: 'account_number_sealed', row: id }
  return {
    ...said,
    address: addressNames.map((name) => said[name]).filter(Boolean),
    account_number: maskedAccount(open(ring, cell, account_number_sealed)),
    has_smtp_password: smtp_password_sealed !== null,
    has_gateway_secret: gateway_secret_sealed !== null,
    files: await filesOf(db, { registration_id: id }),
  }
}

/** Registrations with their package and the newest fee invoice; a change of package issues a new one. */
function withFee(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('platform.platform_invoice')
          .selectAll()
          .whereRef('registration_id', '=', 'registration.id')
          .where('kind', '=', 'registration')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('invoice'),
      (join) => join.onTrue(),
    )
}

/** The status of a registration for the person who submitted it. Runs in the platform's schema. */
export function submittedRegistration(db: Kysely<DB>, id: string) {
  return withFee(db)
    .select(['registration.reference', 'registration.organisation_name', 'registration.subdomain'])
    .select(['registration.contact_email', 'registration.contact_name', 'registration.locale'])
    .select(['registration.status', 'registration.reject_reason', 'invoice.refund_reference'])
    .select(['registration.reserved_until', 'platform.package.name as package_name'])
    .select(['invoice.number as invoice_number', 'invoice.total_sen', 'invoice.due_on'])
    .select(['invoice.status as invoice_status', 'invoice.public_code as invoice_code'])
    .where('registration.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** The data of the confirmation mail, with the invoice that is open or paid. Undefined for an unknown registration. */
export async function registrationLetterData(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .leftJoin('platform.platform_invoice as invoice', (join) =>
      join
        .onRef('invoice.registration_id', '=', 'registration.id')
        .on('invoice.status', 'in', ['unpaid', 'pending', 'paid']),
    )
    .select([
      'registration.reference',
      'registration.organisation_name',
      'registration.subdomain',
      'registration.contact_name',
      'registration.contact_email',
      'registration.locale',
      'registration.reserved_until',
      'registration.mailed_at',
      'platform.package.name as package_name',
      'invoice.number as invoice_number',
      'invoice.total_sen',
      'invoice.due_on',
      'invoice.public_code',
    ])
    .where('registration.id', '=', id)
    .executeTakeFirst()
}
