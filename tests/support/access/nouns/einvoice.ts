import { cancelForm } from '#app/domain/einvoice/documents/change-document.ts'
import { submitForm } from '#app/domain/einvoice/documents/find-candidates.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, verb, version } from '#tests/support/access/row.ts'
import { einvoiceDocument } from '#tests/support/database/einvoice-factories.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

const ofInvoice = ({ student_id, payer_parent_id, branch_id, mark }: Corner) => ({
  ...{ student_id, payer_parent_id, branch_id, remark: mark, internal_note: mark },
})
const billed = (trx: Trx, corner: Corner) =>
  invoice(trx, ofInvoice(corner), [{ price_sen: corner.sen(), description: corner.mark }])

async function reported(trx: Trx, corner: Corner, status: string) {
  const bill = await billed(trx, corner)
  return einvoiceDocument(trx, {
    ...{ invoice_id: bill.id, number: bill.number!, total_sen: bill.total_sen, status },
    ...{ branch_id: corner.branch_id, parent_id: corner.payer_parent_id, buyer_name: corner.mark },
  })
}

/** What the tax portal has of invoices: valid, refused, and not yet. */
export const einvoiceNouns = {
  einvoice: { make: (trx, corner) => reported(trx, corner, 'valid') },
  refusedEInvoice: { make: (trx, corner) => reported(trx, corner, 'failed') },
  reportable: {
    make: async (trx, corner) => {
      const setting = { id: newId(), status: 'validated' }
      await trx
        .insertInto('einvoice_setting')
        .values(setting)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return { ...(await billed(trx, corner)) }
    },
  },
} as const satisfies Record<string, Noun>

export const einvoiceRows: Record<string, Row> = {
  'tenant/einvoice/new': {
    of: 'reportable',
    query: '?invoice={id}',
    form: ({ id }) => ({ 'sources[0]': `invoice:${id}` }),
    schema: submitForm,
  },
  'tenant/einvoice/retry': verb('refusedEInvoice', (thing) => ({ version: version(thing).version })),
  'tenant/einvoice/cancel': {
    of: 'einvoice',
    form: (thing) => ({ ...version(thing), reason: 'Dibilkan dua kali' }),
    schema: cancelForm,
  },
}
