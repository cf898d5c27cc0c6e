import type { Actor } from '#app/domain/core/actor.ts'
import { paths } from '#app/paths.ts'

/** What a payment was for: the code of its invoice, or of one of several. */
interface Before {
  back: string | null
  several: boolean
  outcome?: string
}

/** Whether somebody has invoices of their own to choose from, or may have once they have signed in; staff never have. */
export const mayChoose = ({ type, parent_id }: Actor): boolean => type === 'guest' || parent_id !== null

/**
 * From a payment to what it was to pay. Of several invoices that is a page for who is signed in, since whoever has come by
 * the code of one of them must not get to the others; once paid, a parent goes to their first page.
 */
export function wayBack({ back, several, outcome }: Before, actor: Actor): string | null {
  if (outcome === 'paid' && actor.parent_id !== null) return paths.dashboard()
  if (several && outcome === 'paid') return null
  if (several) return mayChoose(actor) ? paths.basket() : null
  return back && paths.invoice.status(back)
}

/** The same to pay it again, in the way that was chosen before. */
export function wayAgain(
  { back, several }: Before,
  actor: Actor,
  code: string,
  model: string | null = null,
): string {
  if (several && mayChoose(actor)) return paths.basket({ again: code })
  return back && !several ? paths.payment.submit(back, model ?? undefined) : paths.payment.status(code)
}
