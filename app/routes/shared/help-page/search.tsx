import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { searchHelp } from '#app/domain/reporting/help/search.ts'
import { typedSearch } from '#app/domain/reporting/search/search.ts'
import { helpReader } from '#app/server/help/help-reader.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HelpFound } from '#app/ui/reporting/help/HelpFound.tsx'

/** `?q=…`: papers of the help centre by their words. */
export const handle = {
  ...{ access: 'guest', helper: true, title: 'help_page.search_title', look: 'public' },
  ...{ statuses: false, help: true },
} satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q } = typedSearch(new URL(request.url).searchParams.get('q'))
  const { side, roles, speak } = await helpReader(context)
  const asked = side === 'main' ? [...roles, 'operator' as const] : roles
  return { q, hits: searchHelp(q, context.locale, asked, speak) }
}

export default function Search() {
  return <HelpFound {...useLoaderData<typeof loader>()} />
}
