import { z } from 'zod'

/** Signing in by e-mail; the same on both kinds of host. */
export const signInForm = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  password: z.string().min(1).max(128),
  to: z.string().max(2000).optional(),
})
/** "Confirm it is you": the password, where to go on to, and the sealed form that was on its way there. */
export const confirmForm = z.object({
  password: z.string().min(1).max(128),
  to: z.string().max(2000).optional(),
  kept_form: z.string().max(1_000_000).optional(),
})

export type SignIn = z.output<typeof signInForm>
