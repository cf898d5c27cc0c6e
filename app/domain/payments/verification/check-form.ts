import { z } from 'zod'
import { paperNumber } from '#app/domain/payments/payments/payment-form.ts'

/** Both stand on the paper, whatever the case, the spaces and the dashes with which they are typed. */
export const checkForm = z.object({
  number: paperNumber,
  check_code: z
    .string()
    .max(40)
    .transform((typed) =>
      typed
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, ''),
    )
    .pipe(z.string().length(10, 'verify.code_length')),
})
export type CheckInput = z.output<typeof checkForm>
