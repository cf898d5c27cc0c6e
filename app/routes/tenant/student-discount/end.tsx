import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { studentDiscount } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { endDiscount } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { endDiscountForm } from '#app/domain/people/student-discounts/student-discount.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'student_discount.remove', title: 'student_discount.end' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student_discount')
  const row = await studentDiscount(await context.read(), context.scope('student_discount.remove'), id)
  const { student, discount, starts_on, ends_on, status, version } = row
  return { row: { id, student, discount, starts_on, ends_on, status, version }, today: context.today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, endDiscountForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student_discount')
    const scope = context.scope('student_discount.remove')
    const { student: name, discount } = await endDiscount(trx, actor, scope, id, input, today)
    return redirectWith(paths.student_discount.view(id), 'student_discount_ended', { name, discount })
  })

export default function EndStudentDiscount() {
  const { row, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(endDiscountForm, useActionData<typeof action>(), { ends_on: today })
  return (
    <EditPage
      title={t('student_discount.end_of', { name: row.student, discount: row.discount })}
      back={{ label: row.discount, href: paths.student_discount.view(row.id) }}
      form={form}
      noun="student_discount"
      submit={t('student_discount.end')}
      look="danger"
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('student_discount.status'), value: t(`common.status.${row.status}`) },
          { label: t('student_discount.ends_on'), value: row.ends_on && formatDate(row.ends_on, locale) },
        ]}
        field={fields.version}
        version={row.version}
      />
      <DateField
        of={fields.ends_on}
        label={t('student_discount.ends_on')}
        hint={t('student_discount.end_hint')}
        min={row.starts_on}
      />
      <TextField of={fields.reason} label={t('student_discount.end_reason')} autoComplete="off" />
    </EditPage>
  )
}
