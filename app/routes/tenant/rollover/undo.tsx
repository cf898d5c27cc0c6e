import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { startUndo } from '#app/domain/enrolment/rollovers/change-rollover.ts'
import { rolloverFor } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { undoForm } from '#app/domain/enrolment/rollovers/rollover.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Puts a year back; what cannot be put back is named afterwards. */
export const handle = { access: 'rollover.manage', title: 'rollover.undo' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) => ({
  row: await rolloverFor(await context.read(), idOf(params, 'not_found.rollover')),
})

export const action = (args: ActionFunctionArgs) =>
  submit(args, undoForm, async ({ trx, actor }, input) => {
    const id = idOf(args.params, 'not_found.rollover')
    await startUndo(trx, actor, { id, ...input })
    return redirect(paths.rollover.view(id))
  })

export default function UndoRollover() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(undoForm, useActionData<typeof action>())
  return (
    <EditPage
      title={t('rollover.undo')}
      subtitle={row.name}
      back={{ label: row.name, href: paths.rollover.view(row.id) }}
      form={form}
      noun="rollover"
      keep={t('rollover.undo_keep')}
      submit={t('rollover.undo_confirm')}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[{ label: t('rollover.status'), value: t(`rollover.statuses.${row.status}`) }]}
        field={fields.version}
        version={row.version}
      />
      <Notice tone="warning">
        <p>{t('rollover.undo_text')}</p>
      </Notice>
      <TextArea
        of={fields.reason}
        label={t('rollover.undo_reason')}
        hint={t('invoice.reason_hint')}
        rows={3}
      />
    </EditPage>
  )
}
