import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readSearch } from '#app/domain/lists/search.ts'
import { auditPeople } from '#app/domain/log/audit.server.ts'
import { mostEntries } from '#app/domain/log/entry.ts'
import { signInMethods, signInSearch } from '#app/domain/log/login.ts'
import { signIns } from '#app/domain/log/logins.server.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SignInList } from '#app/ui/log/SignInList.tsx'
import { FORMATS } from '#app/ui/page/ListTools.tsx'

/** How all people of the organisation came in or were refused. */
export const handle = { access: 'audit.view', title: 'audit.login.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, signInSearch)
  const db = await context.read()
  const [page, people] = await Promise.all([
    signIns(db, context.scope('audit.view'), search),
    auditPeople(db, search.person),
  ])
  return { page, people, mayPrint: context.can('audit.print') }
}

export default function SignInLog() {
  const { page, people, mayPrint } = useLoaderData<typeof loader>()
  const print = mayPrint ? paths.log.loginPrint() : undefined
  const most = mostEntries.toLocaleString('en')
  return (
    <SignInList
      page={page}
      methods={signInMethods}
      people={people}
      print={print}
      formats={FORMATS}
      mostEntries={most}
    />
  )
}
