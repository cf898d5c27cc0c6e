import { newGenerationForm, undoForm } from '#app/domain/billing/generations/generation.ts'
import { generationSettingForm } from '#app/domain/billing/generations/generation-setting.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { type Row, today, verb, version, view } from '../row.ts'

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
  'tenant/generation/student': view('generationStudent'),
  'tenant/setting/generation/edit': {
    form: () => ({
      ...{ day: '25', for: 'next_month', group_by: 'student', notify_at: '09:00' },
      ...{ family: 'payer', child_order: 'oldest_first', version: String(setting_version++) },
    }),
    schema: generationSettingForm,
  },
}
