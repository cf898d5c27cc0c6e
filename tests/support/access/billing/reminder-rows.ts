import { askForm, holdForm } from '#app/domain/payments/reminders/reminder.ts'
import { reminderSettingForm, wordingForm } from '#app/domain/payments/reminders/setting-form.ts'
import { list, type Row, today, verb, view } from '../row.ts'

let setting_version = 0

/** Reminders of fees, and how they are set. */
export const reminderRows: Record<string, Row> = {
  'tenant/reminder/list': list,
  'tenant/reminder/view': view('reminder'),
  'tenant/reminder/send': verb('reminder'),
  'tenant/reminder/ask': { of: 'familyBill', form: () => ({ level: '1' }), schema: askForm },
  'tenant/reminder/hold': {
    of: 'parent',
    form: () => ({ ends_on: today, reason: 'Bapa kehilangan kerja' }),
    schema: holdForm,
  },
  'tenant/reminder/holds': list,
  'tenant/reminder/lift': verb('reminderHold'),
  'tenant/setting/reminder/view': list,
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
