import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { unlisted } from '#app/server/payments/public-page.ts'
import { startOf } from '#app/server/register/start.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StartPage } from '#app/ui/enrolment/register/StartPage.tsx'

/** Where a family begins to register its children, or goes on with what it has begun. */
export const handle = { access: 'guest', title: 'register.title', look: 'public' } satisfies Handle

export const headers = unlisted

export const loader = (args: LoaderFunctionArgs) => startOf(args)

export default function Start() {
  return <StartPage {...useLoaderData<typeof loader>()} />
}
