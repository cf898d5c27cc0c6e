import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import { familyList, familyParent, parentByIdentity } from '#app/domain/people/parents/find-parents.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import { createStudent, type SimilarStudent } from '#app/domain/people/students/change-student.ts'
import { newStudentForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { listPage, searchIn } from '#app/server/lists/list-page.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SimilarStudents } from '#app/ui/people/student/SimilarStudents.tsx'
import { FamilyPicker } from '#app/ui/people/student/StudentFamilyForm.tsx'
import { StudentFields } from '#app/ui/people/student/StudentFields.tsx'
import { newId } from '#db/id.ts'

/** First whose child it is, then the child: `/student/new`, then `/student/new?parent=…`. */
export const handle = { access: 'student.create', title: 'student.new' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.create')
  const db = await context.read()
  if (!parentIdOf(request)) {
    const [list, exact] = await Promise.all([
      listPage({ request, context }, familyList),
      parentByIdentity(db, scope, keysOf(context), searchIn(request, familyList).q),
    ])
    return {
      picked: { list, exact: exact ?? null, mayRegister: context.can('parent.create') },
      written: null,
    }
  }
  const parent_id = idOf({ id: parentIdOf(request) }, 'not_found.parent')
  const [parent, branches] = await Promise.all([
    familyParent(db, scope, parent_id),
    branchesToChoose(db, scope),
  ])
  return { picked: null, written: { parent, branches, today: context.today, form_key: newId() } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, newStudentForm, async ({ trx, actor, context, today }, input) => {
    const parent_id = idOf({ id: parentIdOf(args.request) }, 'not_found.parent')
    const scope = context.scope('student.create')
    const id = await createStudent(trx, actor, scope, keysOf(context), parent_id, input, today)
    return redirectWith(paths.student.view(id), 'student_created', { name: input.name })
  })

function parentIdOf(request: Request): string | undefined {
  return new URL(request.url).searchParams.get('parent') ?? undefined
}

export default function NewStudent() {
  const { picked, written } = useLoaderData<typeof loader>()
  if (written) return <WriteStudent {...written} />
  return (
    <FamilyPicker
      {...picked}
      take={(parent) => paths.student.new({ parent })}
      register={paths.parent.new({ child: 'new' })}
      back={undefined}
    />
  )
}

type Written = NonNullable<Awaited<ReturnType<typeof loader>>['written']>

function WriteStudent({ parent, branches, today, form_key }: Written) {
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(newStudentForm, answer, {
    nationality: 'MY',
    identity_type: 'nric',
    daycare: 'none',
    registered_on: today,
    branch_id: branches.length === 1 ? branches[0]!.id : undefined,
    relationship: parent.relationship,
    form_key,
  })
  return (
    <EditPage
      title={t('student.new_of', { parent: parent.name })}
      back={{ label: t('student.choose_family'), href: paths.student.new() }}
      cancel={paths.student.list()}
      form={form}
      noun="student"
    >
      <SimilarStudents
        found={foundBy<SimilarStudent>(answer)}
        fields={fields}
        branches={branches}
        parent={parent.name}
      />
      <RadioGroup
        of={fields.relationship}
        label={t('student.relationship_of', { parent: parent.name })}
        options={relationships.map((value) => ({ value, label: t(`parent.relationships.${value}`) }))}
      />
      <StudentFields fields={fields} branches={branches} today={today} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
