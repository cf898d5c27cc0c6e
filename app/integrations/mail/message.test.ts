import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { soaking } from '#tests/support/run/soak.ts'
import { composed, isMailAddress, type MailMessage } from './message.ts'
import { headerOf } from './sandbox/email.ts'

const from = { name: 'Tadika Bintang', address: 'no-reply@lunas.test' }
const to = { name: 'Nurul', address: 'nurul@example.test' }
const message: MailMessage = { id: 'job-1', to, subject: 'Resit', text: 'Terima kasih.' }
const paper = createTransport({ streamTransport: true, buffer: true })

async function written(parts: Partial<MailMessage>, sender = from) {
  const { envelope, message: source } = await paper.sendMail(composed(sender, { ...message, ...parts }))
  return { envelope, email: await PostalMime.parse(source as Buffer) }
}

test('whatever is in names and subjects, a mail has exactly the headers and recipients that we gave it', async () => {
  const expected = (await written({})).email.headers.map(({ key }) => key)
  const tricks = fc.constantFrom(
    '\r\nBcc: v@x.test',
    '=?utf-8?B?DQpCY2M6IHg=?=',
    '"; x',
    '<a@b.test>',
    ', b@c.test',
    '\u2028X: y',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    tricks,
    fc.tuple(fc.string(), tricks, fc.string()).map((parts) => parts.join('')),
  )
  let sent = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(text, text, text, async (subject, recipient, sender) => {
      const writing = written(
        { subject: `s${subject}`, to: { ...to, name: recipient } },
        { ...from, name: sender },
      )
      const result = await writing.catch((error) => {
        expect(error).toMatchObject({ name: 'MailError', failure: 'invalid', permanent: true })
      })
      if (!result) {
        refused += 1
        return
      }
      sent += 1
      expect(result.email.headers.map(({ key }) => key)).toEqual(expected)
      expect(result.envelope).toEqual({ from: from.address, to: [to.address] })
      expect(headerOf(result.email, 'to')).toContain(to.address)
    }),
    { numRuns: soaking ? 1_000 : 150 },
  )
  expect(Math.min(sent, refused)).toBeGreaterThan(soaking ? 100 : 15)
})

test.each(['a@b.test', "o'neil+fees@sekolah-1.example.test", 'A_b.c@x.test'])('%s is an address', (text) => {
  expect(isMailAddress(text)).toBe(true)
})
test.each([
  '',
  'a',
  '@b',
  'a@',
  'a b@c.test',
  'a@b..test',
  'a@-b.test',
  'a@b.test\n',
  'a,b@c.test',
  '"a"@b.test',
  'é@b.test',
  `${'a'.repeat(65)}@b.test`,
])('%j is none', (text) => {
  expect(isMailAddress(text)).toBe(false)
})
