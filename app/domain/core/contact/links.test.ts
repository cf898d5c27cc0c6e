import { expect, test } from 'vitest'
import { mailtoOf, telOf, whatsAppLink } from './links.ts'

test.each([
  ['+60123456789', 'tel:+60123456789'],
  ['03-4100 1234', 'tel:0341001234'],
])('a telephone dials %s', (phone, link) => expect(telOf(phone)).toBe(link))

test.each([
  ['office@school.test', 'mailto:office@school.test'],
  ['a+b@school.test', 'mailto:a%2Bb@school.test'],
  ['a?bcc=x&y@school.test', 'mailto:a%3Fbcc%3Dx%26y@school.test'],
])('a mail goes to %s and nowhere else', (email, link) => expect(mailtoOf(email)).toBe(link))

test('a mail is written already, and goes nowhere else', () => {
  expect(mailtoOf('office@school.test', { subject: 'Ansuran', body: 'RM1 & lagi?cc=x' })).toBe(
    'mailto:office@school.test?subject=Ansuran&body=RM1%20%26%20lagi%3Fcc%3Dx',
  )
})

test('a message for a mobile number is written and addressed', () => {
  expect(whatsAppLink('+60123456789', 'Invois & resit: RM1\nhttps://a.test/x?y=1')).toBe(
    'https://wa.me/60123456789?text=Invois%20%26%20resit%3A%20RM1%0Ahttps%3A%2F%2Fa.test%2Fx%3Fy%3D1',
  )
})

test.each([['+60355100000'], ['+6591234567'], [null]])(
  '%s cannot get WhatsApp, so the sender chooses',
  (phone) => {
    expect(whatsAppLink(phone, 'x')).toBe('https://wa.me/?text=x')
  },
)
