import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { NoteLines, type NoteOfLines } from '#app/ui/billing/credit-note/NoteLines.tsx'
import { Amount } from '#app/ui/core/page/Amount.tsx'
import type { Sender } from './head/Letterhead.tsx'
import { Brief, PaperHeading } from './head/PaperHeading.tsx'

interface Props {
  note: NoteOfLines & {
    number: string
    issued_on: string
    payer: string
    student: string
    invoice: string | null
    invoice_issued_on: string | null
    credit_sen: number
  }
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

/** A credit note on A4: which invoice it is about, what of it is taken back, and where the money is. */
export function CreditNoteDocument({ note, organisation, logo }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <main className="paper">
      <PaperHeading
        organisation={organisation}
        logo={logo}
        title={t('credit_note.document')}
        number={note.number}
      >
        <Brief label={t('credit_note.issued_on')} value={formatDate(note.issued_on, locale)} />
        <Brief
          label={t('credit_note.about')}
          value={t('credit_note.about_on', {
            number: note.invoice,
            date: formatDate(note.invoice_issued_on ?? note.issued_on, locale),
          })}
        />
      </PaperHeading>
      <div className="parties">
        <section>
          <h2>{t('invoice.paper.to')}</h2>
          <p>{note.payer}</p>
        </section>
        <section>
          <h2>{t('invoice.paper.for')}</h2>
          <p>{note.student}</p>
        </section>
      </div>
      <div className="due">
        <Amount sen={note.total_sen} label={t('credit_note.total_sen')} />
      </div>
      <NoteLines note={note} />
      {note.credit_sen > 0 && <p>{t('credit_note.kept', { amount: formatRinggit(note.credit_sen) })}</p>}
      <footer>
        <span>{t('invoice.paper.computer')}</span>
        <span>{organisation.name}</span>
      </footer>
    </main>
  )
}
