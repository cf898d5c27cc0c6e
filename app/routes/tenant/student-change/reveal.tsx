import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { comparedChange } from '#app/domain/people/student-changes/find-student-changes.ts'
import { revealWanted } from '#app/domain/people/student-changes/request-and-decide.ts'
import { isNumberField } from '#app/domain/people/student-changes/student-change.ts'
import { paths } from '#app/paths.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RevealPage } from '#app/ui/identity/account/RevealPage.tsx'

/** The numbers that a family asked for in full, to be held beside the papers. */
export const handle = { access: 'identity.reveal', title: 'student.identity_no' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('student_change.view')
  const id = idOf(params, 'not_found.student_change')
  const { row, compared } = await comparedChange(await context.read(), scope, keysOf(context), id)
  return { id, name: row.student, masked: compared.filter(({ field }) => isNumberField(field)) }
}

export async function action({ params, context }: ActionFunctionArgs) {
  const scope = context.scope('student_change.view')
  const id = idOf(params, 'not_found.student_change')
  return context.write((trx) => revealWanted(trx, context.actor, scope, keysOf(context), id))
}

export default function RevealedChange() {
  const { id, name, masked } = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()
  const { t } = useTranslation()
  return (
    <RevealPage
      noun="student"
      back={{ label: name, href: paths.student_change.view(id) }}
      action={paths.student_change.reveal(id)}
      facts={masked.map(({ field, wanted }) => ({
        label: t(`student.${field}`),
        value: shown && isNumberField(field) ? shown[field] : wanted,
      }))}
      shown={shown !== undefined}
    />
  )
}
