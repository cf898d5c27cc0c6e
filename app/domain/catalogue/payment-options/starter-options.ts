import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { DEFAULT_LIMITS } from '#app/integrations/fpx/limits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** The ways to pay with which an organisation begins; FPX is on where it has a seller id. */
export async function insertStarterOptions(trx: Transaction<DB>, t: TFunction, fpx: boolean) {
  const options = [
    { method: 'fpx_b2c', enabled: fpx, ...DEFAULT_LIMITS.B2C },
    { method: 'fpx_b2b1', enabled: fpx, ...DEFAULT_LIMITS.B2B1 },
    { method: 'cash', enabled: true, min_sen: null, max_sen: null },
    { method: 'bank_transfer', enabled: true, min_sen: null, max_sen: null },
  ]
  await trx
    .insertInto('payment_option')
    .values(
      options.map(({ method, enabled, ...limits }, index) => ({
        id: newId(),
        code: method.toUpperCase().replaceAll('_', '-'),
        name: t(`starter.payment_option.${method}`),
        status: enabled ? 'active' : 'inactive',
        ...{ method, ...limits },
        sort_order: index + 1,
      })),
    )
    .execute()
}
