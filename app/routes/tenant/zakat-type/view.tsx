import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOpenOn } from '#app/domain/accounting/gifts/gift.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { zakatType, zakatTypeFacts, zakatTypes } from '#app/domain/giving/donation-types/zakat-types.ts'
import { fundSums } from '#app/domain/giving/funds/find-fund-moves.ts'
import { appointmentsOf } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { paths } from '#app/paths.ts'
import { hasLetter } from '#app/server/documents/letter.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Image } from '#app/ui/core/crud/Image.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AuthoritySection } from '#app/ui/giving/donation/AuthoritySection.tsx'
import { FundSection } from '#app/ui/giving/donation/FundSection.tsx'

export const handle = { access: 'zakat_type.view', title: 'zakat_type.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { row, may } = await openRow(args, zakatTypes, zakatType)
  const schema = context.site.side === 'tenant' ? context.site.entity.place.schema : ''
  const db = await context.read()
  const [fund, letters] = await Promise.all([fundSums(db, 'zakat', row.id), appointmentsOf(db, row.id)])
  return {
    ...{ row, may, fund },
    letters: await Promise.all(
      letters.map(async ({ letter_key, ...letter }) => ({
        ...letter,
        has_file: may.edit && (await hasLetter(schema, letter_key)),
      })),
    ),
    open: row.status === 'active' && row.standing === 'confirmed' && isOpenOn(row, context.today),
    mayMove: context.can('fund_move.request'),
  }
}

export default function ViewZakatType() {
  const { row, may, fund, letters, open, mayMove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage
      noun="zakat_type"
      row={row}
      may={may}
      actions={open && <a href={paths.zakat.pay(row.code)}>{t('donation.public_page')}</a>}
    >
      <Image noun="zakat_type" row={row} mayEdit={may.edit} />
      <AuthoritySection row={row} letters={letters} mayEdit={may.edit} />
      <Facts
        items={[
          ...zakatTypeFacts(row, t, locale),
          { label: t('zakat_type.gifts'), value: row.gifts },
          { label: t('zakat_type.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <FundSection kind="zakat" type_id={row.id} fund={fund} mayMove={mayMove} />
    </ResourceViewPage>
  )
}
