import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { states } from '#app/domain/core/contact/address.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { createHoliday, editHoliday } from '#app/domain/core/holidays/change-holiday.ts'
import { holiday } from '#app/domain/core/holidays/find-holidays.ts'
import { holidayForm } from '#app/domain/core/holidays/holiday.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CheckboxField, DateField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed holiday, and with holiday/new.tsx of a new one: its address has no id. */
export const handle = { access: 'admin.holiday.edit', title: 'holiday.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!params.id) return { row: undefined }
  return { row: await holiday(await context.read(), idOf(params, 'not_found.holiday')) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, holidayForm, async ({ trx, actor }, input) => {
    const { name } = input
    if (!args.params.id) {
      const { id } = await createHoliday(trx, actor, input)
      return redirectWith(paths.admin.holiday.view(id), 'holiday_saved', { name })
    }
    const id = idOf(args.params, 'not_found.holiday')
    await editHoliday(trx, actor, id, input.version ?? 0, input)
    return redirectWith(paths.admin.holiday.view(id), 'holiday_saved', { name })
  })

export default function EditHoliday() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(holidayForm, useActionData<typeof action>(), row)
  const back = row
    ? { label: row.name, href: paths.admin.holiday.view(row.id) }
    : { label: t('holiday.plural'), href: paths.admin.holiday.list() }
  return (
    <EditPage
      title={t(row ? 'holiday.edit' : 'holiday.new')}
      subtitle={t('holiday.subtitle')}
      back={back}
      form={form}
      noun="holiday"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('holiday.name'), value: row?.name },
          { label: t('holiday.closed_on'), value: row && formatDate(row.closed_on, locale) },
          { label: t('holiday.state'), value: row?.state ?? t('holiday.everywhere') },
          { label: t('holiday.yearly'), value: t(`holiday.repeats.${row?.yearly ? 'yearly' : 'once'}`) },
        ]}
        field={fields.version}
        version={row?.version}
      />
      <TextField of={fields.name} label={t('holiday.name')} />
      <DateField of={fields.closed_on} label={t('holiday.closed_on')} />
      <CheckboxField of={fields.yearly} label={t('holiday.yearly_box')} hint={t('holiday.yearly_hint')} />
      <SelectField
        of={fields.state}
        label={t('holiday.state')}
        blank={t('holiday.everywhere')}
        options={states.map((state) => ({ value: state, label: state }))}
      />
    </EditPage>
  )
}
