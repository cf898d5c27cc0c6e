import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { notifiableAccounts, recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import type { DB } from '#db/types.ts'
import { findSetting } from '../settings/find-setting.ts'
import { type ShownFault, warningsOf } from '../settings/warnings.ts'
import { openStatuses } from '../words.ts'

/** Active accounts with an address whose roles see the e-invoice settings. */
export const stopReaders = (db: Kysely<DB>) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${rolesWith('einvoice_setting.view')}::text[]`)

interface Stopped {
  fault: ShownFault
  /** Of credentials that belong to another taxpayer: the numbers of both. */
  tins: { ours: string; theirs: string } | null
  /** Documents that wait to be sent. */
  waiting: number
}

/** To a manager: nothing is sent to the tax portal until somebody changes something. Not sent once the connection works again. */
export const stoppedLetter = defineLetter<'einvoice.stopped_mail', Stopped>({
  list: 'einvoice',
  async load(trx) {
    const setting = await findSetting(trx)
    if (setting?.status !== 'failed') return undefined
    const { waiting } = await trx
      .selectFrom('einvoice_document')
      .select(sql<number>`count(*)::int`.as('waiting'))
      .where('status', 'in', openStatuses)
      .where('environment', '=', setting.environment)
      .executeTakeFirstOrThrow()
    const { fault, tins } = warningsOf(setting, await databaseDay(trx))
    return { fault: fault ?? 'away', tins, waiting }
  },
  to: (trx, { user_id }) => recipientAmong(stopReaders(trx), user_id),

  compose({ fault, tins, waiting }, { t, origin, organisation, reader }) {
    const { name, lines } = senderOf(organisation)
    return {
      subject: t('mail.einvoice_stopped.subject', { organisation: name }),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.einvoice_stopped.text'),
        t(`einvoice_setting.faults.${fault}`, tins ?? {}),
        t('mail.einvoice_stopped.then'),
      ],
      facts: [{ label: t('mail.einvoice_stopped.waiting'), value: String(waiting) }],
      action: { label: t('mail.einvoice_stopped.see'), url: origin + paths.einvoiceSetting.index() },
      sender: lines,
      note: t('mail.einvoice_stopped.note', { organisation: name }),
    }
  },
})
