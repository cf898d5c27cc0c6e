import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { revealStudent } from '#app/domain/people/students/change-student.ts'
import { studentRow } from '#app/domain/people/students/find-students.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

export const handle = { access: 'identity.reveal', title: 'student.identity_no' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student.view')
  const id = idOf(params, 'not_found.student')
  const row = await studentRow(await context.read(), scope, keysOf(context), id)
  const { name, identity_type, identity_masked, birth_cert_masked } = row
  return { id, name, identity_type, identity_masked, birth_cert_masked }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('student.view')
  const id = idOf(params, 'not_found.student')
  return context.write((trx) => revealStudent(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedStudent() {
  const row = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <RevealPage
      noun="student"
      back={{ label: row.name, href: paths.student.view(row.id) }}
      action={paths.student.reveal(row.id)}
      facts={[
        row.identity_type !== 'birth_cert' && {
          label: t(`student.identity_types.${row.identity_type}`),
          value: shown ? shown.identity_no : row.identity_masked,
        },
        {
          label: t('student.birth_cert_no'),
          value: shown ? shown.birth_cert_no : row.birth_cert_masked,
        },
      ]}
      shown={shown !== undefined}
    />
  )
}
