import { paths } from '#app/paths.ts'

/** What a payment was for: the code of its invoice, or of one of several. */
interface Before {
  back: string | null
  several: boolean
}

/**
 * From a payment to what it was to pay. Of several invoices that is the page for who is signed in, since whoever has come by
 * the code of one of them must not get to the others.
 */
export function wayBack({ back, several }: Before): string | null {
  if (several) return paths.basket.choose()
  return back && paths.invoice.status(back)
}

/** The same to pay it again, in the way that was chosen before. */
export function wayAgain({ back, several }: Before, code: string, model: string | null = null): string {
  if (several) return paths.basket.choose(code)
  return back ? paths.payment.submit(back, model ?? undefined) : paths.payment.status(code)
}
