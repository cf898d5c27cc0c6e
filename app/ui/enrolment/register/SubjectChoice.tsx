import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { weekWords } from '#app/domain/core/schedule.ts'
import type { OfferedSubject, Price } from '#app/domain/enrolment/online-registration/offered.ts'
import type { Unfit } from '#app/server/register/unfit.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { EnterSaves, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { ErrorSummary } from '#app/ui/core/form/ErrorSummary.tsx'
import { SelectField, TextField } from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { agesWords, priceWords, seatWord } from './offer-words.ts'
import { StepButtons } from './StepPage.tsx'

interface ChoiceRow extends OfferedSubject {
  /** Its first day, if in the future. */
  begins: string | null
  price: Price
  isChosen: boolean
  canBeChosen: boolean
}

interface SubjectChoiceProps {
  version: number
  search: { q: string; program_id: string; page: number; pages: number; count: number }
  programs: readonly { id: string; name: string }[]
  rows: readonly ChoiceRow[]
  /** Chosen classes that are not on this page. */
  others: readonly ChoiceRow[]
  isLarge: boolean
  /** The branches to choose among, and the chosen one. */
  branches: readonly { id: string; name: string }[]
  branch_id: string
  /** Chosen classes that cannot be chosen for this child. */
  unfit: readonly Unfit[]
  child: string
  error: string | undefined
}

const plainField = (name: string, initialValue: string) => ({
  ...{
    id: `choice-${name}`,
    name,
    initialValue,
    errorId: `choice-${name}-e`,
    descriptionId: `choice-${name}-h`,
  },
})

/** Classes to tick, by program. One form with the search, so that a search keeps what was ticked. */
export function SubjectChoice({
  version,
  search,
  programs,
  rows,
  others,
  isLarge,
  branches,
  branch_id,
  unfit,
  child,
  error,
}: SubjectChoiceProps) {
  const { t } = useTranslation()
  const { page, pages } = search
  const isSearched = Boolean(search.q || search.program_id)
  const isBranchOpen = branches.length > 1 && !branch_id
  const groups = Map.groupBy(rows, ({ program }) => program)
  return (
    <form method="post" className="fields" noValidate>
      <ErrorSummary form={{ id: 'choice', errors: error ? [error] : [] }} noun="register" />
      <input type="hidden" name="version" value={version} />
      <UnfitClasses unfit={unfit} child={child} />
      <div className="hidden">
        <EnterSaves />
      </div>
      {branches.length > 1 && (
        <>
          <SelectField
            of={plainField('branch_id', branch_id)}
            label={t('student.branch_id')}
            blank={isBranchOpen ? t('register.choose_branch') : false}
            optional={false}
            options={branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <p>
            <button type="submit" name="go" value="search">
              {t('register.show_classes')}
            </button>
          </p>
        </>
      )}
      {isLarge && (
        <>
          <TextField
            of={plainField('q', search.q)}
            label={t('register.search')}
            type="search"
            optional={false}
          />
          {programs.length > 1 && (
            <SelectField
              of={plainField('program', search.program_id)}
              label={t('subject.program_id')}
              blank={t('register.all_programs')}
              optional={false}
              options={programs.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <p>
            <button type="submit" name="go" value="search">
              {t('register.search_go')}
            </button>
          </p>
          <p className="quiet" role="status">
            {t('register.found', { count: search.count })}
          </p>
        </>
      )}
      {others.length > 0 && <Group legend={t('register.chosen')} rows={others} />}
      {[...groups].map(([program, members]) => (
        <Group key={program} legend={program} rows={members} />
      ))}
      {rows.length === 0 && !isBranchOpen && (
        <p>{isSearched ? t('register.none_found') : t('register.none_fits', { name: child })}</p>
      )}
      {pages > 1 && (
        <p className="actions">
          {page > 1 && (
            <SubmitButton look="link" name="go" value={page - 1}>
              {t('register.page_before')}
            </SubmitButton>
          )}
          <span className="quiet">{t('register.page_of', { page, pages })}</span>
          {page < pages && (
            <SubmitButton look="link" name="go" value={page + 1}>
              {t('register.page_after')}
            </SubmitButton>
          )}
        </p>
      )}
      <StepButtons />
    </form>
  )
}

function Group({ legend, rows }: { legend: string; rows: readonly ChoiceRow[] }) {
  return (
    <fieldset className="group">
      <legend>{legend}</legend>
      <div>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </div>
    </fieldset>
  )
}

function Row({ row }: { row: ChoiceRow }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, name, schedule, begins, seats, price, isChosen } = row
  const facts = [
    weekWords(schedule, t, locale),
    agesWords(row, t),
    begins && t('register.starts_on', { date: formatDate(begins, locale) }),
  ]
  return (
    <div className="choice">
      {/* What was chosen and has closed since can still be taken off. */}
      <input
        type="checkbox"
        id={`subject-${id}`}
        name="subject_id"
        value={id}
        defaultChecked={isChosen}
        disabled={!row.canBeChosen && !isChosen}
        aria-describedby={`about-${id}`}
      />
      <label htmlFor={`subject-${id}`}>{name}</label>
      <div className="hint" id={`about-${id}`}>
        {[facts.filter(Boolean).join(' · '), priceWords(price, t)].map((line) => (
          <Fragment key={line}>
            {line}
            <br />
          </Fragment>
        ))}
        {seats !== 'open' && <StatusBadge {...seatWord(seats, t)} />}
      </div>
      <input type="hidden" name="shown" value={id} />
    </div>
  )
}

/** What was chosen and cannot be kept, each with the reason; the next button takes it off. */
function UnfitClasses({ unfit, child }: Pick<SubjectChoiceProps, 'unfit' | 'child'>) {
  const { t } = useTranslation()
  if (unfit.length === 0) return null
  return (
    <Notice tone="warning" title={t('register.unfit.title')}>
      {unfit.map((one) => (
        <Fragment key={one.id}>
          <p>
            {t(`register.unfit.${one.why}`, {
              ...{ subject: one.name, branch: one.branch, child, age: one.age ?? '' },
              ages: agesWords(one, t) ?? '',
            })}
          </p>
          <input type="hidden" name="shown" value={one.id} />
        </Fragment>
      ))}
      <p>{t('register.unfit.hint')}</p>
    </Notice>
  )
}
