import { list, type Row } from '../row.ts'

const paper = { section: 'kb', slug: 'version-conflict' }

/** The help centre, which everybody may read. */
export const helpPageRows: Record<string, Row> = {
  'shared/help-page/index': list,
  'shared/help-page/search': { query: 'q=simpan' },
  'shared/help-page/paper': { params: [paper] },
  'shared/help-page/print': { params: [paper] },
}
