import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { formErrorMap } from '#app/domain/core/form-errors.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  bankFile,
  columnField,
  layoutForm,
  layoutOf,
  repeatedColumn,
  sampleRows,
} from '#app/domain/platform/payouts/bank-file.ts'
import { ownLayout, saveLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { formOf } from '#app/server/forms/form-data.ts'
import { submit } from '#app/server/forms/submit.ts'

/** Keeps a layout of the bank's file, a new one unless it has an id, or shows what a file in it would say. */
export async function submitLayout(args: ActionFunctionArgs, id?: string) {
  const form = await formOf(args.request)
  const submission = parseWithZod(form, { schema: layoutForm, error: formErrorMap })
  if (submission.status === 'success' && submission.value.intent === 'preview')
    return data({ ...submission.reply(), sample: bankFile(sampleRows, layoutOf(submission.value)) })
  return submit(args, layoutForm, async ({ trx, actor }, input) => {
    if (id !== undefined) await ownLayout(trx, id)
    const again = repeatedColumn(input)
    if (again) throw new Refusal('payout.column_twice', columnField(again))
    const layout = layoutOf(input)
    await saveLayout(trx, actor, { id: id ?? input.layout_id ?? '', seen: input.seen, layout })
    return redirectWith(paths.admin.payoutLayout.list(), 'payout_layout_kept', { name: layout.name })
  })
}
