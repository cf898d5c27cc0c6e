import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/**
 * Registrations with their packages, and the invoices over their fees where there are any: the newest, since another
 * package has another invoice.
 */
export function withFee(db: Kysely<DB>) {
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

/** How a registration stands, for who handed it in. Works in the platform's place. */
export function handedIn(db: Kysely<DB>, id: string) {
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
