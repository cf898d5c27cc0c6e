import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { statementOf } from '#app/domain/families/statement.server.ts'
import { presets, spanOf, statementColumns } from '#app/domain/families/statement.ts'
import { familyRecipient } from '#app/domain/mails/recipients.server.ts'
import { formatRinggit } from '#app/domain/money.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/form/Button.tsx'
import { Figures } from '#app/ui/page/Figures.tsx'
import { ViewPage } from '#app/ui/page/ViewPage.tsx'
import { Table } from '#app/ui/table/Table.tsx'
import { newId } from '#db/id.ts'

/** A family's account over any days: what was owed, what moved it, and what is owed. */
export const handle = { access: 'statement.view', title: 'statement.one' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { today } = context
  const scope = context.scope('statement.view')
  const id = idOf(params, 'not_found.parent')
  const span = spanOf(new URL(request.url).searchParams, today)
  const db = await context.read()
  const { head, opening_sen, closing_sen, reserved_sen, rows } = await statementOf(db, scope, id, span)
  const { address } = await familyRecipient(db, id)
  return {
    ...{ id, name: head.name, family_code: head.family_code, span, opening_sen, closing_sen },
    ...{ reserved_sen, rows, today },
    form_key: newId(),
    mails: address !== null && context.can('statement.mail'),
    own: scope.scope === 'own',
    back: context.can('family.view') ? paths.family.view(id) : paths.dashboard(),
  }
}

export default function Statement() {
  const told = useLoaderData<typeof loader>()
  const { id, name, family_code, span, opening_sen, closing_sen, rows, today, back } = told
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
              action={paths.family.sendStatement(id, span)}
              fields={{ form_key: told.form_key }}
              look="primary"
            >
              {t(told.own ? 'statement.send_me' : 'statement.send')}
            </PostButton>
          ) : null}
          <LinkButton href={paths.family.statementDownload(id, span)}>PDF</LinkButton>
          <LinkButton href={paths.family.statementPaper(id, span)}>{t('common.format.print')}</LinkButton>
          <LinkButton href={paths.family.statementFile(id, 'xlsx', span)}>Excel</LinkButton>
          <LinkButton href={paths.family.statementFile(id, 'csv', span)}>CSV</LinkButton>
        </>
      }
    >
      <form className="fields section" action={paths.family.statement(id)}>
        <div className="field">
          <label htmlFor="from">{t('statement.from')}</label>
          <input type="date" id="from" name="from" defaultValue={span.from} max={today} />
        </div>
        <div className="field">
          <label htmlFor="to">{t('statement.to')}</label>
          <input type="date" id="to" name="to" defaultValue={span.to} max={today} />
        </div>
        <div className="actions">
          <button type="submit">{t('statement.show')}</button>
          {presets(today).map(({ label, ...days }) => (
            <a key={label} href={paths.family.statement(id, days)}>
              {t(label)}
            </a>
          ))}
        </div>
      </form>
      <Figures
        items={[
          { label: t('statement.opening'), value: formatRinggit(opening_sen) },
          { label: t('statement.closing'), value: formatRinggit(closing_sen), hint: t('statement.hint') },
          ...(told.reserved_sen > 0
            ? [
                {
                  label: t('family_credit.reserved_sen'),
                  value: formatRinggit(told.reserved_sen),
                  hint: t('family_credit.reserved_hint'),
                },
              ]
            : []),
        ]}
      />
      <Table caption={t('statement.one')} columns={statementColumns} rows={rows} brief />
    </ViewPage>
  )
}
