import type { SubmissionResult } from '@conform-to/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { anchorCode, type Finding } from '#app/domain/audit/seals/seal.ts'
import { type PastVerification, verifyForm } from '#app/domain/audit/seals/verify.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { TextArea } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { PageHeader, Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useLookup } from './AuditEntryView.tsx'

interface Found {
  what: string
  position: number | null
  entry: string | null
  written: string | null
  id: string | null
}

const columns = columnsOf<Found>()(
  { key: 'what', label: 'audit.verify.what_found' },
  { key: 'position', label: 'audit.verify.position', kind: 'count' },
  { key: 'entry', label: 'audit.verify.entry' },
  { key: 'written', label: 'audit.verify.written', kind: 'instant' },
  { key: 'id', label: 'audit.object_id' },
)

interface VerifyViewProps {
  last: PastVerification | null
  result: SubmissionResult<string[]> | null | undefined
  list: string
  children?: ReactNode
}

/** Verifying an audit log: what it is, what it found last, and the button. */
export function VerifyView({ last, result, list, children }: VerifyViewProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(verifyForm, result)
  return (
    <>
      <PageHeader
        title={t('audit.verify.title')}
        subtitle={t('audit.verify.what')}
        back={{ label: t('audit.plural'), href: list }}
      />
      {last ? <Result last={last} /> : <Notice>{t('audit.verify.never')}</Notice>}
      <Section title={t('audit.verify.button')}>
        <form method="post" id={form.id} className="fields" noValidate>
          <ErrorSummary form={form} noun="audit.verify" />
          <input type="hidden" name={fields.verify.name} value="yes" />
          <TextArea
            of={fields.code}
            label={t('audit.verify.code')}
            hint={t('audit.verify.code_hint')}
            rows={2}
            optional
          />
          <div className="actions">
            <SubmitButton>{t('audit.verify.button')}</SubmitButton>
          </div>
        </form>
      </Section>
      {children}
      <p className="section quiet small">{t('audit.verify.limits')}</p>
    </>
  )
}

function Result({ last }: { last: PastVerification }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const lookup = useLookup()
  const figure = (value: number) => value.toLocaleString('en')
  const unlisted = last.found - last.findings.length
  return (
    <>
      {last.found === 0 ? (
        <Notice tone="success" title={t('audit.verify.good')}>
          <p>{t('audit.verify.good_text', { rows: figure(last.rows) })}</p>
        </Notice>
      ) : (
        <Notice tone="error" title={t('audit.verify.bad', { count: last.found })}>
          <p>{t('audit.verify.bad_text')}</p>
        </Notice>
      )}
      {last.findings.length > 0 && (
        <TableSection
          title={t('audit.verify.what_found')}
          columns={columns}
          rows={last.findings.map((finding) => foundOf(finding, lookup))}
          rowKey={(_, index) => String(index)}
        >
          {unlisted > 0 && <p className="quiet">{t('audit.verify.more_findings', { count: unlisted })}</p>}
        </TableSection>
      )}
      <Section title={t('audit.verify.last')}>
        <Facts
          columns={2}
          items={[
            { label: t('audit.at'), value: formatInstant(last.at, locale) },
            { label: t('audit.verify.by'), value: last.actor_name },
            { label: t('audit.verify.rows'), value: figure(last.rows) },
            { label: t('audit.verify.seals'), value: figure(last.seals) },
            { label: t('audit.verify.unsealed'), value: figure(last.unsealed) },
            {
              label: t('audit.verify.anchor'),
              value: last.anchors.length > 0 ? last.anchors.join(', ') : t('audit.verify.no_anchor'),
            },
            { label: t('audit.verify.time'), value: t('audit.verify.milliseconds', { ms: figure(last.ms) }) },
            {
              label: t('audit.verify.last_seal'),
              value: last.last && <Code text={anchorCode(last.last)} />,
              wide: true,
            },
          ]}
        />
      </Section>
    </>
  )
}

function foundOf(finding: Finding, lookup: ReturnType<typeof useLookup>): Found {
  const { kind, seal, to, position, action, at, id } = finding
  const values = { seal: seal ?? 0, to: to ?? 0 }
  return {
    what: lookup(`audit.verify.found.${kind}`, values) ?? kind,
    position: position ?? null,
    entry: action ? (lookup(`audit.actions.${action}`) ?? action) : null,
    written: at ?? null,
    id: id ?? null,
  }
}

/** A long code that may be broken anywhere between its groups and is copied without breaks. */
function Code({ text }: { text: string }) {
  const groups = text.match(/.{1,8}/g) ?? []
  return (
    <code>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change their order
        <Fragment key={index}>
          {group}
          <wbr />
        </Fragment>
      ))}
    </code>
  )
}
