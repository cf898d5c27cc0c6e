import type { Transaction } from 'kysely'
import { sealedKey } from '#app/domain/payments/chip/account.ts'
import { chipSandbox } from '#app/integrations/chip/config.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Stage } from '../stage.ts'

/** What the sandbox of CHIP has switched on. */
const methods = [
  'fpx',
  'fpx_b2b1',
  'visa',
  'mastercard',
  'maestro',
  'duitnow_qr',
  'razer_tng',
  'razer_grabpay',
]

/** An account at the sandbox of CHIP, as its connection test leaves it, and the way to pay by it. */
export async function addChipAccount(trx: Transaction<DB>, { plan, entity, ring, starter, now, t }: Stage) {
  if (!plan.chip) return
  const id = newId()
  const by = { created_by: starter.superadmin_id, updated_by: starter.superadmin_id }
  const live_key_sealed = sealedKey({ ring, place: entity.schema }, id, 'live', chipSandbox.liveKey)
  await trx
    .insertInto('chip_account')
    .values({
      id,
      brand_id: chipSandbox.brandId,
      mode: 'live',
      live_key_sealed,
      methods,
      checked_at: now,
      ...by,
    })
    .execute()
  const option = { code: 'CHIP', name: t('starter.payment_option.chip'), method: 'chip', sort_order: 5 }
  await trx
    .insertInto('payment_option')
    .values({ id: newId(), status: 'active', ...option, ...CHIP_LIMITS, ...by })
    .execute()
}
