import { z } from 'zod'

/** A code of the app or a recovery code, as it was typed. */
const code = z.string().trim().min(1).max(40)

/** The second step of signing in. */
export const codeForm = z.object({ code, to: z.string().max(2000).optional() })

/** Setting it up: the sealed secret that the page offered, and a code of the app that took it. */
export const setUpForm = z.object({ code, offer: z.string().min(1).max(500) })
