import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { startOf } from '#app/server/register/start.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StartPage } from '#app/ui/enrolment/register/StartPage.tsx'

/** The same for one class, whose link an organisation hands out. */
export const handle = { access: 'guest', title: 'register.title', look: 'public' } satisfies Handle

export const headers = unlisted

export function loader(args: LoaderFunctionArgs) {
  const id = z.uuid().safeParse(args.params.subjectId)
  if (!id.success) throw new Refusal('not_found.subject')
  return startOf(args, id.data)
}

export default function StartWithSubject() {
  return <StartPage {...useLoaderData<typeof loader>()} />
}
