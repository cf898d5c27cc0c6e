import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { discountsFor } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { giveDiscount } from '#app/domain/people/student-discounts/give-and-decide.ts'
import { giveForm } from '#app/domain/people/student-discounts/student-discount.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { firstScope } from '#app/server/request/first-scope.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** Gives the student of the address a discount, or asks for one. */
export const handle = {
  access: { any: ['student_discount.create', 'student_discount.request'] },
  title: 'student_discount.new',
} satisfies Handle

const scopeOf = (context: RequestContext) =>
  firstScope(context, 'student_discount.create', 'student_discount.request')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const student = await studentRow(db, scopeOf(context), keysOf(context), idOf(params, 'not_found.student'))
  const { id, name } = student
  return {
    student: { id, name },
    discounts: await discountsFor(db, id, context.today),
    alone: context.can('student_discount.create'),
    today: context.today,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, giveForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student')
    const alone = context.can('student_discount.create')
    const given = await giveDiscount(trx, actor, scopeOf(context), id, input, { alone, today })
    const { name, discount, status } = given
    return redirectWith(paths.student.view(id), `student_discount_${status}`, { name, discount })
  })

export default function NewStudentDiscount() {
  const { student, discounts, alone, today, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(giveForm, useActionData<typeof action>(), { starts_on: today, form_key })
  return (
    <EditPage
      title={t('student_discount.new_of', { name: student.name })}
      back={{ label: student.name, href: paths.student.view(student.id) }}
      form={form}
      noun="student_discount"
      submit={t(alone ? 'student_discount.new' : 'student_discount.ask')}
    >
      <p>{t(alone ? 'student_discount.new_text' : 'student_discount.ask_text')}</p>
      {discounts.length > 0 ? null : <p>{t('student_discount.none')}</p>}
      <SelectField
        of={fields.discount_id}
        label={t('student_discount.discount_id')}
        options={discounts.map(({ id, name, value, needs_document }) => ({
          value: id,
          label: t(needs_document ? 'student_discount.option_document' : 'student_discount.option', {
            name,
            value,
          }),
        }))}
      />
      <DateField of={fields.starts_on} label={t('student_discount.starts_on')} />
      <DateField
        of={fields.ends_on}
        label={t('student_discount.ends_on')}
        hint={t('student_discount.ends_on_hint')}
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
