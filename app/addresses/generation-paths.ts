/** Billing a month: previews and runs, their students, and the log of them. */
export const generationPaths = {
  generation: {
    list: () => '/invoice/generation',
    new: () => '/invoice/generation/new',
    view: (id: string) => `/invoice/generation/view/${id}`,
    run: (id: string) => `/invoice/generation/run/${id}`,
    again: (id: string) => `/invoice/generation/again/${id}`,
    remove: (id: string) => `/invoice/generation/remove/${id}`,
    retry: (id: string) => `/invoice/generation/retry/${id}`,
    undo: (id: string) => `/invoice/generation/undo/${id}`,
    /** One student of a preview or a run, by an id of its own. */
    student: (id: string) => `/invoice/generation/student/${id}`,
    /** Those of one, narrowed by what became of them. */
    students: (
      id: string,
      narrowed: Partial<Record<'result' | 'difference' | 'reason', string | null>> = {},
    ) => {
      const query = Object.entries(narrowed).filter((entry): entry is [string, string] => Boolean(entry[1]))
      return `/generation-student?${new URLSearchParams([['generation', id], ...query])}`
    },
    log: () => '/report/invoice/invoiceGenerationLog',
  },
} as const
