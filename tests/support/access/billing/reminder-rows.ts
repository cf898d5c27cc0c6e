import { reminderSettingForm, wordingForm } from '#app/domain/reminders/setting/setting-form.ts'
import { list, type Row } from '../row.ts'

let setting_version = 0

/** Reminders of fees, and how they are set. */
export const reminderRows: Record<string, Row> = {
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
