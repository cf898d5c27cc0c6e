/** Statements of the bank, their lines, and what the platform has paid to the account. */
export const bankPaths = {
  payout: {
    list: () => '/payout',
    view: (id: string) => `/payout/view/${id}`,
    /** Its lines in the money-in book. */
    lines: (id: string) => `/collection?payout_id=${id}`,
  },
  bankStatement: {
    list: () => '/bank-statement',
    new: () => '/bank-statement/new',
    view: (id: string) => `/bank-statement/view/${id}`,
    map: (id: string) => `/bank-statement/map/${id}`,
    undo: (id: string) => `/bank-statement/undo/${id}`,
    remove: (id: string) => `/bank-statement/remove/${id}`,
  },
  bankLine: {
    list: () => '/bank-line',
    /** Those of a statement, maybe of one status. */
    of: (statement: string, status?: string) =>
      `/bank-line?${new URLSearchParams({ statement, ...(status && { status }) })}`,
    view: (id: string) => `/bank-line/view/${id}`,
    /** With what is typed to find a family. */
    find: (id: string, q: string) => `/bank-line/view/${id}?q=${encodeURIComponent(q)}`,
    accept: (id: string) => `/bank-line/accept/${id}`,
    assign: (id: string, family?: string) => `/bank-line/assign/${id}${family ? `?family=${family}` : ''}`,
    ignore: (id: string) => `/bank-line/ignore/${id}`,
    reopen: (id: string) => `/bank-line/reopen/${id}`,
    undo: (id: string) => `/bank-line/undo/${id}`,
  },
} as const
