import { expect, test } from 'vitest'
import { mailtoOf, telOf } from './links.ts'

test.each([
  ['+60123456789', 'tel:+60123456789'],
  ['03-4100 1234', 'tel:0341001234'],
])('a telephone dials %s', (phone, link) => expect(telOf(phone)).toBe(link))

test.each([
  ['office@school.test', 'mailto:office@school.test'],
  ['a+b@school.test', 'mailto:a%2Bb@school.test'],
  ['a?bcc=x&y@school.test', 'mailto:a%3Fbcc%3Dx%26y@school.test'],
])('a mail goes to %s and nowhere else', (email, link) => expect(mailtoOf(email)).toBe(link))
