import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { databaseTime } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { leastSen, nowForm } from '#app/domain/platform/payouts/payout.ts'
import { payoutPreview, prepareNow } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { PayoutSums } from '#app/ui/platform/payout/PayoutView.tsx'

/** Says what a payout of an organisation would be now, and prepares it out of its turn. */
export const handle = { access: 'admin.payout.create', title: 'payout.now.prepare' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.entity')
  const db = await context.read()
  const when = { today: context.today, now: await databaseTime(db) }
  return { id, ...(await payoutPreview(db, context.services.ring, id, when)) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, nowForm, async ({ trx, actor, today, context }, { seen_sen }) => {
    const id = idOf(args.params, 'not_found.entity')
    const [{ ring }, now] = [context.services, await databaseTime(trx)]
    const { payout_on } = await payoutPreview(trx, ring, id, { today, now })
    const made = await prepareNow(trx, ring, actor, id, { payout_on, now, seen_sen })
    return redirectWith(paths.admin.payout.view(made), 'payout_prepared')
  })

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function PrepareNow() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form] = useFormOf(nowForm, answer)
  const back = { label: t('payout.now.title'), href: paths.admin.payout.waiting() }
  const page = { title: t('payout.now.prepare'), subtitle: row.entity, back }
  if (row.sum.net_sen < leastSen)
    return (
      <ViewPage {...page}>
        <Notice tone="warning" title={t('payout.now.nothing')}>
          {t('payout.now.nothing_text')}
        </Notice>
        <Made row={row} />
      </ViewPage>
    )
  return (
    <EditPage {...page} form={form} noun="payout" submit={t('payout.now.prepare')}>
      <p>{t('payout.now.what', { amount: formatRinggit(row.sum.net_sen), name: row.entity })}</p>
      {row.hold_reason !== null && (
        <Notice tone="warning" title={t(`payout.holds.${row.hold_reason}`)}>
          {t('payout.now.held')}
        </Notice>
      )}
      <Made row={row} />
      <input type="hidden" name="seen_sen" value={row.sum.net_sen} />
    </EditPage>
  )
}

/** Of what it is made, until when, and where it goes. */
function Made({ row }: { row: Loaded }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <>
      <PayoutSums of={row.sum} />
      <Facts
        columns={2}
        items={[
          { label: t('payout.payout_on'), value: formatDate(row.payout_on, locale) },
          { label: t('payout.now.until'), value: formatDate(row.until, locale) },
          { label: t('payout.lines'), value: String(row.sum.lines) },
          { label: t('payout.bank_name'), value: row.bank_name },
          { label: t('payout.account_name'), value: row.account_name },
          { label: t('payout.account_number'), value: row.account_number },
          { label: t('payout.next_on'), value: formatDate(row.next_on, locale) },
        ]}
      />
    </>
  )
}
