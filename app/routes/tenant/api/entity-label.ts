import type { Labels } from '#app/domain/core/labels/label.ts'
import { labelsOf, saveLabels } from '#app/domain/core/labels/tenant-labels.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'label.edit', api: true } satisfies Handle

const call = apiSteps('entity/label', async ({ input, context }) => {
  const { actor, labelsChanged } = context
  const { locale, labels } = input
  const saved = await context.write(async (trx) => {
    const read = input.version ?? (await labelsOf(trx)).version
    const version = await saveLabels(trx, actor, locale, labels as Labels, read)
    return { labels: (await labelsOf(trx)).byLocale, version }
  })
  labelsChanged()
  return saved
})
export const loader = call.loader
export const action = call.action
