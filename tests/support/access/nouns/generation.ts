import { newGenerationForm, undoForm } from '#app/domain/billing/generations/generation.ts'
import { generationSettingForm } from '#app/domain/billing/generations/generation-setting.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { handOverForm } from '#app/domain/reporting/hand-overs/hand-over.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, today, verb, version, view } from '#tests/support/access/row.ts'
import { insert, type Trx } from '#tests/support/database/factories.ts'

/** A run of a month of which one student failed. */
async function billed(trx: Trx, corner: Corner) {
  const { student_id, payer_parent_id, branch_id, user_id, mark } = corner
  const row = await insert(trx, 'generation', {
    ...{
      id: newId(),
      month: '2026-01-01',
      setting: JSON.stringify({ group_by: 'student', issue_zero: false }),
    },
    ...{ status: 'failed', issued_on: '2026-01-01', run_at: new Date(), run_by: user_id },
    ...{ finished_at: new Date(), undo_reason: `${mark}, tersilap bil`, created_by: user_id },
  })
  const told = await insert(trx, 'generation_student', {
    ...{ id: newId(), generation_id: row.id, position: 1, student_id, payer_parent_id, branch_id },
    ...{ result: 'failed', reason: 'no_payer', total_sen: corner.sen(), digest: '' },
  })
  return { row, told }
}

/** A month's billing, and one student of it. */
export const generationNouns = {
  generation: {
    reach: 'organisation',
    make: async (trx, corner) => (await billed(trx, corner)).row,
  },
  generationStudent: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await billed(trx, corner)).told.id }),
  },
} as const satisfies Record<string, Noun>

let setting_version = 0

/** Billing a month, its log, and how it is set. */
export const generationRows: Record<string, Row> = {
  'tenant/generation/new': {
    form: () => ({ month: today.slice(0, 7), due: 'month' }),
    schema: newGenerationForm,
  },
  'tenant/generation/run': verb('generation', version, versionForm),
  'tenant/generation/again': verb('generation', version, versionForm),
  'tenant/generation/remove': verb('generation', version, versionForm),
  'tenant/generation/retry': verb('generation', version, versionForm),
  'tenant/generation/undo': {
    of: 'generation',
    form: (thing) => ({ reason: 'Yuran bulan ini tersilap', ...version(thing) }),
    schema: undoForm,
  },
  'tenant/generation/ask': {
    ...{ of: 'generation', schema: handOverForm },
    form: () => ({ note: 'Sila jana hari ini' }),
  },
  'tenant/generation/ask-withdraw': verb('generation'),
  'tenant/generation/student': view('generationStudent'),
  'tenant/setting/generation/edit': {
    form: () => ({
      ...{ day: '25', for: 'next_month', group_by: 'student', notify_at: '09:00' },
      ...{ family: 'payer', child_order: 'oldest_first', version: String(setting_version++) },
    }),
    schema: generationSettingForm,
  },
}
