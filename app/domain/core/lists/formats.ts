/** Ways to take a list away. */
export type Format = 'print' | 'csv' | 'xlsx' | 'pdf'

export const formats: readonly Format[] = ['print', 'csv', 'xlsx', 'pdf']
/** The operator's own place keeps no documents. */
export const operatorFormats: readonly Format[] = ['print', 'csv', 'xlsx']
/** Those that can have very many rows; a PDF cannot. */
export const backgroundFormats: readonly Format[] = ['csv', 'xlsx']
