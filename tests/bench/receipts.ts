import { logoImage } from '#app/print/logo/logo.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { inPlace } from '#db/in-place.ts'
import { sourceAt } from '#tests/support/product/source.ts'
import { organisation } from './people.ts'
import type { Database } from './stage.ts'

/** Receipts of the demo's last payments as the worker gives them to its printer: logo, colour, table, QR code. */
export async function receipts({ pool }: Database, number: number): Promise<string[]> {
  const { place, subdomain, default_locale: locale } = await organisation(pool, 'demo')
  const source = sourceAt(`https://${subdomain}.lunas.test`, place.schema)
  const sheets = await inPlace(pool, place, async (trx) => {
    const payments = await trx
      .selectFrom('payment')
      .select('id')
      .where('status', '=', 'paid')
      .orderBy('id', 'desc')
      .limit(number)
      .execute()
    const order = { kind: 'receipt', locale, parameters: {}, created_at: new Date() } as const
    return Promise.all(payments.map(({ id }) => sheetOf(trx, { ...order, id, subject_id: id }, source)))
  })
  const noFiles = { get: () => Promise.reject(new Error('the demo keeps its logo in public/')) }
  return Promise.all(
    sheets.map(async ({ title, i18n, colour, logo, draw }) =>
      htmlOf({ title, i18n, colour, page: draw(await logoImage(logo, noFiles)) }),
    ),
  )
}
