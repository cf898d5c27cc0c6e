import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface ArrangementFacts {
  name: string
  family_code: string
  total_sen: number
  /** In their order. */
  parts: readonly { due_on: string; amount_sen: number }[]
}

/**
 * The agreed parts and their days for the family, and that it gets no reminders in the meantime. It names no child. None for
 * an arrangement that is over.
 */
export const arrangementLetter = defineLetter<
  'arrangement.send',
  ArrangementFacts,
  ArrangementFacts & { parent_id: string }
>({
  list: 'arrangement',
  async load(trx, { arrangement_id }) {
    const plan = await trx
      .selectFrom('arrangement')
      .innerJoin('parent', 'parent.id', 'arrangement.parent_id')
      .select(['arrangement.parent_id', 'arrangement.total_sen', 'parent.name', 'parent.family_code'])
      .where('arrangement.id', '=', arrangement_id)
      .where('arrangement.status', '=', 'active')
      .where('parent.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!plan) return undefined
    const parts = await trx
      .selectFrom('arrangement_instalment')
      .select(['due_on', 'amount_sen'])
      .where('arrangement_id', '=', arrangement_id)
      .orderBy('position')
      .execute()
    return { ...plan, parts }
  },
  to: (trx, _payload, { parent_id }) => familyRecipient(trx, parent_id),

  compose({ name, family_code, total_sen, parts }, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const values = { organisation: sender.name, family_code }
    return {
      subject: t('mail.arrangement.subject', values),
      greeting: greetingOf(name, t),
      paragraphs: [t('mail.arrangement.text', values), t('mail.arrangement.meanwhile', values)],
      figure: { label: t('arrangement.total_sen'), value: formatRinggit(total_sen) },
      facts: parts.map(({ due_on, amount_sen }) => ({
        label: t('mail.arrangement.until', { date: formatDate(due_on, locale) }),
        value: formatRinggit(amount_sen),
      })),
      action: { label: t('mail.statement.pay'), url: origin + paths.pay() },
      sender: sender.lines,
      note: t('mail.statement.note', values),
    }
  },
})
