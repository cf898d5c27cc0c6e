import type { LoaderFunctionArgs } from '@remix-run/node'
import { Refusal } from '#app/domain/core/refusal.ts'
import { exportedFile, recordFileDownload } from '#app/domain/platform/payouts/export-payouts.ts'
import { payoutOf } from '#app/domain/platform/payouts/find-payouts.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** The file with which a payout went to the bank, byte for byte as it was; it has whole numbers of accounts, so the log says who took it. */
export const handle = { access: 'admin.payout.create' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.payout')
  const { export_id, number, entity_id } = await payoutOf(db, id)
  if (export_id === null) throw new Refusal('not_found.payout')
  const text = await exportedFile(db, context.services.ring, export_id)
  await context.write((trx) => recordFileDownload(trx, context.actor, { id, number, entity_id, export_id }))
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="payout-${export_id.slice(0, 13)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
