import { askForm, holdForm } from '#app/domain/payments/reminders/reminder.ts'
import { reminderSettingForm, wordingForm } from '#app/domain/payments/reminders/settings.ts'
import { newId } from '#db/id.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { type Row, today, verb } from '#tests/support/access/row.ts'
import { insert } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'

/** A reminder that waits for a person, and a hold. */
export const reminderNouns = {
  reminder: {
    make: async (trx, { student_id, payer_parent_id, branch_id, mark, sen }) => {
      const about = { student_id, payer_parent_id, branch_id, remark: mark }
      const bill = await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      // Of several of one family only one waits at a time.
      await trx
        .updateTable('reminder')
        .set({ state: 'dropped', reason: 'nothing_left' })
        .where('parent_id', '=', payer_parent_id)
        .where('state', '=', 'waiting')
        .execute()
      const row = await insert(trx, 'reminder', {
        ...{ id: newId(), parent_id: payer_parent_id, day: '2026-03-09', level: 3 },
        ...{ trigger: 'schedule', state: 'waiting' },
      })
      await insert(trx, 'reminder_invoice', {
        ...{ reminder_id: row.id, invoice_id: bill.id, is_cause: true, step: 'after_30', level: 3 },
        balance_sen: bill.total_sen,
      })
      return row
    },
  },
  reminderHold: {
    make: (trx, { payer_parent_id: parent_id, user_id, mark }) =>
      insert(trx, 'reminder_hold', {
        ...{ id: newId(), parent_id, reason: `${mark}, sakit`, ends_on: '2099-12-31', created_by: user_id },
      }),
  },
  failedMail: {
    make: async (trx, { payer_parent_id: parent_id, mark }) => {
      const { email } = await trx
        .selectFrom('parent')
        .select('email')
        .where('id', '=', parent_id)
        .executeTakeFirstOrThrow()
      return insert(trx, 'failed_mail', {
        ...{ id: newId(), job: 'statement.send', parent_id },
        payload: JSON.stringify({ parent_id, from: '2026-01-01', to: '2026-01-31' }),
        ...{ recipient: email ?? '', reason: 'address', about: mark },
      })
    },
  },
} as const satisfies Record<string, Noun>

let setting_version = 0

/** Reminders of fees, and how they are set. */
export const reminderRows: Record<string, Row> = {
  'tenant/failed-mail/send': verb('failedMail'),
  'tenant/failed-mail/dismiss': verb('failedMail'),
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
