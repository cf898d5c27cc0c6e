import { z } from 'zod'
import { Refusal, type RefusalCode } from '#app/domain/refusal.ts'

/** The id in a page's address; one that is no id at all is as unknown as a stranger's. */
export function idOf(params: { id?: string | undefined }, code: RefusalCode): string {
  const id = z.uuid().safeParse(params.id)
  if (!id.success) throw new Refusal(code)
  return id.data
}
