import { z } from 'zod'
import { monthName } from '#app/domain/accounting/months/month.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'

/** The name of the list that an address has: `category`, `log/audit`, `report/collection`, `report/invoice/invoiceGenerationLog`. */
export function listName({
  name,
  log,
  group,
  report,
}: Partial<Record<'name' | 'log' | 'group' | 'report', string | undefined>>): string {
  if (report !== undefined) return group === undefined ? `report/${report}` : `report/${group}/${report}`
  return log === undefined ? (name ?? '') : `log/${log}`
}

/** The id in the address. Refuses text that is no id as it refuses an unknown one, with `code`. */
export function idOf(params: { id?: string | undefined }, code: RefusalCode): string {
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw new Refusal(code)
  return id.data
}

/** The list that is printed at the address of a request, with the same search. */
export function listAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\/print$/, '') + search
}

/** A month as addresses name it, such as `2026-01`. */
export function monthParam(params: { month?: string | undefined }): string {
  const month = monthName.safeParse(params.month)
  if (!month.success) throw new Refusal('not_found.month')
  return month.data
}
