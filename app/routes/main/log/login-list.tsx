import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { operatorSignInList } from '#app/domain/audit/log/logins.ts'
import { operatorLogScope } from '#app/server/documents/audit-log.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SignInList } from '#app/ui/audit/log/SignInList.tsx'

/** How operators came in or were refused. Support sees its own. */
export const handle = { access: 'operator', title: 'audit.login.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { own } = operatorLogScope(args.context)
  return { list: await listPage(args, operatorSignInList), own: own !== null }
}

export default function OperatorSignInLog() {
  return <SignInList {...useLoaderData<typeof loader>()} />
}
