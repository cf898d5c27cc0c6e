import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { operatorException } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { exceptionId } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { ExceptionView } from '#app/ui/gateways/payment-exception/ExceptionView.tsx'

/** One of an organisation, which settles it itself; or a message of nobody, every field of it. */
export const handle = {
  access: 'admin.payment_exception.view',
  title: 'payment_exception.one',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await operatorException(await context.read(), context.services.ring, exceptionId(params))
  const { id } = context.actor
  const settle = row.entity_id === null && context.operatorCan('admin.payment_exception.settle')
  const own = { isOwner: row.owner_id === id, isProposer: row.proposed_by === id }
  return { row, may: { settle, approve: settle, ...own }, today: context.today }
}

const columns = [
  { key: 'word', label: 'payment_exception.field' },
  { key: 'name', label: 'payment_exception.field_name' },
  { key: 'value', label: 'payment_exception.value' },
] as const

export default function ViewException() {
  const { row, may, today } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { message } = row
  const facts = row.entity ? [{ label: t('collection.entity'), value: row.entity }] : []
  return (
    <ExceptionView row={row} today={today} addresses={paths.admin.exception} may={may} facts={facts}>
      {message && (
        <Section title={t('payment_exception.message')}>
          <Facts
            columns={2}
            items={[
              { label: t('payment_exception.came'), value: t(`payment.attempt.message.${message.kind}`) },
              { label: t('payment_exception.raised_at'), value: formatInstant(message.received_at, locale) },
              { label: t('payment_exception.from_ip'), value: message.ip },
              {
                label: t('payment_exception.certificate'),
                value: message.certificate_fingerprint,
                wide: true,
              },
            ]}
          />
          <Table
            caption={t('payment_exception.message')}
            columns={columns}
            rows={message.fields.map(([name, value]) => ({
              name,
              value,
              word: t(`payment_exception.fields.${name}`, { defaultValue: name }),
            }))}
            rowKey={({ name }) => name}
            cells={{ value: ({ value }) => <code>{value}</code> }}
          />
        </Section>
      )}
    </ExceptionView>
  )
}
