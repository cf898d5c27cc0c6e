import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { familyRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type Movement,
  presets,
  spanFaults,
  spanOf,
  statementColumns,
  statementDays,
  statementOf,
} from '#app/domain/people/families/statement.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { FilterFields } from '#app/ui/core/table/ListTools.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { newId } from '#db/id.ts'

/** A family's account over any days: what was owed, what moved it, and what is owed. */
export const handle = { access: 'statement.view', title: 'statement.one' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { today } = context
  const scope = context.scope('statement.view')
  const id = idOf(params, 'not_found.parent')
  const { searchParams } = new URL(request.url)
  const span = spanOf(searchParams, today)
  const faults = spanFaults(searchParams)
  const db = await context.read()
  const { head, rows, ...sums } = await statementOf(db, scope, id, span)
  const { address } = await familyRecipient(db, id)
  return {
    ...{ id, name: head.name, family_code: head.family_code, span, today, ...sums },
    rows,
    // A day that was typed wrongly stays as it was typed, beside what is wrong with it.
    days: (['from', 'to'] as const).map((name) => {
      const fault = faults[name]
      const label = context.t(statementDays[name].label)
      return fault
        ? { name, label, value: searchParams.get(name) ?? '', error: context.t(`refusal.${fault}`) }
        : { name, label, value: span[name] }
    }),
    form_key: newId(),
    mails: address !== null && context.can('statement.mail'),
    own: scope.scope === 'own',
    back: context.can('family.view') ? paths.family.view(id) : paths.dashboard(),
  }
}

export default function Statement() {
  const told = useLoaderData<typeof loader>()
  const { id, name, family_code, span, rows, today, back } = told
  const { t } = useTranslation()
  return (
    <ViewPage
      title={t('statement.one')}
      subtitle={`${t('family.of', { name })} · ${family_code}`}
      back={{ label: t('family.of', { name }), href: back }}
      actions={
        <>
          {told.mails ? (
            <PostButton
              action={paths.family.statementSend(id, { ...span })}
              fields={{ form_key: told.form_key }}
              look="primary"
            >
              {t(told.own ? 'statement.send_me' : 'statement.send')}
            </PostButton>
          ) : null}
          <LinkButton href={paths.family.statementDownload(id, { ...span })}>PDF</LinkButton>
          <LinkButton href={paths.family.statementPrint(id, { ...span })}>
            {t('common.format.print')}
          </LinkButton>
          <LinkButton href={paths.family.statementFile(id, 'xlsx', { ...span })}>Excel</LinkButton>
          <LinkButton href={paths.family.statementFile(id, 'csv', { ...span })}>CSV</LinkButton>
        </>
      }
    >
      <form className="search" action={paths.family.statement(id)}>
        <div className="filters">
          <FilterFields fields={told.days.map((day) => ({ kind: 'day', ...day }))} />
        </div>
        <button type="submit">{t('statement.show')}</button>
      </form>
      <div className="tally">
        <nav className="exports" aria-label={t('common.period.one')}>
          {presets(today).map(({ label, ...days }) => (
            <a
              key={label}
              href={paths.family.statement(id, { ...days })}
              aria-current={days.from === span.from && days.to === span.to ? 'true' : undefined}
            >
              {t(label)}
            </a>
          ))}
        </nav>
      </div>
      <Figures items={figuresOf(told, t)} />
      <Table
        caption={t('statement.one')}
        columns={statementColumns}
        rows={rows}
        cells={{
          about: ({ about, about_id, movement }) => {
            const paper = paperOf[movement]
            return about_id && paper ? <a href={paper(about_id)}>{about}</a> : about
          },
        }}
        brief
      />
    </ViewPage>
  )
}

/** Where the paper of a row is read. */
const paperOf: Partial<Record<Movement, (id: string) => string>> = {
  invoice: paths.invoice.view,
  invoice_amended: paths.invoice.view,
  invoice_cancelled: paths.invoice.view,
  credit_note: paths.credit_note.view,
  note_reversed: paths.credit_note.view,
  write_off: paths.invoice.view,
  payment: paths.payment.view,
  payment_cancelled: paths.payment.view,
  refund: paths.credit_refund.view,
}

interface Sums {
  opening_sen: number
  closing_sen: number
  credit_sen: number
  reserved_sen: number
}

/** What was and is owed, and beside it what is kept for the family today. */
function figuresOf({ opening_sen, closing_sen, credit_sen, reserved_sen }: Sums, t: TFunction) {
  const credit = {
    label: t('statement.credit'),
    value: formatRinggit(credit_sen),
    hint:
      reserved_sen > 0
        ? t('family_credit.of_which_reserved', { amount: formatRinggit(reserved_sen) })
        : t('statement.credit_hint'),
  }
  return [
    { label: t('statement.opening'), value: formatRinggit(opening_sen) },
    { label: t('statement.closing'), value: formatRinggit(closing_sen), hint: t('statement.hint') },
    ...(credit_sen > 0 ? [credit] : []),
  ]
}
