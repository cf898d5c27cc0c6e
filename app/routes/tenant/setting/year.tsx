import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { yearForm } from '#app/domain/organisation/entities/entity-form.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { monthNames } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingEditPage } from '#app/ui/organisation/setting/SettingPage.tsx'

/** In which month the year begins, by which yearly, half-yearly and quarterly fees are billed. */
export const handle = { access: 'entity.edit', title: 'setting.year.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await entityProfile(await context.read(), tenantOf(context).id)
  return { academic_year_start_month: row.academic_year_start_month, version: row.version }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, yearForm, async ({ trx, actor, context }, { version, ...profile }) => {
    const { id } = tenantOf(context)
    await editEntity(trx, actor, { id, version, ring: context.services.ring }, { profile })
    return redirectWith(paths.setting.index(), 'year_saved')
  })

export default function YearSetting() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(yearForm, useActionData<typeof action>(), row)
  return (
    <SettingEditPage name="year" form={form}>
      <SelectField
        of={fields.academic_year_start_month}
        label={t('setting.year.month')}
        hint={t('setting.year.month_hint')}
        options={monthNames(locale).map((label, at) => ({ value: String(at + 1), label }))}
        blank={false}
        width="short"
      />
      <HiddenField of={fields.version} />
    </SettingEditPage>
  )
}
