import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isLegalSlug, legalForm } from '#app/domain/core/help/legal-paper.ts'
import { inForce, publishedVersions } from '#app/domain/core/help/legal-versions.ts'
import { papers } from '#app/domain/core/help/paper.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { publishLegal } from '#app/domain/platform/legal/publish-legal.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { legalPreview } from '#app/server/help/legal-preview.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { LegalForm } from '#app/ui/reporting/help/LegalForm.tsx'

/** A new version of a paper, beginning with the text in force: looked at first, then published from a day on. */
export const handle = { access: 'admin.legal.edit', title: 'legal.new' } satisfies Handle

export async function loader({ params: { slug }, context }: LoaderFunctionArgs) {
  if (!isLegalSlug(slug)) throw new Refusal('not_found.page')
  const { published } = inForce(await publishedVersions(await context.read(), slug), slug, context.today)
  const shipped = (locale: string) =>
    papers.find((one) => one.section === 'legal' && one.slug === slug && one.locale === locale)?.body ?? ''
  return {
    slug,
    typed: {
      body_en: published?.body_en ?? shipped('en'),
      body_my: published?.body_my ?? shipped('my'),
      valid_from: context.today,
    },
  }
}

export async function action(args: ActionFunctionArgs) {
  const { slug } = args.params
  if (!isLegalSlug(slug)) throw new Refusal('not_found.page')
  const preview = await legalPreview(args)
  if (preview) return preview
  return submit(args, legalForm, async ({ trx, actor }, input) => {
    const { version } = await publishLegal(trx, actor, slug, input)
    return redirectWith(paths.admin.legal.view(slug), 'legal_published', { version })
  })
}

export default function EditLegal() {
  const { slug, typed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('legal.new')}
        subtitle={t(`legal.papers.${slug}`)}
        back={{ label: t(`legal.papers.${slug}`), href: paths.admin.legal.view(slug) }}
      />
      <LegalForm typed={typed} answer={useActionData<typeof action>()} />
    </>
  )
}
