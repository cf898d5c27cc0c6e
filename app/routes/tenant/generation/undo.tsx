import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { startUndo } from '#app/domain/billing/generations/change-generation.ts'
import { undoForm } from '#app/domain/billing/generations/generation.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { generationPage } from '#app/server/generations/generation-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StayingInvoices } from '#app/ui/billing/generation/GenerationView.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Undoes a run; the invoices that would remain are listed before and after. */
export const handle = { access: 'generation.undo', title: 'generation.undo' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { record, stay, inReach } = await generationPage(context, idOf(params, 'not_found.generation'))
  if (!inReach) throw new Refusal('action_not_allowed')
  return { record, stay }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, undoForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.generation')
    await startUndo(trx, actor, context.scope('generation.undo'), { id, ...input })
    return redirect(paths.generation.view(id))
  })

export default function UndoGeneration() {
  const { record, stay } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(undoForm, useActionData<typeof action>())
  const month = formatMonth(record.month, locale)
  const count = stay?.undoable ?? 0
  return (
    <EditPage
      title={t('generation.undo')}
      subtitle={t('generation.run_of', { month })}
      back={{ label: t('generation.run_of', { month }), href: paths.generation.view(record.id) }}
      form={form}
      noun="generation"
      keep={t('generation.undo_keep')}
      submit={t('generation.undo_confirm', { count, invoices: formatCount(count) })}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('generation.status'), value: t(`generation.statuses.${record.status}`) }]}
        field={fields.version}
        version={record.version}
      />
      <Notice tone="warning">
        <p>{t('generation.undo_text', { count, invoices: formatCount(count) })}</p>
      </Notice>
      <StayingInvoices stay={stay} generation={record.id} />
      <TextArea
        of={fields.reason}
        label={t('generation.undo_reason')}
        hint={t('invoice.reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
