import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn } from '#app/domain/core/invoicing/status.ts'
import type { DB } from '#db/types.ts'

/**
 * Slips of invoices within reach. Of a family only what it pays or has handed in itself: another parent of the child may
 * have shown a bank account that is nobody's business.
 */
export function slipsIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('transfer_slip')
    .where('transfer_slip.invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
    .$if(scope.scope === 'own', (query) =>
      query.where((eb) =>
        eb.or([
          eb('transfer_slip.requested_by', '=', scope.user_id),
          eb.exists(
            eb
              .selectFrom('invoice')
              .whereRef('invoice.id', '=', 'transfer_slip.invoice_id')
              .where('invoice.payer_parent_id', '=', scope.parent_id)
              .select('invoice.id'),
          ),
        ]),
      ),
    )
}

/** A reference without what people and banks put between its letters and digits. */
export const bare = (reference: ReturnType<typeof sql.ref> | string) =>
  sql<string>`upper(regexp_replace(${reference}, '[^[:alnum:]]', '', 'g'))`

/** Whether a transfer of this invoice waits for the office, so that it is paid, as far as its family knows. */
export const slipWaits = sql<boolean>`exists (select from transfer_slip
  where transfer_slip.invoice_id = invoice.id and transfer_slip.status = 'requested')`
