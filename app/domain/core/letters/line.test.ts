import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { composed } from '#app/integrations/mail/message.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { lineOf } from './line.ts'

describe('one line of what somebody typed', () => {
  test.each([
    ['Encik Razak bin Abdullah', 'Encik Razak bin Abdullah'],
    ['  Siti \t Nurhaliza\r\n', 'Siti Nurhaliza'],
    ['Ali\r\nBcc: v@x.test', 'Ali Bcc: v@x.test'],
    ['Ali\u2028Bcc: v@x.test', 'Ali Bcc: v@x.test'],
    ['=?utf-8?q?=0d=0a?=', '= ?utf-8?q?=0d=0a?='],
    ['\u202egnal\u200b', 'gnal'],
    ['陈伟明', '陈伟明'],
    ['\0\x07', ''],
  ])('%j', (typed, line) => {
    expect(lineOf(typed)).toBe(line)
  })

  test('is cut between letters, not inside one', () => {
    expect(lineOf('😀😀😀😀', 3)).toBe('😀😀…')
    expect(lineOf('a'.repeat(100))).toHaveLength(100)
    expect(lineOf('a'.repeat(101))).toBe(`${'a'.repeat(99)}…`)
  })
})

test('as name and subject it is always taken, and makes no header of its own', async () => {
  const paper = createTransport({ streamTransport: true, buffer: true })
  const written = async (name: string, subject: string) => {
    const from = { name: lineOf(name), address: 'no-reply@lunas.test' }
    const mail = composed(from, {
      id: 'job-1',
      to: { name: lineOf(name), address: 'a@b.test' },
      subject: `Resit ${lineOf(subject, 200)}`,
      text: 'x',
    })
    const { message, envelope } = await paper.sendMail(mail)
    const { headers } = await PostalMime.parse(message as Buffer)
    return { headers: headers.map(({ key }) => key), envelope }
  }
  const usual = await written('Ali', 'RCP-1')
  const tricks = fc.constantFrom(
    '\r\nBcc: v@x.test',
    '=?utf-8?B?DQo=?=',
    '"; x',
    '<v@x.test>',
    ', v@x.test',
    '\0',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.tuple(fc.string(), tricks, fc.string(), tricks).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (name, subject) => {
      expect(await written(name, subject)).toEqual(usual)
    }),
    { numRuns: soaking ? 1_000 : 150 },
  )
})
