import { countUse } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { AppointmentInput } from '#app/domain/zakat-appointments/appointment-form.ts'
import { askAppointment } from '#app/domain/zakat-appointments/ask.server.ts'
import { zakatType } from '#app/domain/zakat-types/find-zakat-types.server.ts'
import { environment } from '#app/environment.ts'
import { filesOf } from '#app/integrations/files/files.ts'
import { download } from '#app/server/documents/list-files.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Letters that one account may hand in within an hour; each takes seconds of the processor at worst. */
const uploads = { points: 20, seconds: 3_600 }

/**
 * Lays a letter before the operator: a picture drawn anew, a PDF that can do nothing but be read. The file is there before
 * the row that names it, and goes if there is none. Refuses not_found.zakat_type, input.required, and what storePaper and
 * askAppointment refuse.
 */
export async function keepLetter(
  context: RequestContext,
  zakat_type_id: string,
  input: AppointmentInput,
): Promise<string> {
  const { letter } = input
  await zakatType(await context.read(), context.scope('zakat_type.edit'), zakat_type_id)
  if (!letter || letter.size === 0) throw new Refusal('input.required', 'letter')
  const { allowed } = await context.write((trx) => countUse(trx, `zakat.letter:${context.actor.id}`, uploads))
  if (!allowed) throw new Refusal('too_many_requests', 'letter')
  await context.rest()
  const { storage_key, contentType: content_type, bytes } = await storePaper(context, letter, 'letter')
  const kept = { storage_key, content_type, size_bytes: bytes.byteLength }
  return context
    .write((trx) => askAppointment(trx, context.actor, zakat_type_id, input, kept, context.today))
    .catch(async (error) => {
      await ownFiles(context).remove(storage_key)
      throw error
    })
}

/** Whether the file of a letter is where it was put; a page offers no link that leads nowhere. */
export const hasLetter = (schema: string, key: string) => filesOf(environment, schema).exists(key)

interface Letter {
  letter_key: string
  letter_type: string
  letter_bytes: number
}

/** The letter itself, to be kept and opened; `schema`: in whose store it lies. */
export async function letterAnswer(
  context: RequestContext,
  schema: string,
  { letter_key, letter_type, letter_bytes }: Letter,
): Promise<Response> {
  await context.rest()
  const content = await filesOf(environment, schema)
    .stream(letter_key)
    .catch((error: Error) => {
      if (error.name !== 'FileMissing') throw error
      const { requestId, services } = context
      services.log.error({ requestId, file: letter_key }, 'the letter of an authority is gone')
      throw new Refusal('not_found.document')
    })
  const extension = letter_type === 'application/pdf' ? 'pdf' : 'jpg'
  return download(content, `letter.${extension}`, letter_type, letter_bytes)
}
