import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import type { ComposedMessage } from './words.ts'

/** By which a picture in the mail is shown: the part that holds its bytes has this Content-ID. */
export const pictureCid = (file_id: string) => `${file_id}@lunas`

/**
 * A composed message as a letter, in the frame of all letters: from the organisation, with the pictures below the text and the
 * link by which its reader leaves the list (`opt_out_url`, in the language of the letter). A text that greets
 * its reader by name is not greeted again.
 */
export function framedMessage(
  { subject, html, text, files }: ComposedMessage,
  { t, organisation, reader, opt_out_url }: LetterSetting & { opt_out_url: string | null },
): Letter {
  const sender = senderOf(organisation)
  const name = lineOf(reader ?? '')
  const isGreeted = name !== '' && text.slice(0, 300).includes(name)
  const pictures = files.filter(({ kind }) => kind === 'picture')
  return {
    subject,
    greeting: isGreeted ? '' : greetingOf(reader, t),
    paragraphs: [],
    body: { html, text },
    pictures: pictures.map(({ file_id, name: alt }) => ({ cid: pictureCid(file_id), alt })),
    facts: [],
    sender: sender.lines,
    note: t('announcement.mail.note', { organisation: sender.name }),
    links: opt_out_url ? [{ label: t('announcement.mail.opt_out'), url: opt_out_url }] : [],
  }
}
