import { z } from 'zod'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { email, version } from '#app/domain/core/fields.ts'
import { openingHours } from './profile.ts'

/** How an organisation is reached, as its own people type it. */
export const contactForm = z.object({
  contact_phone: malaysianPhone,
  contact_email: email,
  opening_hours: openingHours.optional(),
  version,
})
