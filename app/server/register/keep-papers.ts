import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal, statusOf } from '#app/domain/core/refusal.ts'
import type { Draft } from '#app/domain/enrolment/online-registration/draft.ts'
import { addFile, type Paper } from '#app/domain/enrolment/online-registration/papers.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { errorOf } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Files of one family, and of one network, in an hour; each takes seconds of the processor at worst. */
const uploads = { draft: 60, network: 200, seconds: 3_600 } as const
/** The name of the field of a paper on its page. */
export const paperKey = ({ kind, question, place }: Pick<Paper, 'question' | 'place'> & { kind: string }) =>
  [kind, question, place].filter(Boolean).join('-')

/**
 * Keeps every file of a form that is one of these papers, one after the other; a wrong one keeps none of the others from being
 * kept. Returns the codes of what was refused, by the field of the paper, and the status of the first.
 */
export async function keepPapers(
  context: RequestContext,
  draft: Draft,
  papers: readonly Paper[],
  form: FormData,
): Promise<{ errors: Record<string, string[]>; status: number }> {
  const errors: Record<string, string[]> = {}
  let status = 200
  for (const paper of papers) {
    const sent = form.get(paperKey(paper))
    if (!(sent instanceof File) || (sent.size === 0 && sent.name === '')) continue
    try {
      await keepPaper(context, draft, paper, sent)
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal) throw error
      errors[paperKey(paper)] = [errorOf(refusal.code, refusal.values)]
      if (status === 200) status = statusOf(refusal.code)
    }
  }
  return { errors, status }
}

/**
 * Keeps a file as one paper of a draft: a picture drawn anew, a PDF that can do nothing but be read. The new file is there
 * before the draft names it, and the one whose place it takes goes after. Refuses, at the field of the paper, file.choose, what storePaper
 * refuses, too_many_requests and register.too_many_files.
 */
async function keepPaper(context: RequestContext, draft: Draft, paper: Paper, sent: File): Promise<void> {
  const field = paperKey(paper)
  if (sent.size === 0) throw new Refusal('file.choose', field)
  const over = await context.write((trx) =>
    countUses(trx, [
      { key: `registration.upload:${draft.id}`, points: uploads.draft, seconds: uploads.seconds },
      {
        key: visitorKey('registration.upload', context.actor.ip),
        points: uploads.network,
        seconds: uploads.seconds,
      },
    ]),
  )
  if (over) throw new Refusal('too_many_requests', field)
  await context.releaseConnection()
  const file = await storePaper(context, sent, field)
  const before = await context
    .write((trx) => addFile(trx, draft, paper, file))
    .catch(async (error) => {
      await ownFiles(context).remove(file.storage_key)
      throw error
    })
  if (before) await ownFiles(context).remove(before)
}
