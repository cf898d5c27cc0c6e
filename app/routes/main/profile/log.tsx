import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceInWords } from '#app/domain/accounts/device.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { operatorSignInMethods, operatorSignInSearch } from '#app/domain/log/login.ts'
import { ownSignIns } from '#app/domain/log/logins.server.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { OwnSignInList } from '#app/ui/log/OwnSignInList.tsx'

/** How the operator came in, and who tried to. */
export const handle = { access: 'admin.profile.view', title: 'profile.log.one' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, operatorSignInSearch)
  const { actor } = ownAccount(context)
  const own = { kind: 'operator', id: actor.id } as const
  const { rows, ...page } = await ownSignIns(await context.read(), own, search)
  const unknown = context.t('profile.session.unknown')
  return {
    page: { ...page, rows: rows.map((row) => ({ ...row, device: deviceInWords(row.device, unknown) })) },
  }
}

export default function SignIns() {
  const { page } = useLoaderData<typeof loader>()
  return <OwnSignInList page={page} methods={operatorSignInMethods} />
}
