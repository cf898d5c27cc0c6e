import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type Evidence, warnings } from '#app/domain/payments/bank-statements/bank-statement.ts'
import { type FoundFamily, foundColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import type { ShownPlan } from '#app/server/payments/cancelling.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton, LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { UndoEffects } from '#app/ui/core/undo/UndoPlan.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'

interface LineFactsProps {
  line: {
    booked_on: string
    amount_sen: number
    assigned_sen: number
    payer_name: string | null
    reference: string | null
    description: string
  }
}

/** A line as the bank wrote it, and its open amount. */
export function LineFacts({ line }: LineFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const left_sen = line.amount_sen - line.assigned_sen
  return (
    <Facts
      columns={2}
      items={[
        { label: t('bank_line.booked_on'), value: formatDate(line.booked_on, locale) },
        { label: t('bank_line.total'), value: formatRinggit(line.amount_sen) },
        line.payer_name !== null && { label: t('bank_line.payer_name'), value: line.payer_name },
        line.reference !== null && { label: t('bank_line.reference'), value: line.reference },
        line.description !== '' && { label: t('bank_line.description'), value: line.description },
        line.assigned_sen > 0 &&
          left_sen > 0 && { label: t('bank_line.left'), value: formatRinggit(left_sen) },
      ]}
    />
  )
}

interface SuggestionProps {
  line: { evidence: Evidence[]; family_code: string | null }
  family: string
  may: { decide: boolean }
}

/** Evidence for the suggested family, and warnings while the line is open. */
export function Suggestion({ line: { evidence, family_code }, family, may }: SuggestionProps) {
  const { t } = useTranslation()
  const against = evidence.filter(({ kind }) => warnings.includes(kind))
  return (
    <Section title={t('bank_line.evidence_title', { family: `${family} (${family_code})` })}>
      <ul>
        {evidence
          .filter((one) => !against.includes(one))
          .map((one) => (
            <li key={one.kind + (one.text ?? '')}>{evidenceWords(t, one)}</li>
          ))}
      </ul>
      {may.decide && against.length > 0 && (
        <Notice tone="warning">
          {against.map((one) => (
            <p key={one.kind}>{evidenceWords(t, one)}</p>
          ))}
        </Notice>
      )}
    </Section>
  )
}

interface FamilyPickProps {
  id: string
  q: string
  rows: readonly FoundFamily[]
  more: boolean
}

/** Search for another family. */
export function FamilyPick({ id, q, rows, more }: FamilyPickProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('bank_line.other')}>
      <FamilySearch
        q={q}
        action={paths.bank_line.view(id)}
        label={t('bank_line.find')}
        hint={t('bank_line.find_hint')}
      />
      {rows.length > 0 && (
        <Table
          caption={t('family.found')}
          columns={foundColumns}
          rows={rows}
          open={(family) => paths.bank_line.assign(id, { family: family.id })}
          brief
        />
      )}
      {q !== '' && rows.length === 0 && <p className="quiet">{t('family.none')}</p>}
      {more && <p className="quiet">{t('family.more')}</p>}
    </Section>
  )
}

interface LineActionsProps {
  line: { id: string; version: number; family: string | null; parent_id: string | null }
  may: { decide: boolean; reopen: boolean }
  /** What undoing it does; null where the reader may not. */
  undoing: ShownPlan | null
}

/** Buttons for the next steps of a line. */
export function LineActions({ line: { id, version, family, parent_id }, may, undoing }: LineActionsProps) {
  const { t } = useTranslation()
  const fields = { version: String(version) }
  return (
    <>
      {may.decide && family !== null && parent_id !== null && (
        <>
          <PostButton action={paths.bank_line.accept(id)} look="primary" fields={fields}>
            {t('bank_line.accept')}
          </PostButton>
          <LinkButton href={paths.bank_line.assign(id, { family: parent_id })}>
            {t('bank_line.in_parts')}
          </LinkButton>
        </>
      )}
      {may.decide && <LinkButton href={paths.bank_line.ignore(id)}>{t('bank_line.ignore')}</LinkButton>}
      {may.reopen && (
        <PostButton action={paths.bank_line.reopen(id)} fields={fields}>
          {t('bank_line.reopen')}
        </PostButton>
      )}
      {undoing && undoing.blockers.length === 0 && (
        <ConfirmButton
          label={t('bank_line.undo')}
          text={t('bank_line.undo_text')}
          action={paths.bank_line.undo(id)}
          confirm={t('bank_line.undo_confirm')}
          fields={{ ...fields, effects: undoing.digest }}
        >
          <UndoEffects title={t('undo.effects_title')} facts={undoing.effects} />
        </ConfirmButton>
      )}
    </>
  )
}

interface Made {
  id: string
  number: string
  family: string | null
  amount_sen: number
  status: string
}

/** Payments of a line, cancelled ones included. */
export function LinePayments({ rows }: { rows: readonly Made[] }) {
  const { t } = useTranslation()
  return (
    <TableSection
      title={t('bank_line.made')}
      columns={[
        { key: 'number', label: 'payment.number', kind: 'number' },
        { key: 'family', label: 'bank_line.family' },
        { key: 'amount_sen', label: 'bank_line.amount', kind: 'money' },
        { key: 'status', label: 'bank_line.status', kind: 'status' },
      ]}
      rows={rows}
      open={({ id }) => paths.payment.view(id)}
    />
  )
}

/** Evidence as a sentence. */
export function evidenceWords(t: TFunction, { kind, text = '', typed = '', count, sen }: Evidence): string {
  return t(`bank_line.evidence.${kind}`, {
    text: kind === 'refused' ? t(`refusal.${text}`, { defaultValue: text }) : text,
    typed,
    ...(count !== undefined && { count }),
    ...(sen !== undefined && { sen: formatRinggit(sen) }),
  })
}
