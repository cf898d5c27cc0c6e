import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { bankFile, sampleRows, standardLayouts } from '#app/domain/platform/payouts/bank-file.ts'
import { layoutsOf, markOf, usualLayout } from '#app/domain/platform/payouts/export-payouts.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { LayoutSample } from '#app/ui/platform/payout/LayoutForm.tsx'
import { PayoutNav } from '#app/ui/platform/payout/PayoutNav.tsx'

/** How banks want their files: those that everybody can read, and one for each bank that wants its own. */
export const handle = { access: 'admin.payout.view', title: 'payout.layouts.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [layouts, usual] = await Promise.all([layoutsOf(db), usualLayout(db)])
  const rows = Object.entries(layouts).map(([key, layout]) => ({
    ...{ key, name: layout.name, text: bankFile(sampleRows, layout) },
    ...{ isUsual: key === usual, isOwn: !(key in standardLayouts), seen: markOf(layout) },
  }))
  return { rows, mayEdit: context.operatorCan('admin.payout.create') }
}

export default function Layouts() {
  const { rows, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const to = paths.admin.payoutLayout
  return (
    <>
      <PageHeader
        title={t('payout.layouts.plural')}
        subtitle={t('payout.layouts.subtitle')}
        actions={
          mayEdit ? (
            <LinkButton href={to.new()} look="primary">
              {t('payout.layouts.new')}
            </LinkButton>
          ) : null
        }
      />
      <PayoutNav current="layout" />
      {rows.map(({ key, name, text, isUsual, isOwn, seen }) => (
        <Section
          key={key}
          title={isUsual ? t('payout.layouts.usual', { name }) : name}
          actions={
            mayEdit && isOwn ? (
              <>
                <a href={to.edit(key)} aria-label={`${t('common.action.edit')}: ${name}`}>
                  {t('common.action.edit')}
                </a>
                <ConfirmButton
                  label={t('payout.layouts.remove')}
                  text={t('payout.layouts.remove_question', { name })}
                  action={to.remove(key)}
                  confirm={t('payout.layouts.remove')}
                  fields={{ seen }}
                />
              </>
            ) : undefined
          }
        >
          <LayoutSample text={text} />
        </Section>
      ))}
    </>
  )
}
