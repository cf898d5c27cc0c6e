import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paperPage } from '#app/server/help/help-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HelpPaper } from '#app/ui/reporting/help/HelpPaper.tsx'

/** One paper of the help centre. */
export const handle = {
  ...{ access: 'guest', helper: true, titled: true, look: 'public' },
  ...{ statuses: false, help: true },
} satisfies Handle

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return paperPage(context, params, request)
}

export default function Paper() {
  return <HelpPaper {...useLoaderData<typeof loader>()} />
}
