import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { createClosure, editClosure } from '#app/domain/classes/closures/change-closure.ts'
import { closureForm } from '#app/domain/classes/closures/closure.ts'
import { closure, mayChangeClosure } from '#app/domain/classes/closures/find-closures.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { DateField, HiddenField, optionsOf, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed closure, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'attendance.remove', title: 'closure.edit' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const scope = context.scope('attendance.remove')
  const row = params.id ? await closure(db, scope, idOf(params, 'not_found.closure')) : undefined
  if (row && !mayChangeClosure(scope, row.branch_id)) throw new Refusal('not_found.closure')
  return {
    row,
    form_key: row ? undefined : newId(),
    branches: await branchOptions(db, row?.branch_id ?? undefined, scope),
    everyBranch: scope.scope === 'all',
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, closureForm, async ({ trx, actor, context, today }, input) => {
    const scope = context.scope('attendance.remove')
    const { name } = input
    if (!args.params.id) {
      const { id, cancelled } = await createClosure(trx, actor, scope, input, today)
      return redirectWith(paths.closure.view(id), 'closure_saved', { name, count: cancelled })
    }
    const id = idOf(args.params, 'not_found.closure')
    const { cancelled } = await editClosure(trx, actor, scope, id, input, today)
    return redirectWith(paths.closure.view(id), 'closure_saved', { name, count: cancelled })
  })

export default function EditClosure() {
  const { row, form_key, branches, everyBranch } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(closureForm, answer, row)
  const [taken] = foundBy<{ count: number }>(answer)
  const back = row
    ? { label: row.name, href: paths.closure.view(row.id) }
    : { label: t('closure.plural'), href: paths.closure.list() }
  return (
    <EditPage
      title={t(row ? 'closure.edit' : 'closure.new')}
      subtitle={t('closure.subtitle')}
      back={back}
      form={form}
      noun="closure"
      {...(taken && taken.count > 0 ? { submit: t('closure.confirm'), look: 'danger' } : {})}
    >
      {form_key && <HiddenField of={fields.form_key} value={fields.form_key.initialValue ?? form_key} />}
      <CurrentValues
        form={form}
        items={[
          { label: t('closure.name'), value: row?.name },
          { label: t('closure.starts_on'), value: row && formatDate(row.starts_on, locale) },
          { label: t('closure.ends_on'), value: row && formatDate(row.ends_on, locale) },
          { label: t('closure.branch_id'), value: row && (row.branch ?? t('closure.every_branch')) },
        ]}
        field={fields.version}
        version={row?.version}
      />
      {taken && taken.count > 0 && (
        <Notice tone="warning" title={t('closure.preview', { count: taken.count })}>
          <p>{t('closure.preview_text')}</p>
        </Notice>
      )}
      {/* What the page says now, not what it said when it was sent. */}
      <HiddenField of={fields.sessions} value={String(taken?.count ?? 0)} />
      <TextField
        of={fields.name}
        label={t('closure.name')}
        hint={t('closure.name_hint')}
        autoComplete="off"
      />
      <DateField of={fields.starts_on} label={t('closure.starts_on')} autoComplete="off" />
      <DateField of={fields.ends_on} label={t('closure.ends_on')} autoComplete="off" />
      <SelectField
        of={fields.branch_id}
        label={t('closure.branch_id')}
        blank={everyBranch ? t('closure.every_branch') : t('common.choose')}
        options={optionsOf(branches)}
      />
    </EditPage>
  )
}
