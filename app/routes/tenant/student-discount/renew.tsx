import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { studentDiscount } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { isRenewable, nextDays, renewDiscount } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { renewForm } from '#app/domain/people/student-discounts/student-discount.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstScope } from '#app/server/request/first-scope.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** Gives a student the same discount for the time after its end, or asks for it. */
export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
  title: 'student_discount.renew',
} satisfies Handle

const scopeOf = (context: RequestContext) =>
  firstScope(context, 'student_discount.create', 'student_discount.request')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.student_discount')
  const row = await studentDiscount(await context.read(), scopeOf(context), id)
  const { student, discount, value, reason, status, starts_on, ends_on } = row
  if (!isRenewable(row) || !ends_on || row.renewed_by_id) throw new Refusal('action_not_allowed')
  return {
    row: { id, student, discount, value, ends_on },
    next: nextDays({ status, starts_on, ends_on }),
    reason: reason ?? '',
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, renewForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student_discount')
    const alone = context.can('student_discount.create')
    const given = await renewDiscount(trx, actor, scopeOf(context), id, input, { alone, today })
    const { name, discount, status } = given
    return redirectWith(paths.student_discount.view(given.id), `student_discount_${status}`, {
      name,
      discount,
    })
  })

export default function RenewStudentDiscount() {
  const { row, next, reason, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const given = { ends_on: next.ends_on, reason, form_key }
  const [form, fields] = useFormOf(renewForm, useActionData<typeof action>(), given)
  return (
    <EditPage
      title={t('student_discount.renew_of', { discount: row.discount, name: row.student })}
      back={{ label: row.discount, href: paths.student_discount.view(row.id) }}
      form={form}
      noun="student_discount"
      submit={t('student_discount.renew')}
    >
      <p>{t('student_discount.renew_text')}</p>
      <Facts
        items={[
          { label: t('student_discount.value'), value: row.value },
          { label: t('student_discount.starts_on'), value: formatDate(next.starts_on, locale) },
        ]}
      />
      <DateField
        of={fields.ends_on}
        label={t('student_discount.ends_on')}
        hint={t('student_discount.ends_on_hint')}
        min={next.starts_on}
      />
      <TextField of={fields.reason} label={t('student_discount.reason')} autoComplete="off" />
      <TextField
        of={fields.document}
        label={t('student_discount.document')}
        hint={t('student_discount.document_hint')}
        autoComplete="off"
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
