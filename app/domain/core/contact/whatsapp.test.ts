import { expect, test } from 'vitest'
import { whatsAppLink } from './whatsapp.ts'

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
