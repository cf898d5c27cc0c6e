import { askForm, holdForm } from '#app/domain/payments/reminders/reminder.ts'
import { reminderSettingForm, wordingForm } from '#app/domain/payments/reminders/setting-form.ts'
import { type Row, today, verb } from '../row.ts'

let setting_version = 0

/** Reminders of fees, and how they are set. */
export const reminderRows: Record<string, Row> = {
  'tenant/reminder/ask': { of: 'familyBill', form: () => ({ level: '1' }), schema: askForm },
  'tenant/reminder/hold': {
    of: 'parent',
    form: () => ({ ends_on: today, reason: 'Bapa kehilangan kerja' }),
    schema: holdForm,
  },
  'tenant/reminder/lift': verb('reminderHold'),
  'tenant/setting/reminder/edit': {
    form: () => ({ steps: 'due', from: '09:00', until: '20:00', version: String(setting_version++) }),
    schema: reminderSettingForm,
  },
  'tenant/setting/reminder/wording': {
    form: () => ({
      ...{ kind: 'whatsapp', locale: 'en', text: 'Salam {parent}: {amount}, {link}', intent: 'save' },
      version: String(setting_version++),
    }),
    schema: wordingForm,
  },
}
