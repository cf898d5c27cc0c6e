import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { lineTemplateFacts } from '#app/domain/catalogue/line-templates/line-template.ts'
import { lineTemplate } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { TemplateLines } from '#app/ui/catalogue/line-template/TemplateLines.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'line_template.view', title: 'line_template.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, 'line_template', lineTemplate)
  const kept = row.items.flatMap(({ fee_type_id }) => fee_type_id ?? [])
  return { row, may, feeTypes: await feeTypeOptions(await args.context.read(), kept) }
}

export default function ViewLineTemplate() {
  const { row, may, feeTypes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="line_template" row={row} may={may}>
      <Facts
        items={[
          ...lineTemplateFacts(row, t),
          { label: t('line_template.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <TemplateLines items={row.items} feeTypes={feeTypes} />
    </ResourceViewPage>
  )
}
