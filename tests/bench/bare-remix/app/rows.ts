import { rowsOf } from '#tests/bench/list-page/rows.ts'

export const rows = rowsOf(process.env.LIST_DATABASE!, process.env.LIST_SCHEMA!)
