import { describe, expect, test } from 'vitest'
import { composedText } from './compose.ts'
import { planDeliveries } from './plan-deliveries.ts'

const school = { name: 'Sinar', nametag: 'Sinar', origin: 'https://sinar.lunas.test' }
const texts = {
  ...{ title_en: 'To {parent}', body_en: '{parent}\n\n**{student}** of {class}', sms_en: 'Dear {parent}' },
  ...{ title_my: null, body_my: null, sms_my: null },
}
const composed = (parent: string, student = 'Ali', kind = 'Mewarna') =>
  composedText(
    texts,
    ['inapp', 'sms', 'whatsapp'],
    { name: parent, locale: 'en', facts: { students: [student], classes: [kind] } },
    school,
  )

describe('a name is never read as a mark of the text', () => {
  test.each([
    'https://jahat.example/bayar',
    '[bayar](https://jahat.example)',
    '[x](javascript:alert(1))',
    '<script>alert(1)</script>',
    '**tebal**',
    '{amount} {link}',
    '- satu',
  ])('%s', (name) => {
    const { html } = composed(name, name, name)
    expect(html).not.toMatch(/<a|<script|<ul/)
    expect(html.match(/<strong>/g)).toHaveLength(1)
  })

  test('and a break in it does not break a title', () => {
    expect(composed('Ali\r\nBcc: semua@jahat.example').subject).not.toMatch(/[\r\n]/)
  })
})

test.each(['wa.me/123', 'hubungi 0123456789', 'jahat.com'])(
  'an SMS with the name %s does not leave',
  (name) => {
    const recipient = {
      ...{ parent_id: 'p', user_id: null, name, locale: 'en' as const, email: null, phone: '+60123456789' },
      ...{ facts: {}, opted_out: [], duplicate: [] },
    }
    const [planned] = planDeliveries({ ...texts, channels: ['sms'] }, [recipient], {
      ...school,
      ownServer: false,
      mailsBefore: 0,
    })
    expect(planned!.deliveries).toEqual([
      { channel: 'sms', address: '+60123456789', credits: 0, suppressed: 'not_allowed' },
    ])
  },
)
