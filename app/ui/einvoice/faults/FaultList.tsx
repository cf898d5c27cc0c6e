import { useTranslation } from 'react-i18next'
import { explainFault } from '#app/domain/einvoice/faults/explain.ts'
import { type FaultyDocument, mendLink } from '#app/domain/einvoice/faults/mend-link.ts'
import type { Fault } from '#app/domain/einvoice/words.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

interface FaultListProps {
  faults: readonly Fault[]
  /** What they concern; without it nothing is linked. */
  of?: FaultyDocument | undefined
  /** By which the portal finds the request in its own log. */
  correlation?: string | null | undefined
}

/** What is wrong with an e-invoice: our sentence first, where to correct it, and beside it what the portal said. */
export function FaultList({ faults, of, correlation }: FaultListProps) {
  const { t } = useTranslation()
  return (
    <>
      <ul className="faults">
        {faults.map((fault, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may be the same, and none of them moves
          <li key={n}>
            <OneFault fault={fault} of={of} />
          </li>
        ))}
      </ul>
      {correlation ? <p className="quiet">{t('einvoice_fault.correlation', { id: correlation })}</p> : null}
    </>
  )
}

function OneFault({ fault, of }: { fault: Fault; of: FaultyDocument | undefined }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { key, field, whose } = explainFault(fault)
  const href = field && of && mendLink(field, of)
  const raw = (locale === 'my' && fault.text_my) || fault.text
  const found = t(fault.step === 'local' ? 'einvoice_fault.by_us' : 'einvoice_fault.by_portal')
  return (
    <>
      <p>
        {t(`einvoice_fault.said.${key}`)}
        {href ? (
          <>
            {' '}
            <a href={href}>{t('einvoice_fault.correct', { what: t(`einvoice_fault.fields.${field}`) })}</a>
          </>
        ) : null}
      </p>
      <p className="quiet">
        {[found, t(`einvoice_fault.whose.${whose}`), fault.code].filter(Boolean).join(' · ')}
      </p>
      {raw ? (
        <details>
          <summary>{t('einvoice_fault.raw')}</summary>
          <p lang={locale === 'my' && fault.text_my ? 'ms' : 'en'}>{raw}</p>
          {fault.path ? <p className="quiet">{fault.path}</p> : null}
        </details>
      ) : null}
    </>
  )
}
