import { useTranslation } from 'react-i18next'
import type { RegisterRow, RegisterSession } from '#app/domain/classes/marking/find-register.ts'
import { printedCode } from '#app/domain/classes/marking/register.ts'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Sender } from './head/Letterhead.tsx'
import { Brief, PaperHeading } from './head/PaperHeading.tsx'
import { QrCode } from './qr/QrCode.tsx'
import type { QrImage } from './qr/qr-code.ts'

interface Props {
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
  subject: string
  /** What the sheet is for: a session's day and time, or a month. */
  period: string
  trainer: string | null
  /** One for a session's own sheet, with the QR code of its address; several for a month. */
  sessions: readonly RegisterSession[]
  qr: QrImage | null
  rows: readonly RegisterRow[]
}

/** A register to fill in by hand: a line for each student, four boxes for each session, and the code that opens it later. */
export function RegisterDocument({
  organisation,
  logo,
  subject,
  period,
  trainer,
  sessions,
  qr,
  rows,
}: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const letters = t('marking.register.letters').split(' ')
  const [only] = qr ? sessions : []
  const letterOf = (mark: string) => letters[['present', 'late', 'absent', 'excused'].indexOf(mark)]
  return (
    <main className={only ? 'paper register' : 'paper landscape register'}>
      <PaperHeading organisation={organisation} logo={logo} title={t('marking.register.of')} number={subject}>
        <Brief label={t('marking.register.when')} value={period} />
        {trainer && <Brief label={t('marking.register.by')} value={trainer} />}
      </PaperHeading>
      <p>{t('marking.register.legend')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('marking.register.number')}</th>
            <th scope="col">{t('marking.register.name')}</th>
            {only
              ? letters.map((letter) => (
                  <th key={letter} scope="col">
                    {letter}
                  </th>
                ))
              : sessions.map(({ id, held_on, starts }) => (
                  <th key={id} scope="col">
                    {Number(held_on.slice(8))} <small>{formatClock(starts, locale)}</small>
                  </th>
                ))}
            {only && <th scope="col">{t('marking.remark')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ student_id, name, student_no, boxes }, index) => (
            <tr key={student_id}>
              <td>{index + 1}</td>
              <td>
                {name} <small>{student_no}</small>
              </td>
              {only
                ? ['present', 'late', 'absent', 'excused'].map((mark) => (
                    <td key={mark}>{boxes[0]?.mark === mark ? letterOf(mark) : <Box />}</td>
                  ))
                : boxes.map((box, n) => (
                    <td key={sessions[n]!.id}>
                      {box === null ? '–' : box.mark ? letterOf(box.mark) : <Box />}
                    </td>
                  ))}
              {only && <td />}
            </tr>
          ))}
        </tbody>
        {!only && (
          <tfoot>
            <tr>
              <td />
              <td>{t('marking.register.code')}</td>
              {sessions.map(({ id, register_code }) => (
                <td key={id}>
                  <small>{printedCode(register_code)}</small>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {only && (
        <div className="pay">
          {qr && <QrCode image={qr} label={t('marking.register.scan')} side={120} />}
          <div>
            <p>
              <strong>{printedCode(only.register_code)}</strong>
            </p>
            <p>{t('marking.register.scan')}</p>
          </div>
        </div>
      )}
      <div className="parties signed">
        <section>
          <h2>{t('marking.register.signature')}</h2>
          <p className="quiet">{formatDate(sessions[0]?.held_on ?? '2026-01-01', locale)}</p>
        </section>
      </div>
    </main>
  )
}

const Box = () => <span aria-hidden="true">☐</span>
