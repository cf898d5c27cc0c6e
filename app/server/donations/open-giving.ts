import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { type GivingKind, progressOf } from '#app/domain/accounting/gifts/gift.ts'
import { withoutMarks } from '#app/domain/core/invisible.ts'
import { collectors } from '#app/domain/giving/donation-types/collectors.ts'
import { openTypes } from '#app/domain/giving/donation-types/open-types.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { paths } from '#app/paths.ts'
import { waysFor } from '#app/server/payments/ways.ts'

const wanted = z.object({
  q: z.string().overwrite(withoutMarks).trim().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
})

/** On an organisation's host what is open there, on the main host the organisations that have something open. */
export async function openGiving({ request, context }: LoaderFunctionArgs, kind: GivingKind) {
  const { site, today, services } = context
  const db = await context.read()
  if (site.side === 'main') {
    const search = wanted.parse(Object.fromEntries(new URL(request.url).searchParams))
    const { rows, count, pages } = await collectors(db, kind, today, search)
    const entities = await Promise.all(rows.map(({ id }) => context.entityById(id)))
    return {
      side: 'main' as const,
      kind,
      search: { ...search, count, pages },
      rows: rows.flatMap(({ id, name, city, state }, index) => {
        const entity = entities[index]
        if (!entity) return []
        return [{ id, name, city, state, href: services.sites.ofEntity(entity).origin + paths[kind].open() }]
      }),
    }
  }
  const [types, terms] = await Promise.all([openTypes(db, kind, today, context.locale), onlineTerms(db)])
  return {
    side: 'tenant' as const,
    kind,
    online: waysFor(context, terms).length > 0,
    rows: types.map(({ raised_sen, target_sen, ...type }) => ({
      ...type,
      goal:
        target_sen === null ? null : { target_sen, raised_sen, percent: progressOf(raised_sen, target_sen) },
    })),
  }
}
