import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { familyList, familyParent, parentByIdentity } from '#app/domain/people/parents/find-parents.ts'
import { mostParents } from '#app/domain/people/parents/parent.ts'
import { familyOf, setFamily } from '#app/domain/people/students/family.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { familyForm } from '#app/domain/people/students/student.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { listPage, searchIn } from '#app/server/lists/list-page.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { FamilyFields, FamilyPicker } from '#app/ui/people/student/StudentFamilyForm.tsx'

/** The family as it is; `?find` and all that a search says look for a parent to add, `?add=…` has one ready to be saved with the others. */
export const handle = { access: 'student.edit', title: 'student.parents' } satisfies Handle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.edit')
  const id = idOf(params, 'not_found.student')
  const db = await context.read()
  const { name, version } = await studentRow(db, scope, keysOf(context), id)
  const student = { id, name, version }
  const { searchParams } = new URL(request.url)
  const mayRegister = context.can('parent.create')
  if (searchParams.size > 0 && !searchParams.has('add')) {
    const [list, exact] = await Promise.all([
      listPage({ request, context }, familyList),
      parentByIdentity(db, scope, keysOf(context), searchIn(request, familyList).q),
    ])
    return { student, picked: { list, exact: exact ?? null, mayRegister }, family: null }
  }
  const known = await familyOf(db, id)
  const add = searchParams.get('add')
  const isNew = add !== null && !known.some((one) => one.id === add)
  const added = isNew ? await familyParent(db, scope, idOf({ id: add }, 'not_found.parent')) : null
  const family = [
    ...known.map(({ phone: _, email: __, ...one }) => ({ ...one, added: false })),
    ...(added ? [{ ...added, is_primary: false, is_payer: false, added: true }] : []),
  ]
  return { student, picked: null, family: { rows: family, full: known.length >= mostParents } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, familyForm, async ({ trx, actor, context }, input) => {
    const scope = context.scope('student.edit')
    const id = idOf(args.params, 'not_found.student')
    const name = await setFamily(trx, actor, scope, scope, id, input)
    return redirectWith(paths.student.view(id), 'student_family', { name })
  })

export default function StudentFamily() {
  const { student, picked, family } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  if (picked)
    return (
      <FamilyPicker
        {...picked}
        take={(parent_id) => paths.student.family(student.id, { add: parent_id })}
        register={paths.parent.new({ child: student.id })}
        back={{
          label: t('student.family_of', { name: student.name }),
          href: paths.student.family(student.id),
        }}
      />
    )
  return <WriteFamily student={student} family={family} />
}

type Loaded = Awaited<ReturnType<typeof loader>>

function WriteFamily({
  student,
  family,
}: {
  student: Loaded['student']
  family: NonNullable<Loaded['family']>
}) {
  const { t } = useTranslation()
  const { rows, full } = family
  const [form, fields] = useFormOf(familyForm, useActionData<typeof action>(), {
    primary_id: rows.find(({ is_primary }) => is_primary)?.id ?? rows[0]?.id,
    payer_id: rows.find(({ is_payer }) => is_payer)?.id ?? rows[0]?.id,
  })
  const title = t('student.family_of', { name: student.name })
  return (
    <EditPage
      title={title}
      subtitle={t('student.family_hint')}
      back={{ label: student.name, href: paths.student.view(student.id) }}
      form={form}
      noun="student"
      danger={
        full || rows.some(({ added }) => added) ? null : (
          <LinkButton href={paths.student.findParent(student.id)}>{t('student.add_parent')}</LinkButton>
        )
      }
    >
      <CurrentValues
        form={form}
        items={rows.map(({ name, relationship }) => ({
          label: t(`parent.relationships.${relationship}`),
          value: name,
        }))}
        field={fields.version}
        version={student.version}
      />
      <FamilyFields rows={rows} fields={fields} />
    </EditPage>
  )
}
