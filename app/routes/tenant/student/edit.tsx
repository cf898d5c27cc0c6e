import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { editStudent, type SimilarStudent } from '#app/domain/people/students/change-student.ts'
import { studentFor, studentRow } from '#app/domain/people/students/find-students.ts'
import { studentForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ConfirmsName } from '#app/ui/people/parent/ConfirmsName.tsx'
import { SimilarStudents } from '#app/ui/people/student/SimilarStudents.tsx'
import { StudentFields } from '#app/ui/people/student/StudentFields.tsx'
import { studentFacts } from '#app/ui/people/student/StudentView.tsx'

export const handle = { access: 'student.edit', title: 'student.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.edit')
  const db = await context.read()
  const id = idOf(params, 'not_found.student')
  const row = await studentRow(db, scope, keysOf(context), id)
  const branches = await branchesToChoose(db, scope, row.branch_id)
  const unconfirmed = !row.name_confirmed
  const own = unconfirmed && (await isOwnFamily(db, context.actor, { type: 'student', ids: [id] }))
  return { row, told: studentFor(context.actor.roles, row), branches, today: context.today, unconfirmed, own }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, studentForm, async ({ trx, actor, context, today }, input) => {
    const id = idOf(args.params, 'not_found.student')
    const at = { id, version: input.version ?? 0 }
    await editStudent(trx, actor, context.scope('student.edit'), keysOf(context), at, input, today)
    return redirectWith(paths.student.view(id), 'student_saved', { name: input.name })
  })

export default function EditStudent() {
  const { row, told, branches, today, unconfirmed, own } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(studentForm, answer, { ...row, tags: row.tags.join(', ') })
  return (
    <EditPage
      title={t('student.edit')}
      back={{ label: row.name, href: paths.student.view(row.id) }}
      form={form}
      noun="student"
    >
      {unconfirmed ? <ConfirmsName own={own} /> : null}
      <CurrentValues
        form={form}
        items={[
          { label: t('student.name'), value: row.name },
          { label: t('student.student_no'), value: row.student_no },
          ...studentFacts(told, t, { locale, today }),
        ]}
        field={fields.version}
        version={row.version}
      />
      <SimilarStudents found={foundBy<SimilarStudent>(answer)} fields={fields} branches={branches} />
      <StudentFields
        fields={fields}
        branches={branches}
        today={today}
        kept={{ identity: row.identity_masked, birthCert: row.birth_cert_masked }}
      />
    </EditPage>
  )
}
