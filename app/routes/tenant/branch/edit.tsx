import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchForm } from '#app/domain/branches/branch-form.ts'
import { createBranch, editBranch } from '#app/domain/branches/change-branch.server.ts'
import { branch } from '#app/domain/branches/find-branches.server.ts'
import { addressLine } from '#app/domain/contact/address.ts'
import { states } from '#app/domain/contact/malaysia.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField } from '#app/ui/form/CheckboxField.tsx'
import { FieldRow, Fieldset } from '#app/ui/form/Fieldset.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed branch, and with branch.new.tsx of a new one: its address has no id. */
export const handle = { access: 'branch.edit', title: 'branch.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!params.id) return { row: undefined, form_key: newId() }
  const scope = context.scope('branch.edit')
  return {
    row: await branch(await context.read(), scope, idOf(params, 'not_found.branch')),
    form_key: undefined,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, branchForm, async ({ trx, actor }, input) => {
    if (!args.params.id) {
      const id = await createBranch(trx, actor, input)
      return redirectWith(paths.branch.view(id), 'branch_created', { name: input.name })
    }
    const id = idOf(args.params, 'not_found.branch')
    await editBranch(trx, actor, id, input.version ?? 0, input)
    return redirectWith(paths.branch.view(id), 'branch_saved', { name: input.name })
  })

export default function EditBranch() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(branchForm, lastResult, row ?? { form_key })
  const back = row
    ? { label: row.name, href: paths.branch.view(row.id) }
    : { label: t('branch.plural'), href: paths.branch.list() }
  return (
    <EditPage
      title={row ? t('branch.edit') : t('branch.new')}
      back={back}
      cancel={back.href}
      form={form}
      noun="branch"
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true && row !== undefined}
        items={[
          { label: t('branch.code'), value: row?.code },
          { label: t('branch.name'), value: row?.name },
          { label: t('branch.is_hq'), value: t(row?.is_hq ? 'common.yes' : 'common.no') },
          { label: t('branch.phone'), value: row?.phone },
          { label: t('branch.email'), value: row?.email },
          { label: t('branch.address'), value: row && addressLine(row), wide: true },
        ]}
        field={fields.version}
        version={row?.version}
      />
      <TextField of={fields.code} label={t('branch.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('branch.name')} />
      <CheckboxField of={fields.is_hq} label={t('branch.is_hq')} hint={t('branch.is_hq_hint')} />
      <FieldRow>
        <TextField of={fields.phone} label={t('branch.phone')} type="tel" autoComplete="off" />
        <TextField of={fields.email} label={t('branch.email')} type="email" autoComplete="off" />
      </FieldRow>
      <Fieldset legend={t('branch.address')} hint={t('branch.address_hint')}>
        <TextField of={fields.address_line1} label={t('branch.address_line1')} />
        <TextField of={fields.address_line2} label={t('branch.address_line2')} />
        <TextField of={fields.address_line3} label={t('branch.address_line3')} />
        <FieldRow>
          <TextField
            of={fields.postcode}
            label={t('branch.postcode')}
            width="short"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField of={fields.city} label={t('branch.city')} />
        </FieldRow>
        <SelectField
          of={fields.state}
          label={t('branch.state')}
          options={states.map((state) => ({ value: state, label: state }))}
        />
      </Fieldset>
      {form_key ? <HiddenField of={fields.form_key} /> : null}
    </EditPage>
  )
}
