import { newId } from '#db/id.ts'
import { type Given, insert, next, type Trx } from './factories.ts'
import { invoice } from './money-factories.ts'

/** The document of an invoice, its own unless one is given; a valid one has what only a valid one has. */
export async function einvoiceDocument(trx: Trx, given: Given<'einvoice_document'> = {}) {
  const source = given.source ?? (given.credit_note_id ? 'credit_note' : 'invoice')
  const invoice_id = source === 'invoice' ? (given.invoice_id ?? (await invoice(trx)).id) : null
  const { status = 'queued' } = given
  const uuid = `TEST${String(next()).padStart(22, '0')}`
  const decided = status === 'valid' || status === 'cancelled'
  return insert(trx, 'einvoice_document', {
    ...{ id: newId(), source, invoice_id, type: source === 'credit_note' ? '02' : '01' },
    ...{ number: `INV-26-9${String(next()).padStart(5, '0')}`, total_sen: 12_000, environment: 'sandbox' },
    ...(decided ? { uuid, long_id: `LONG${uuid}`, validated_at: new Date() } : {}),
    ...(status === 'cancelled' ? { cancelled_at: new Date() } : {}),
    ...given,
  })
}
