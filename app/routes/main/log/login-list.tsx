import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readSearch } from '#app/domain/lists/search.ts'
import { auditOperators } from '#app/domain/log/audit.server.ts'
import { mostEntries } from '#app/domain/log/entry.ts'
import { operatorSignInMethods, operatorSignInSearch } from '#app/domain/log/login.ts'
import { operatorSignIns } from '#app/domain/log/logins.server.ts'
import { paths } from '#app/paths.ts'
import { operatorLogScope } from '#app/server/documents/audit-log.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SignInList } from '#app/ui/log/SignInList.tsx'

/** How operators came in or were refused. Support sees its own. */
export const handle = { access: 'operator', title: 'audit.login.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, operatorSignInSearch)
  const scope = operatorLogScope(context)
  const db = await context.read()
  const all = scope.own === null
  const [page, people] = await Promise.all([
    operatorSignIns(db, scope, search),
    all ? auditOperators(db) : [],
  ])
  return { page, people, own: !all, mayPrint: context.operatorCan('admin.audit.print') }
}

export default function OperatorSignInLog() {
  const { page, people, own, mayPrint } = useLoaderData<typeof loader>()
  return (
    <SignInList
      page={page}
      methods={operatorSignInMethods}
      people={people}
      own={own}
      print={mayPrint ? paths.admin.log.loginPrint() : undefined}
      formats={['print', 'csv', 'xlsx']}
      mostEntries={mostEntries.toLocaleString('en')}
    />
  )
}
