import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trialColumns } from '#app/domain/billing/discount-trials/try-discount.ts'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { discountTrial } from '#app/server/documents/discount-trial.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The families that a rule reaches, as a sheet under the organisation's letterhead. */
export const handle = {
  access: 'discount.try',
  title: 'discount.trial.title',
  look: 'paper',
} satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const organisation = await organisationOf(await args.context.read())
  const { rule, month, trial } = await discountTrial(args, 'taken')
  const { families } = trial
  const sum = (key: 'before_sen' | 'after_sen' | 'less_sen') =>
    families.reduce((total, family) => total + family[key], 0)
  return {
    ...{ organisation, month, families, id: rule.id, name: `${rule.name} · ${rule.code}` },
    totals: { before_sen: sum('before_sen'), after_sen: sum('after_sen'), less_sen: sum('less_sen') },
    printed: formatInstant(currentTime(), args.context.locale),
  }
}

export default function PrintDiscountTrial() {
  const { organisation, id, name, month, families, totals, printed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale, organisation: here } = usePage()
  return (
    <>
      <PaperTools back={{ label: t('discount.trial.title'), href: paths.discount.trial(id, { month }) }} />
      <TableDocument
        organisation={organisation}
        logo={here.logo}
        title={t('discount.trial.title')}
        columns={trialColumns}
        page={{ rows: families, total: families.length, totals, summed: undefined, more: false }}
        filters={[
          { label: t('discount.one'), value: name },
          { label: t('discount.trial.month'), value: formatMonth(month, locale) },
        ]}
        printed={printed}
      />
    </>
  )
}
