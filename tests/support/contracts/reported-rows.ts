import { newId } from '#db/id.ts'
import { einvoiceDocument } from '../database/einvoice-factories.ts'
import { insert, type Trx } from '../database/factories.ts'
import { noonOf, text } from './told.ts'

/** The e-invoices of what families were billed: that of the first is valid, the others wait or were refused. */
export async function reportedInvoices(trx: Trx, families: readonly string[]): Promise<void> {
  await insert(trx, 'einvoice_setting', { id: newId(), status: 'validated' })
  for (const [index, parent_id] of families.entries()) {
    const bill = await trx
      .selectFrom('invoice')
      .select(['id', 'branch_id', 'total_sen'])
      .where('payer_parent_id', '=', parent_id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const first = index === 0
    await einvoiceDocument(trx, {
      ...{ invoice_id: bill.id, branch_id: bill.branch_id, parent_id, total_sen: bill.total_sen },
      ...{ created_at: noonOf(index), buyer_name: first ? text : `Puan Aminah ${index}` },
      ...(first
        ? { status: 'valid', type: '03', submitted_at: noonOf(0), validated_at: noonOf(0) }
        : { status: index === 1 ? 'queued' : 'invalid' }),
    })
  }
}
