import { at, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'

/** The organisation may be paid by CHIP. */
export function openChip({ tenant }: Shop) {
  return tenant.write(async (trx) => {
    const known = { methods: ['visa'], checked_at: at, public_key: 'pem', live_key_sealed: 'sealed' }
    await trx
      .insertInto('chip_account')
      .values({ id: newId(), brand_id: 'brand', mode: 'live', ...known })
      .execute()
    const option = { code: 'CHIP', name: 'CHIP', method: 'chip', status: 'active', sort_order: 9 }
    await trx
      .insertInto('payment_option')
      .values({ id: newId(), ...option })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx.updateTable('payment_option').set({ status: 'active' }).where('method', '=', 'chip').execute()
  })
}
