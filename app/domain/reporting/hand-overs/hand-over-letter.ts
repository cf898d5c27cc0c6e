import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { type OpenHandOver, openHandOver, peopleToMail } from './find-hand-overs.ts'

type Content = Pick<
  OpenHandOver,
  'noun' | 'object_id' | 'asker' | 'asked_at' | 'note' | 'month' | 'file_name'
>

/** To somebody who may run a preview or an import that a colleague has prepared. Not sent once it is done or withdrawn. */
export const handOverLetter = defineLetter<'hand_over.mail', Content>({
  list: 'hand-over',
  load: (trx, { hand_over_id }) => openHandOver(trx, hand_over_id),
  to: (trx, { user_id }, { noun }) => recipientAmong(peopleToMail(trx, noun), user_id),

  compose({ noun, object_id, asker, asked_at, note, month, file_name }, setting) {
    const { t, locale, origin, organisation, reader } = setting
    const sender = senderOf(organisation)
    const about = {
      ...{ asker: lineOf(asker), organisation: sender.name, file: lineOf(file_name ?? '') },
      ...{ month: month ? formatMonth(month, locale) : '' },
    }
    return {
      subject: t(`mail.hand_over.${noun}_subject`, about),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.hand_over.${noun}_text`, about),
        ...(note ? [t('mail.hand_over.note', { note: lineOf(note, 300) })] : []),
      ],
      facts: [
        { label: t('hand_over.asked_by'), value: about.asker },
        { label: t('hand_over.asked_at'), value: formatInstant(asked_at, locale) },
      ],
      action: { label: t(`mail.hand_over.${noun}_see`), url: origin + paths[noun].view(object_id) },
      sender: sender.lines,
      note: t('mail.hand_over.why', { organisation: sender.name }),
    }
  },
})
