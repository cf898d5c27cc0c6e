import { z } from 'zod'
import { operatorRoles } from '#app/domain/access.ts'
import { email } from '#app/domain/entities/profile.ts'
import { entity } from './entity.ts'
import { id, locale, user } from './parts.ts'

/** `code`: of an operator's second factor, on the main host. */
export const login = z.strictObject({
  email,
  password: z.string().min(1).max(128),
  code: z.string().trim().min(6).max(20).optional(),
})
export const token = z.string().length(43).describe('For the Authorization header: Bearer <token>')
export const signedIn = z.object({ token, user, entity })
export const admin = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(operatorRoles),
  locale,
})
/** On the main host there is no organisation, and who signs in is an operator. */
export const signedInEither = z.union([signedIn, z.object({ token, admin })])
