import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paperPage } from '#app/server/help/help-pages.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HelpPrint } from '#app/ui/reporting/help/HelpPaper.tsx'

/** A paper of the help centre, such as a whole manual, to be printed. */
export const handle = {
  ...{ access: 'guest', helper: true, titled: true, look: 'paper', help: true },
} satisfies Handle

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return paperPage(context, params, request)
}

export default function Print() {
  return <HelpPrint {...useLoaderData<typeof loader>()} />
}
