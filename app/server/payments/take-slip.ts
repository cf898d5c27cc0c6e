import { createHash } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import { countUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { refuseDay } from '#app/domain/payments/payments/record-payment.ts'
import { refuseSlip, submitSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { type SlipInput, slipDays } from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { paths } from '#app/paths.ts'
import { storePaper } from '#app/server/documents/paper.ts'
import { ownFiles } from '#app/server/documents/stored-file.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerOnce, submissionOf } from '#app/server/forms/once.ts'

/** Slips of one invoice, and of one network, in an hour; each takes seconds of the processor at worst. */
const uploads = { invoice: 5, network: 30, seconds: 3_600 } as const

/**
 * Keeps what a family shows of a transfer: a picture drawn anew, a PDF that can do nothing but be read. What is wrong with
 * the words is said before the paper is read. Refuses as submitSlip and storePaper do, and more in an hour than anybody
 * needs (transfer_slip.too_many).
 */
export async function takeSlip(
  args: Pick<ActionFunctionArgs, 'request' | 'context'>,
  code: string,
  { file, form_key: _, ...said }: SlipInput,
): Promise<Response> {
  const { context } = args
  const submission = await submissionOf(args)
  const { today, actor } = context
  refuseDay(said, { today, backdate_days: slipDays })
  await refuseSlip(await context.read(), code)
  const { seconds } = uploads
  const over = await context.write((trx) =>
    countUses(trx, [
      { key: `transfer_slip:${code}`, points: uploads.invoice, seconds },
      { key: visitorKey('transfer_slip', actor.ip), points: uploads.network, seconds },
    ]),
  )
  if (over) throw new Refusal('transfer_slip.too_many')
  await context.releaseConnection()
  const hash = createHash('sha256')
    .update(Buffer.from(await file.arrayBuffer()))
    .digest('hex')
  const paper = await storePaper(context, file, 'file')
  let named = false
  try {
    return await context.write((trx) =>
      answerOnce(trx, submission, async () => {
        await submitSlip(trx, actor, code, said, { ...paper, hash }, today)
        named = true
        return redirectWith(paths.payment.slip(code), 'transfer_slip_requested')
      }),
    )
  } catch (error) {
    named = false
    throw error
  } finally {
    // A form that is sent twice has its paper already.
    if (!named) await ownFiles(context).remove(paper.storage_key)
  }
}
