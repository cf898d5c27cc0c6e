import { Refusal } from '#app/domain/refusal.ts'

/** Fields that one form may have; the largest of ours, an invoice of fifty lines, has five hundred. */
const mostFields = 2_000
/** `items[2].price`. Of an index with more digits conform would make a list with that many places. */
const fieldName = /^[\w.-]{1,100}(\[\d{0,3}\][\w.-]{0,100}){0,3}$/

/**
 * The fields of a form. Refuses (input.invalid) a body that is no form, more or other fields than any form of ours has,
 * and zero bytes, which no text of the database can hold.
 */
export async function formOf(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => undefined)
  if (!form) throw new Refusal('input.invalid')
  let fields = 0
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : value.name
    if (++fields > mostFields || !fieldName.test(name) || text.includes('\0'))
      throw new Refusal('input.invalid')
  }
  return form
}
