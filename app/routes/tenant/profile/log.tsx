import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceInWords } from '#app/domain/accounts/device.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { signInMethods, signInSearch } from '#app/domain/log/login.ts'
import { ownSignIns } from '#app/domain/log/logins.server.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ProfileNav } from '#app/ui/account/ProfileNav.tsx'
import { OwnSignInList } from '#app/ui/log/OwnSignInList.tsx'

/** The reader's own ways in, and the tries at them. */
export const handle = { access: 'profile.view', title: 'profile.log.one' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, signInSearch)
  const own = { kind: 'user', id: context.actor.id! } as const
  const { rows, ...page } = await ownSignIns(await context.read(), own, search)
  const unknown = context.t('profile.session.unknown')
  return {
    page: { ...page, rows: rows.map((row) => ({ ...row, device: deviceInWords(row.device, unknown) })) },
  }
}

export default function LoginLog() {
  const { page } = useLoaderData<typeof loader>()
  return <OwnSignInList page={page} methods={signInMethods} nav={<ProfileNav current="log" />} />
}
