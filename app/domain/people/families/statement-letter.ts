import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Span } from '#app/domain/people/families/statement.ts'
import { paths } from '#app/paths.ts'
import { statementOf } from './statement.ts'

interface StatementSummary extends Span {
  name: string
  family_code: string
  closing_sen: number
}

interface Found extends StatementSummary {
  parent_id: string
  rows: Awaited<ReturnType<typeof statementOf>>['rows']
}

/**
 * The statement at the time of sending, attached as a PDF; permission was checked when it was requested. The mail itself names
 * no child. It links to the payment page if something is owed.
 */
export const statementLetter = defineLetter<'statement.send', StatementSummary, Found>({
  list: 'statement',
  async load(trx, { parent_id, from, to }) {
    const statement = await statementOf(trx, everywhere, parent_id, { from, to })
    const { name, family_code } = statement.head
    return {
      name,
      family_code,
      parent_id,
      from,
      to,
      closing_sen: statement.closing_sen,
      rows: statement.rows,
    }
  },
  to: (trx, { parent_id }) => familyRecipient(trx, parent_id),
  noAddress: (trx, { parent_id: id }) =>
    record(
      trx,
      systemActor,
      'parent.statement_not_sent',
      { type: 'parent', id },
      { after: { reason: 'no_address' } },
    ),

  compose({ name, family_code, from, to, closing_sen }, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = {
      organisation: sender.name,
      from: formatDate(from, locale),
      to: formatDate(to, locale),
    }
    const owes = closing_sen > 0
    return {
      subject: t('mail.statement.subject', values),
      greeting: greetingOf(name, t),
      paragraphs: [
        t('mail.statement.text', values),
        ...(owes ? [t('mail.statement.owes', { family_code })] : []),
      ],
      figure: {
        label: t(closing_sen < 0 ? 'mail.statement.ahead' : 'mail.statement.closing', values),
        value: formatRinggit(Math.abs(closing_sen)),
      },
      facts: [{ label: t('parent.family_code'), value: family_code }],
      ...(owes ? { action: { label: t('mail.statement.pay'), url: origin + paths.pay() } } : {}),
      sender: sender.lines,
      note: t('mail.statement.note', values),
    }
  },
})
