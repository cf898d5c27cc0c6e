import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { framedMessage } from '#app/domain/messaging/frame.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { composed as mailOf } from '#app/integrations/mail/message.ts'
import { composedText } from './compose.ts'

const school = { name: 'Tadika Sinar', nametag: 'SINAR', origin: 'https://sinar.test' }
const texts = {
  ...{ title_en: 'For {student} and {parent}', sms_en: 'Hello {parent}' },
  body_en: '{parent}, see **{student}**:\n- {class}\n\nhttps://sinar.test/a',
  ...{ title_my: null, body_my: null, sms_my: null },
}
const channels = ['inapp', 'email', 'sms', 'whatsapp']
const said = (name: string, child = 'Aisyah') =>
  composedText(texts, channels, { name, locale: 'en', facts: { students: [child], classes: [name] } }, school)

test('a long WhatsApp message leaves room for the link that follows it', () => {
  const long = { ...texts, body_en: 'word '.repeat(990) }
  const reader = { name: 'Ali', locale: 'en', facts: {} }
  const { whatsapp } = composedText(long, channels, reader, school)
  expect(whatsapp).toMatch(/ word…\n\nhttps:\/\/sinar\.test\/dashboard$/)
  const origin = `https://${'a'.repeat(63)}.lunas.example`
  const link = `${origin}/opt-out/${'x'.repeat(47)}?lng=my`
  const below = locales.map((locale) => i18nOf(locale).t('announcement.whatsapp.opt_out', { url: link }))
  expect(Math.max(...below.map((line) => `${whatsapp}\n\n${line}`.length))).toBeLessThanOrEqual(1_024)
})

describe('a name is only a name', () => {
  test.each([
    'https://evil.test/x',
    'Ali **Abu**',
    '[Ali](https://evil.test)',
    'Ali\n\n- item\nhttps://evil.test',
    '{student}',
    '{link}',
    '<a href="https://evil.test">Ali</a>',
  ])('%j', (name) => {
    const { html, text } = said(name, name)
    expect(html.match(/<(?!\/)[^>]*>/g)).toEqual([
      ...['<p>', '<strong>', '<ul>', '<li>', '<p>'],
      '<a href="https://sinar.test/a" rel="noopener noreferrer nofollow">',
    ])
    expect(text.split('\n\n')).toHaveLength(3)
  })
})

test('1,000 names: a mail has the headers that we gave it, one reader, and a subject of one line', async () => {
  const paper = createTransport({ streamTransport: true, buffer: true })
  const t = i18nOf('en').getFixedT('en')
  const organisation = {
    ...school,
    contact_phone: '',
    contact_email: '',
    theme_colour: null,
    logo_file: null,
  }
  const written = async (name: string, child: string) => {
    const words = { ...said(name, child), files: [] }
    const letter = framedMessage(words, {
      ...{ t, locale: 'en', origin: school.origin, organisation, reader: name, opt_out_url: null },
    })
    const mail = mailOf(
      { name: 'Sinar', address: 'a@sinar.test' },
      {
        ...{ id: 'message-1', subject: letter.subject, text: letter.body!.text },
        to: { name: lineOf(name), address: 'b@ibu.test' },
      },
    )
    const { envelope, message } = await paper.sendMail(mail)
    return { letter, envelope, email: await PostalMime.parse(message as Buffer) }
  }
  const expected = (await written('Ali', 'Abu')).email.headers.map(({ key }) => key)
  const trick = fc.constantFrom(
    ...['\r\nBcc: v@x.test', '\n\nBody', '\rX: y', '=?utf-8?B?DQpCY2M6IHg=?=', '"; x', '<a@b.test>'],
    ...[', b@c.test', '\u2028X: y', '\u0000', '\u202e', 'a'.repeat(400), '\u0085Bcc: v@x.test'],
  )
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .tuple(fc.string({ maxLength: 20 }), trick, fc.string({ maxLength: 20 }))
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(name, name, async (parent, child) => {
      const { letter, envelope, email } = await written(parent, child)
      expect(letter.subject).not.toMatch(/[\p{Cc}\u2028\u2029]|=\?/u)
      expect([...letter.subject].length).toBeLessThanOrEqual(200)
      expect(email.headers.map(({ key }) => key)).toEqual(expected)
      expect(envelope.to).toEqual(['b@ibu.test'])
    }),
    { numRuns: 1_000 },
  )
}, 60_000)
