import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { importKinds } from '#app/domain/enrolment/imports/import.ts'
import { kindOf } from '#app/domain/enrolment/imports/kinds.ts'
import { locales } from '#app/i18n/locales.ts'
import { template } from '#app/server/imports/sheets.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** An empty file of a kind to fill in, in a language, as a workbook or CSV. */
export const handle = { access: 'import.upload' } satisfies Handle

const asked = z.object({
  kind: z.enum(importKinds),
  locale: z.enum(locales),
  format: z.enum(['xlsx', 'csv']),
})

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { success, data } = asked.safeParse(params)
  if (!success) throw new Refusal('not_found.page')
  return template(context, kindOf(data.kind), data.locale, data.format)
}
