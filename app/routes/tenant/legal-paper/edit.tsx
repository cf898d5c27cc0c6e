import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOwnLegalSlug, legalForm } from '#app/domain/core/help/legal-paper.ts'
import { ownVersions } from '#app/domain/core/help/legal-versions.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { publishOwnPaper } from '#app/domain/organisation/legal/own-papers.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { legalPreview } from '#app/server/help/legal-preview.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { LegalForm } from '#app/ui/reporting/help/LegalForm.tsx'

/** A new version of one of the organisation's own papers, beginning with the latest text. */
export const handle = { access: 'legal_paper.edit', title: 'own_legal.new' } satisfies Handle

export async function loader({ params: { slug }, context }: LoaderFunctionArgs) {
  if (!isOwnLegalSlug(slug)) throw new Refusal('not_found.page')
  const [latest] = await ownVersions(await context.read(), slug)
  return {
    slug,
    typed: {
      body_en: latest?.body_en ?? '',
      body_my: latest?.body_my ?? '',
      valid_from: context.today,
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { slug } = args.params
  if (!isOwnLegalSlug(slug)) throw new Refusal('not_found.page')
  const preview = await legalPreview(args)
  if (preview) return preview
  return submit(args, legalForm, async ({ trx, actor }, input) => {
    const { version } = await publishOwnPaper(trx, actor, slug, input)
    return redirectWith(paths.legal_paper.list(), 'legal_published', { version })
  })
}

export default function EditOwnPaper() {
  const { slug, typed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('own_legal.new')}
        subtitle={t(`own_legal.papers.${slug}`)}
        back={{ label: t('own_legal.plural'), href: paths.legal_paper.list() }}
      />
      <LegalForm typed={typed} answer={useActionData<typeof action>()} />
    </>
  )
}
