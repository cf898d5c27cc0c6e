import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import { insert, student, type Trx } from '#tests/support/database/factories.ts'
import { signedIn, type Visit } from './scene.ts'

/** A month's run that has ended so, with one student whom nobody pays for. */
async function ended(trx: Trx, given: { status: string; error_code?: string }): Promise<string> {
  const row = await insert(trx, 'generation', {
    ...{
      id: newId(),
      month: '2026-01-01',
      setting: JSON.stringify({ group_by: 'student', issue_zero: false }),
    },
    ...{ issued_on: '2026-01-01', run_at: new Date(), finished_at: new Date(), ...given },
  })
  const { id: student_id, branch_id } = await student(trx, {}, { payer: null })
  await insert(trx, 'generation_student', {
    ...{ id: newId(), generation_id: row.id, position: 1, student_id, branch_id, digest: '' },
    ...(given.error_code
      ? { result: 'skipped', reason: 'paused' }
      : { result: 'failed', reason: 'no_payer' }),
  })
  return row.id
}

const onItsPage =
  (given: { status: string; error_code?: string }): Visit =>
  async (scene, locale) => {
    const id = await scene.tenant.write((trx) => ended(trx, given))
    return (await signedIn(scene, locale, 'supervisor')).get(`/invoice/generation/view/${id}`)
  }

/** How the messages of billing a month are met. */
export const onGenerations: Partial<Record<RefusalCode, Visit>> = {
  'invoice.generate_failed': onItsPage({ status: 'failed', error_code: 'invoice.generate_failed' }),
  'invoice.create_failed': onItsPage({ status: 'partial' }),
}
