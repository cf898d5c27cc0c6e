import { useTranslation } from 'react-i18next'
import type { Lack, Readiness, ReadinessPage } from '#app/domain/einvoice/settings/readiness.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'

/** How far the organisation is, and what is left, each lack with the page on which it is put right. */
export function ReadinessSection({ percent, lacks, mayEdit }: Readiness & { mayEdit: boolean }) {
  const { t } = useTranslation()
  const lines = folded(lacks)
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
                : t('einvoice_setting.ready_left', { count: lines.length }),
          },
        ]}
      />
      {lacks.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line.words}>
              <LackLink line={line} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface Line {
  page: ReadinessPage
  /** The key of its sentence under `einvoice_setting.lacks`. */
  words: string
  count?: number | undefined
}

/** A page on which nothing was entered yet is one line. */
function folded(lacks: readonly Lack[]): Line[] {
  const untouched = (page: ReadinessPage, mark: Lack['check']) =>
    lacks.some(({ check }) => check === mark) ? page : undefined
  const whole = [untouched('company', 'name'), untouched('connection', 'credentials')]
  const lines = lacks.map(({ check, page, count }): Line => {
    return whole.includes(page) ? { page, words: `all_${page}` } : { page, words: check, count }
  })
  return lines.filter(({ words }, at) => lines.findIndex((line) => line.words === words) === at)
}

function LackLink({ line: { page, words, count }, mayEdit }: { line: Line; mayEdit: boolean }) {
  const { t } = useTranslation()
  const sentence = t(`einvoice_setting.lacks.${words}`, count === undefined ? {} : { count })
  const isList = page === 'parent' || page === 'fee_category'
  return mayEdit || isList ? <a href={pages[page]}>{sentence}</a> : sentence
}

const pages: Record<ReadinessPage, string> = {
  obligation: paths.einvoiceSetting.obligationEdit(),
  company: paths.einvoiceSetting.company(),
  connection: paths.einvoiceSetting.connection(),
  certificate: paths.einvoiceSetting.certificate(),
  fee_category: paths.fee_category.list(),
  parent: paths.parent.list({ einvoice: 'lacking' }),
}
