import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { currentTime } from '#app/domain/core/clock.ts'
import { einvoicesOf } from '#app/domain/core/invoicing/einvoice-state.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  candidates,
  mostOffered,
  outlooks,
  refuseUnreached,
  submitForm,
} from '#app/domain/einvoice/documents/find-candidates.ts'
import {
  countsOf,
  type QueueOutcome,
  queueDocuments,
} from '#app/domain/einvoice/documents/queue-documents.ts'
import { findObligation } from '#app/domain/einvoice/obligation/save-obligation.ts'
import { findSetting, maySubmit } from '#app/domain/einvoice/settings/find-setting.ts'
import { warningsOf } from '#app/domain/einvoice/settings/warnings.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { CandidateForm, CandidateSearch, SettingNotice } from '#app/ui/einvoice/document/Candidates.tsx'
import { TestSystem } from '#app/ui/einvoice/document/TestSystem.tsx'
import { SettingWarnings } from '#app/ui/einvoice/settings/SettingWarnings.tsx'

/** Chooses what is submitted to the tax portal: one invoice or credit note (`?invoice=`, `?credit_note=`), or several. */
export const handle = { access: 'einvoice.submit', title: 'einvoice.new' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const scope = context.scope('einvoice.submit')
  const { only, q, all } = askedFor(request)
  const [setting, obligation] = await Promise.all([findSetting(db), findObligation(db, context.today)])
  if (only) await refuseUnreached(db, scope, only)
  const known = only && (await einvoicesOf(db, only.kind, [only.id])).get(only.id)
  if (known && known.status !== 'cancelled') throw redirect(paths.einvoice.view(known.id))
  const found = setting ? await candidates(db, scope, { basis: setting.basis, q, only }) : []
  const rows = found.slice(0, mostOffered)
  const looks = await outlooks(db, keysOf(context), rows, currentTime())
  return {
    rows: rows.map((row) => {
      const look = looks.get(row.id)
      return {
        ...row,
        lacks: look?.faults ?? [],
        notices: look?.notices ?? [],
        waits_for: look?.waits_for ?? null,
      }
    }),
    ...{ q, all, single: only !== undefined, more: found.length > mostOffered },
    setting: setting
      ? maySubmit(setting)
        ? ('ready' as const)
        : ('untested' as const)
      : ('missing' as const),
    isTest: setting?.environment === 'sandbox',
    isObliged: obligation?.state === 'relaxed' || obligation?.state === 'in_force',
    warnings: warningsOf(setting, context.today),
    maySetUp: context.can('einvoice_setting.view'),
    may: { parent: context.can('parent.edit'), setting: context.can('einvoice_setting.edit') },
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, submitForm, async ({ trx, actor, context }, { sources }) => {
    const idsOf = (kind: string) => sources.filter((one) => one.kind === kind).map(({ id }) => id)
    const asked = { invoice_ids: idsOf('invoice'), credit_note_ids: idsOf('credit_note') }
    const outcome = await queueDocuments(trx, actor, context.scope('einvoice.submit'), asked)
    return answer(context, outcome)
  })

/** One leads to its own page, several to the list with how many of which. */
function answer(context: RequestContext, outcome: QueueOutcome): Promise<Response> {
  const { queued, skipped } = outcome
  const [first] = queued
  if (queued.length + skipped.length === 0) throw new Refusal('not_found.invoice')
  if (first && queued.length === 1 && skipped.length === 0)
    return redirectWith(paths.einvoice.view(first.document_id), 'einvoice_queued', { number: first.number })
  const counts = countsOf(outcome)
  const parts = counts.skipped.map(({ reason, count }) => context.t(`einvoice.skipped.${reason}`, { count }))
  if (!first) {
    const [known] = skipped
    const to =
      skipped.length === 1 && known?.document_id
        ? paths.einvoice.view(known.document_id)
        : paths.einvoice.list()
    return redirectWith(to, 'einvoices_none', { summary: parts.join(', ') }, 'error')
  }
  const all = [context.t('einvoice.queued_count', { count: counts.queued }), ...parts]
  return redirectWith(paths.einvoice.list(), 'einvoices_queued', { summary: all.join(', ') })
}

function askedFor(request: Request) {
  const { searchParams } = new URL(request.url)
  const id = (kind: 'invoice' | 'credit_note') => {
    const given = z.uuid().safeParse(searchParams.get(kind))
    return given.success ? { kind, id: given.data } : undefined
  }
  return {
    only: id('invoice') ?? id('credit_note'),
    q: searchParams.get('q')?.trim().slice(0, 100) || undefined,
    all: searchParams.has('all'),
  }
}

export default function SubmitEInvoices() {
  const { rows, q, all, single, more, setting, isTest, isObliged, maySetUp, warnings, may } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(submitForm, useActionData<typeof action>(), {
    // What goes to the tax office is ticked by a person.
    sources: all ? rows.map(({ kind, id }) => `${kind}:${id}`) : [],
  })
  return (
    <>
      <PageHeader
        title={t(single ? 'einvoice.new_single' : 'einvoice.new')}
        subtitle={single ? undefined : t('einvoice.new_text')}
        back={{ label: t('einvoice.plural'), href: paths.einvoice.list() }}
      />
      <SettingWarnings {...warnings} mayEdit={may.setting} />
      {isTest && <TestSystem />}
      <SettingNotice setting={setting} isObliged={isObliged} maySetUp={maySetUp} />
      {!single && setting !== 'missing' && (
        <CandidateSearch q={q} more={more} untickedCount={all ? 0 : rows.length} />
      )}
      {setting !== 'missing' && (
        <CandidateForm
          form={form}
          of={fields.sources}
          rows={rows}
          ready={setting === 'ready'}
          single={single}
          may={may}
        />
      )}
    </>
  )
}
