import { z } from 'zod'
import { Refusal, type RefusalCode } from '#app/domain/refusal.ts'

/** `category`, or `log/audit`. */
export function listName(params: { name?: string | undefined; log?: string | undefined }): string {
  return params.log === undefined ? (params.name ?? '') : `log/${params.log}`
}

/** One that is no id at all is as unknown as a stranger's. */
export function idOf(params: { id?: string | undefined }, code: RefusalCode): string {
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw new Refusal(code)
  return id.data
}
