import { useTranslation } from 'react-i18next'
import type { Lack, Readiness, ReadinessPage } from '#app/domain/einvoice/settings/readiness.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** How far the organisation is, and what is left, each lack with the page on which it is put right. */
export function ReadinessSection({ percent, lacks, mayEdit }: Readiness & { mayEdit: boolean }) {
  const { t } = useTranslation()
  return (
    <Section title={t('einvoice_setting.readiness')}>
      <Figures
        items={[
          {
            label: t('einvoice_setting.ready'),
            value: `${percent} %`,
            hint:
              lacks.length === 0
                ? t('einvoice_setting.ready_all')
                : t('einvoice_setting.ready_left', { count: lacks.length }),
          },
        ]}
      />
      {lacks.length > 0 && (
        <ul>
          {lacks.map((lack) => (
            <li key={lack.check}>
              <LackLink lack={lack} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function LackLink({ lack: { check, page, count }, mayEdit }: { lack: Lack; mayEdit: boolean }) {
  const { t } = useTranslation()
  const words = t(`einvoice_setting.lacks.${check}`, count === undefined ? {} : { count })
  const isList = page === 'parent' || page === 'fee_category'
  return mayEdit || isList ? <a href={pages[page]}>{words}</a> : words
}

const pages: Record<ReadinessPage, string> = {
  obligation: paths.einvoiceSetting.obligationEdit(),
  company: paths.einvoiceSetting.company(),
  connection: paths.einvoiceSetting.connection(),
  certificate: paths.einvoiceSetting.certificate(),
  fee_category: paths.fee_category.list(),
  parent: paths.parent.list({ einvoice: 'lacking' }),
}
