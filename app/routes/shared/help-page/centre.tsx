import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sections } from '#app/domain/core/help/paper.ts'
import { ownFirst, papersOn } from '#app/domain/reporting/help/library.ts'
import { sorted } from '#app/i18n/locales.ts'
import { paperLine } from '#app/server/help/help-pages.ts'
import { helpReader } from '#app/server/help/help-reader.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HelpIndex } from '#app/ui/reporting/help/HelpIndex.tsx'

/** The help centre: papers by sections, those for the reader's roles first. */
export const handle = {
  ...{ access: 'guest', helper: true, title: 'help_page.title', look: 'public' },
  ...{ statuses: false, help: true },
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const reader = await helpReader(context)
  const papers = papersOn(reader.side, context.locale)
  const lines = (of: typeof papers) =>
    sorted(
      of.map((paper) => paperLine(paper, reader)),
      ({ title }) => title,
      context.locale,
    )
  return {
    sections: sections
      .map((section) => {
        const { own, others } = ownFirst(papers, section, reader.roles)
        return { section, own: lines(own), others: lines(others) }
      })
      .filter(({ own, others }) => own.length + others.length > 0),
  }
}

export default function Index() {
  return <HelpIndex {...useLoaderData<typeof loader>()} />
}
