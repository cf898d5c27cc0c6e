import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rejectForm } from '#app/domain/enrolment/applications/application.ts'
import { rejectApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationRow } from '#app/domain/enrolment/applications/find-application.ts'
import { paths } from '#app/paths.ts'
import { decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RejectPage } from '#app/ui/enrolment/application/RejectPage.tsx'
import { newId } from '#db/id.ts'

/** All children who are open and within reach are turned down, with one reason. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
  title: 'application.reject',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const scope = await decidingScope(context, db)
  const id = idOf(params, 'not_found.application')
  const row = await applicationRow(db, scope, keysOf(context), context.actor.roles, id)
  const open = row.students.filter(({ status, is_reached }) => status === 'pending' && is_reached)
  const { number, version } = row
  return { id, number, version, names: open.map(({ name }) => name), form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rejectForm, async ({ trx, actor, context }, { reason, version }) => {
    const id = idOf(args.params, 'not_found.application')
    const scope = await decidingScope(context, trx)
    const { names } = await rejectApplication(trx, actor, scope, { id, version }, reason)
    return redirectWith(paths.application.view(id), 'application_rejected', { names: names.join(', ') })
  })

export default function RejectApplication() {
  const { id, number, ...about } = useLoaderData<typeof loader>()
  const back = { label: number, href: paths.application.view(id) }
  return <RejectPage {...about} back={back} lastResult={useActionData<typeof action>()} />
}
