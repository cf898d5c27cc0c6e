import { z } from 'zod'

/** Signing in by e-mail; the same on both kinds of host. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  password: z.string().min(1).max(128),
  to: z.string().max(2000).optional(),
})
export type SignIn = z.output<typeof signInForm>
