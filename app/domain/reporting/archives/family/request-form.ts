import { z } from 'zod'

/** The button that asks for a family's file. */
export const familyForm = z.object({ form_key: z.uuid().optional() })
