import { currentDay } from '#app/domain/core/clock.ts'
import { legalForm, shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { agreeForm } from '#app/domain/organisation/legal/agree.ts'
import { list, type Row } from '../row.ts'

const paper = { section: 'kb', slug: 'version-conflict' }
const eula = [{ slug: 'eula' }]

/** The help centre, which everybody may read. */
export const helpPageRows: Record<string, Row> = {
  'shared/help-page/centre': list,
  'shared/help-page/search': { query: '?q=simpan' },
  'shared/help-page/paper': { params: [paper] },
  'shared/help-page/print': { params: [paper] },
}

/** What an organisation writes for its families, and what is agreed to. */
export const ownLegalRows: Record<string, Row> = {
  'tenant/legal-paper/list': list,
  'tenant/legal-paper/edit': {
    params: [{ slug: 'terms' }],
    form: () => ({
      ...{ body_en: '## Fees\n\nPaid ahead.', body_my: '## Yuran\n\nDibayar dahulu.' },
      ...{ valid_from: currentDay(), intent: 'publish' },
    }),
    schema: legalForm,
  },
  'tenant/legal-paper/agree': {
    goes: /^\/dashboard$/,
    form: () => ({ version: shippedVersion('terms') }),
    schema: agreeForm,
  },
  'tenant/legal-consent/list': list,
}

/** The legal papers, of which the operator publishes versions. */
export const legalRows: Record<string, Row> = {
  'main/legal/list': list,
  'main/legal/view': { params: eula },
  'main/legal/edit': {
    params: eula,
    form: () => ({
      ...{ body_en: '## Fees\n\nPaid ahead.', body_my: '## Yuran\n\nDibayar dahulu.' },
      ...{ valid_from: currentDay(), intent: 'publish' },
    }),
    schema: legalForm,
  },
}
