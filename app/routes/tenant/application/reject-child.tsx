import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { rejectForm } from '#app/domain/enrolment/applications/application.ts'
import { rejectApplication } from '#app/domain/enrolment/applications/decide-application.ts'
import { applicationChild } from '#app/domain/enrolment/applications/find-applications.ts'
import { paths } from '#app/paths.ts'
import { childAt, decidingScope } from '#app/server/applications/deciding.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RejectPage } from '#app/ui/enrolment/application/RejectPage.tsx'
import { newId } from '#db/id.ts'

/** One child of an application is turned down. */
export const handle = {
  access: { any: ['application.approve', 'application.approve_if_set'] },
  title: 'application.reject',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const id = idOf(params, 'not_found.application')
  const row = await applicationChild(db, await decidingScope(context, db), keysOf(context), id)
  return { id, version: row.version, names: [row.name], form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rejectForm, async ({ trx, actor, context }, { reason, version }) => {
    const scope = await decidingScope(context, trx)
    const which = await childAt(context, trx, scope, args.params)
    const { names } = await rejectApplication(trx, actor, scope, { ...which, version }, reason)
    return redirectWith(paths.application.view(which.id), 'application_rejected', {
      names: names.join(', '),
    })
  })

export default function RejectChild() {
  const { id, ...about } = useLoaderData<typeof loader>()
  const back = { label: about.names[0] ?? '', href: paths.application.child(id) }
  return <RejectPage {...about} back={back} lastResult={useActionData<typeof action>()} />
}
