import { z } from 'zod'
import { isSecretField, withoutMarks } from '#app/domain/core/invisible.ts'
import { Refusal } from '#app/domain/core/refusal.ts'

/** The largest form of ours, an invoice of fifty lines, has five hundred. */
export const mostFields = 2_000
/** `items[2].price`. Of an index with more digits conform would make a list with that many places. */
const fieldName = /^[\w.-]{1,100}(\[\d{0,3}\][\w.-]{0,100}){0,3}$/

/** What conform's buttons say: add or remove a line. It would fail on anything else, or make a list of any length. */
const intent = z.object({
  type: z.enum(['insert', 'remove', 'reorder', 'update', 'reset', 'validate']),
  payload: z.object({
    name: z.string().regex(fieldName).optional(),
    index: z.int().min(0).max(999).optional(),
  }),
})

const forms = new WeakMap<Request, Promise<FormData>>()

/**
 * The form of a request, read once however often it is asked for. Refuses (input.invalid) a body that is no form, more or
 * other fields than any form of ours has, and zero bytes, which no text of the database can hold. Invisible marks that were copied
 * along are left out of every field but passwords and keys.
 */
export function formOf(request: Request): Promise<FormData> {
  const read = forms.get(request) ?? readForm(request)
  forms.set(request, read)
  return read
}

async function readForm(request: Request): Promise<FormData> {
  const sent = await request.formData().catch(() => undefined)
  if (!sent) throw new Refusal('input.invalid')
  const form = new FormData()
  let fields = 0
  for (const [name, value] of sent) {
    const text = typeof value === 'string' ? value : value.name
    if (++fields > mostFields || !fieldName.test(name) || text.includes('\0'))
      throw new Refusal('input.invalid')
    form.append(name, typeof value === 'string' && !isSecretField(name) ? withoutMarks(value) : value)
  }
  refuseOddIntent(form)
  return form
}

/** Our pages send no state of conform's, and no intent but those of its buttons. */
function refuseOddIntent(form: FormData) {
  const said = form.getAll('__intent__')
  if (said.length === 0 && !form.has('__state__')) return
  const text = said[0]
  if (form.has('__state__') || said.length > 1 || typeof text !== 'string' || !isIntent(text)) {
    throw new Refusal('input.invalid')
  }
}

function isIntent(text: string): boolean {
  try {
    return text === '' || intent.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}
